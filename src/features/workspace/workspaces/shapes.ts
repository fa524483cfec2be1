import { NAME_LENGTH } from '../../../limits/limits.ts';
import {
  At,
  Clearable,
  CreatedAt,
  Id,
  Name,
  Nullable,
  Reason,
  Resource,
  TimeZone,
} from '../../../shapes/fields.ts';
import { type Static, Type } from '../../../shapes/type.ts';
import { DEFAULT_TIMEZONE, GRACE_DAYS, type LimitName } from './rules.ts';

const Handle = Type.String({
  description:
    "Part of the teams' scheduling addresses; unique on this server. 1 to 63 lower-case letters, digits and inner hyphens. " +
    'Null while none is set: then teams have no address. A former handle stays with the workspace, so mail to it still arrives.',
  examples: ['acme'],
});

const timezone = {
  ...TimeZone,
  description: 'The IANA time zone of members who have not set one.',
};

export const Workspace = Resource(
  {
    id: Id('workspace', 'Names the workspace.'),
    name: Type.String({ description: 'What people call the workspace.', examples: ['Acme'] }),
    handle: Nullable(Handle),
    timezone,
    created_at: CreatedAt('workspace', 'When the workspace was created.'),
    updated_at: At('When anything about it last changed.', '2026-11-02T08:02:47.590Z'),
  },
  'Workspace',
  "One customer's data. Nothing in it is visible from another workspace.",
);

/** More than anybody needs, and the maximum of the settings. */
const MAX_LIMIT = 1_000_000;

const Limit = (description: string, example: number | null) =>
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    maximum: MAX_LIMIT,
    description: `${description} Null for the limit of the settings, 0 for no limit.`,
    examples: [example],
  });

export const limitWords: Record<LimitName, string> = {
  requests_per_minute: 'Requests that all keys of the workspace together may make in any 60 seconds.',
  api_keys: 'API keys that work.',
  teams: 'Active teams.',
  webhook_endpoints: 'Webhook endpoints.',
  members: 'Active members.',
  messages_per_day: 'Messages sent in a day, by UTC. The rest is sent the next day.',
};

/** The limits to set, in a request. */
export const LimitsUpdate = Type.Object({
  requests_per_minute: Type.Optional(Limit(limitWords.requests_per_minute, 600)),
  api_keys: Type.Optional(Limit(limitWords.api_keys, 5)),
  teams: Type.Optional(Limit(limitWords.teams, 3)),
  webhook_endpoints: Type.Optional(Limit(limitWords.webhook_endpoints, 2)),
  members: Type.Optional(Limit(limitWords.members, null)),
  messages_per_day: Type.Optional(Limit(limitWords.messages_per_day, 1_000)),
});
export type LimitsUpdate = Static<typeof LimitsUpdate>;

const name = Name('Acme', 'What people will call the workspace.');
const handle = Clearable(Handle);

export const WorkspaceInput = Type.Object({ name, handle });
export type WorkspaceInput = Static<typeof WorkspaceInput>;

export const WorkspaceUpdate = Type.Object({
  name: Type.Optional(name),
  handle,
  timezone: Type.Optional(timezone),
});
export type WorkspaceUpdate = Static<typeof WorkspaceUpdate>;

/** What another system calls the workspace. Only operators see it. */
export const ExternalId = Type.String({
  'x-trimmed': true,
  minLength: 1,
  maxLength: NAME_LENGTH,
  description: 'What another system, such as one for billing, calls the workspace; unique on this server.',
  examples: ['cus_NffrFeUfNV2Hib'],
});

/** How operators create a workspace. */
export const OperatedInput = Type.Object({
  name,
  handle,
  timezone: Type.Optional({ ...timezone, default: DEFAULT_TIMEZONE }),
  external_id: Clearable(ExternalId),
});
export type OperatedInput = Static<typeof OperatedInput>;

export const OperatedUpdate = Type.Object({
  name: Type.Optional(name),
  handle,
  timezone: Type.Optional(timezone),
  external_id: Clearable(ExternalId),
});
export type OperatedUpdate = Static<typeof OperatedUpdate>;

/** How operators suspend a workspace. */
export const SuspensionInput = Type.Object({
  reason: Clearable(
    Reason({
      description: 'Why. Callers with its keys see it, and so do its admins in the console.',
      examples: ['Invoice 2026-10 is overdue'],
    }),
  ),
});

/** How operators delete a workspace. */
export const DeletionInput = Type.Object({
  grace_days: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: GRACE_DAYS.most,
      description: `Days until its rows are removed; ${GRACE_DAYS.usual} unless given. Until then it can be restored.`,
      examples: [GRACE_DAYS.usual],
    }),
  ),
});
