-- The tool by which an agent made a change; null for changes without one.
alter table audit_entries add column tool text;
