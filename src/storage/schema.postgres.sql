-- Made by `npm run generate` from the migrations, to be read and compared. Never run, never edited.

create table api_keys (
  id text not null,
  workspace_id text not null,
  name text not null,
  key_hash text not null,
  key_prefix text not null,
  lookalike bigint not null,
  scopes text not null,
  expires_at bigint,
  last_used_at bigint,
  revoked_at bigint,
  created_at bigint not null,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE UNIQUE INDEX api_keys_hash ON public.api_keys USING btree (key_hash);
CREATE INDEX api_keys_lookalike ON public.api_keys USING btree (id) WHERE (lookalike = 1);
CREATE INDEX api_keys_usable ON public.api_keys USING btree (workspace_id, id) WHERE (revoked_at IS NULL);

create table audit_entries (
  id text not null,
  workspace_id text not null,
  action text not null,
  actor_type text not null,
  actor_id text not null,
  target_type text not null,
  target_id text not null,
  changes text not null,
  reason text,
  created_at bigint not null,
  constraint audit_entries_pkey PRIMARY KEY (workspace_id, id),
  constraint audit_entries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX audit_entries_action ON public.audit_entries USING btree (workspace_id, action, id);
CREATE INDEX audit_entries_target ON public.audit_entries USING btree (workspace_id, target_id, id);

create table entitlements (
  id text not null,
  workspace_id text not null,
  plan_key text not null,
  seat_capacity bigint not null,
  seat_unlimited bigint not null,
  enforcement_mode text not null,
  priority bigint not null,
  active bigint not null,
  created_at bigint not null,
  constraint entitlements_mode CHECK ((enforcement_mode = ANY (ARRAY['hard'::text, 'soft'::text]))),
  constraint entitlements_pkey PRIMARY KEY (id),
  constraint entitlements_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX entitlements_workspace ON public.entitlements USING btree (workspace_id);

create table idempotent_answers (
  api_key_id text not null,
  key_digest text not null,
  request_digest text not null,
  status bigint not null,
  answer text not null,
  created_at bigint not null,
  constraint idempotent_answers_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id),
  constraint idempotent_answers_pkey PRIMARY KEY (api_key_id, key_digest)
);
CREATE INDEX idempotent_answers_age ON public.idempotent_answers USING btree (created_at);

create table members (
  id text not null,
  workspace_id text not null,
  email text not null,
  email_folded text not null,
  name text,
  role text not null,
  deactivated_at bigint,
  created_at bigint not null,
  constraint members_pkey PRIMARY KEY (workspace_id, id),
  constraint members_role CHECK ((role = ANY (ARRAY['member'::text, 'admin'::text]))),
  constraint members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX members_active ON public.members USING btree (workspace_id, id) WHERE (deactivated_at IS NULL);
CREATE UNIQUE INDEX members_email ON public.members USING btree (workspace_id, email_folded);

create unlogged table rate_limit_windows (
  subject text not null,
  hits bigint[] not null,
  admitted bigint not null,
  constraint rate_limit_windows_pkey PRIMARY KEY (subject)
) with (fillfactor=50);

create table schema_migrations (
  name text not null,
  applied_at bigint not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table team_memberships (
  workspace_id text not null,
  id text not null,
  team_id text not null,
  member_id text not null,
  role text not null,
  paused_at bigint,
  paused_until bigint,
  unpaused_at bigint,
  last_turn bigint,
  last_assigned_at bigint,
  created_at bigint not null,
  constraint team_memberships_pkey PRIMARY KEY (workspace_id, id),
  constraint team_memberships_role CHECK ((role = ANY (ARRAY['member'::text, 'manager'::text]))),
  constraint team_memberships_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id),
  constraint team_memberships_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id)
);
CREATE UNIQUE INDEX team_memberships_member ON public.team_memberships USING btree (workspace_id, team_id, member_id);

create table team_slugs (
  workspace_id text not null,
  slug text not null,
  base text not null,
  number bigint not null,
  team_id text not null,
  constraint team_slugs_pkey PRIMARY KEY (workspace_id, slug),
  constraint team_slugs_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX team_slugs_base ON public.team_slugs USING btree (workspace_id, base, number);
CREATE INDEX team_slugs_team ON public.team_slugs USING btree (workspace_id, team_id);

create table teams (
  workspace_id text not null,
  id text not null,
  name text not null,
  slug text not null,
  description text,
  mode text not null,
  stack_always_apply bigint not null,
  include_all_members bigint not null,
  introduce_member bigint not null,
  introduction_guidance text,
  deactivated_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  constraint teams_mode CHECK ((mode = ANY (ARRAY['pool'::text, 'stack'::text, 'manual'::text]))),
  constraint teams_pkey PRIMARY KEY (workspace_id, id),
  constraint teams_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX teams_active ON public.teams USING btree (workspace_id, id) WHERE (deactivated_at IS NULL);
CREATE INDEX teams_inactive ON public.teams USING btree (workspace_id, id) WHERE (deactivated_at IS NOT NULL);

create table turns (
  workspace_id text not null,
  team_id text not null,
  number bigint not null,
  id text not null,
  member_id text not null,
  membership_id text,
  reason text not null,
  candidates text not null,
  created_at bigint not null,
  constraint turns_pkey PRIMARY KEY (workspace_id, team_id, number),
  constraint turns_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id),
  constraint turns_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id)
);
CREATE UNIQUE INDEX turns_listed ON public.turns USING btree (workspace_id, team_id, id);
CREATE INDEX turns_member ON public.turns USING btree (workspace_id, team_id, member_id, number);
CREATE INDEX turns_recent ON public.turns USING btree (workspace_id, team_id, created_at);

create table workspaces (
  id text not null,
  name text not null,
  handle text,
  created_at bigint not null,
  updated_at bigint not null,
  constraint workspaces_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX workspaces_handle ON public.workspaces USING btree (handle);
