-- Forms of the console that were sent, so that a second click does nothing a second time.
create table sent_forms (
  workspace_id text not null,
  session_id text not null,
  -- Of the form and what was typed into it.
  digest text not null,
  -- Where it has led to; null for a page that is shown only once.
  leads_to text,
  expires_at bigint not null,
  primary key (workspace_id, session_id, digest)
);
create index sent_forms_over on sent_forms (expires_at);
