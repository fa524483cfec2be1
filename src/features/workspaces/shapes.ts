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
} from '../../shapes/fields.ts';
import { type Static, Type } from '../../shapes/type.ts';
import { GRACE_DAYS } from './rules.ts';

const Handle = Type.String({
  description:
    "Stands in the teams' scheduling addresses; unique on this server. 1 to 63 lower-case letters, digits and inner hyphens. " +
    'Null while none is set: then teams have no address.',
  examples: ['acme'],
});

const timezone = {
  ...TimeZone,
  description: 'The IANA time zone of members who have none of their own.',
};

export const Workspace = Resource(
  {
    id: Id('workspace', 'Names the workspace.'),
    name: Type.String({ description: 'What people call the workspace.', examples: ['Acme'] }),
    handle: Nullable(Handle),
    timezone,
    created_at: CreatedAt('workspace', 'When the workspace was made.'),
    updated_at: At('When anything about it last changed.', '2026-11-02T08:02:47.590Z'),
  },
  'Workspace',
  "One customer's world: nothing in it is visible from another.",
);

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

/** What an operator says to suspend a workspace. */
export const SuspensionInput = Type.Object({
  reason: Clearable(
    Reason({
      description: 'Why. Callers with its keys are told, and its admins in the console.',
      examples: ['Unpaid bills'],
    }),
  ),
});

/** What an operator says to delete one. */
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
