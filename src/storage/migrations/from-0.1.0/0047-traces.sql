-- The trace of what caused the event of a delivery (W3C Trace Context). Null: nothing that has a trace.
alter table webhook_deliveries add column traceparent text;
alter table webhook_deliveries add column tracestate text;
