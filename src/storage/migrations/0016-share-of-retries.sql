-- What is due of an endpoint, first attempts and retries by themselves: each look takes from both.
create index webhook_deliveries_waiting on webhook_deliveries
  (endpoint_id, (case when attempts = 0 then 0 else 1 end), due_at, id) where status = 'pending';
