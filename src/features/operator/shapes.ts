import { At, Clearable, Email, Id, Name, Nullable, OneOf, Reason, Resource } from '../../shapes/fields.ts';
import { type Static, Type } from '../../shapes/type.ts';
import { EntitlementInput, OperatedEntitlement } from '../entitlements/shapes.ts';
import { workspaceStatuses } from '../workspaces/rules.ts';
import { ExternalId, LimitsUpdate, limitWords, OperatedInput, Workspace } from '../workspaces/shapes.ts';

const workspaceFields = {
  ...Workspace.properties,
  external_id: Nullable(ExternalId),
  status: OneOf(
    workspaceStatuses,
    'While it is `suspended`, its keys and links are refused and nothing is sent. `deleting` is the same, until it is removed at `delete_at`.',
  ),
  suspended_at: Nullable(At('When it was suspended; null unless it is.', null)),
  suspended_reason: Nullable(
    Type.String({
      description: 'Why, as the operator has said it. Callers with a key of the workspace are told.',
      examples: [null],
    }),
  ),
  delete_at: Nullable(At('When everything in it is removed; null unless it is to be deleted.', null)),
};

export const OperatedWorkspace = Resource(
  workspaceFields,
  'OperatedWorkspace',
  'A workspace as operators see it.',
);

const Limited = (description: string, effective: number) =>
  Resource(
    {
      set: Nullable(
        Type.Integer({
          description: 'What was set for this workspace; null for the limit of the settings.',
          examples: [null],
        }),
      ),
      effective: Type.Integer({ description: 'What holds now; 0 for no limit.', examples: [effective] }),
    },
    undefined,
    description,
  );

export const WorkspaceLimits = Resource(
  {
    requests_per_minute: Limited(limitWords.requests_per_minute, 1_200),
    api_keys: Limited(limitWords.api_keys, 500),
    teams: Limited(limitWords.teams, 1_000),
    webhook_endpoints: Limited(limitWords.webhook_endpoints, 200),
    members: Limited(limitWords.members, 10_000),
    messages_per_day: Limited(limitWords.messages_per_day, 0),
    messages_today: Type.Integer({
      description:
        'Messages of this UTC day that count. They are counted only while there is a limit for them.',
      examples: [0],
    }),
    messages_held: Type.Integer({
      description: 'Messages that wait for the next day because of the limit.',
      examples: [0],
    }),
  },
  'WorkspaceLimits',
  'How much the workspace may have and do.',
);

const count = (description: string, example: number) => Type.Integer({ description, examples: [example] });

const usageFields = {
  month: Type.String({ description: 'The month, by UTC.', examples: ['2026-11'] }),
  meeting_requests: count('Meeting requests that were made.', 31),
  bookings: count('Meeting requests that were booked.', 24),
  messages_sent: count('Messages that were sent, or kept where there is no mail server.', 118),
  messages_received: count('Messages that came in.', 42),
  events: count('Events that happened.', 203),
  api_requests: count('Calls with keys of the workspace.', 5_120),
  members: count('Active members: the most at a time.', 12),
  seats: count('Assigned seats: the most at a time.', 4),
  counted_until: Nullable(
    At('What was made until then is counted; null before anything was.', '2026-11-16T09:25:00.000Z'),
  ),
};

export const MonthOfUsage = Resource(usageFields, 'MonthOfUsage', 'What a workspace has used in a month.');

export const WorkspaceUsage = Resource(
  { workspace_id: Id('workspace', 'Whose usage it is.'), ...usageFields },
  'WorkspaceUsage',
  'What one of all workspaces has used in a month.',
);

const detailFields = {
  ...workspaceFields,
  limits: WorkspaceLimits,
  entitlements: Type.Array(OperatedEntitlement, {
    description:
      'Those under which seats can be assigned, or still are. The first active one is for seats that name none.',
  }),
  usage: MonthOfUsage,
};

export const OperatedWorkspaceDetail = Resource(
  detailFields,
  'OperatedWorkspaceDetail',
  'A workspace with its limits, what was bought for it, and what it has used this month.',
);

export const NewOperatedWorkspace = Resource(
  {
    ...detailFields,
    owner: Resource(
      {
        id: Id('member', 'Names the member.'),
        email: Type.String({ description: 'Where the owner gets mail.', examples: ['ada@example.com'] }),
        name: Nullable(
          Type.String({
            description: 'The whole name; null when it is not known.',
            examples: ['Ada Lovelace'],
          }),
        ),
      },
      undefined,
      'The first member, an `admin`, who can sign in to the console.',
    ),
  },
  'NewOperatedWorkspace',
  'A workspace that was just made, with its owner.',
);

const { active, ...boughtFields } = EntitlementInput.properties;

export const NewWorkspaceInput = Type.Object({
  ...OperatedInput.properties,
  owner: Type.Object(
    {
      email: Email('Where the owner gets mail. Asking for a link with it signs them in to the console.'),
      name: Clearable({ ...Name('Ada Lovelace', 'The whole name, if it is known.'), minLength: 0 }),
    },
    { description: 'The first member, who becomes an `admin`.' },
  ),
  entitlement: Type.Optional(
    Type.Object(boughtFields, {
      description: 'What was bought for it. It needs `seat_capacity`, or `seat_unlimited` as true.',
    }),
  ),
  limits: Type.Optional({
    ...LimitsUpdate,
    description: 'Limits of its own, where they differ from the settings.',
  }),
});
export type NewWorkspaceInput = Static<typeof NewWorkspaceInput>;

export const SuspendInput = Type.Object({
  reason: Clearable(
    Reason({
      description: 'Why. Callers with a key of the workspace are told, and it stands in the audit log.',
      examples: ['Invoice 2026-10 is overdue'],
    }),
  ),
});

export const EndInput = Type.Object({
  reason: Clearable(
    Reason({ description: 'Why, for the audit log.', examples: ['Cancelled by the customer'] }),
  ),
});
export type EndInput = Static<typeof EndInput>;

/** What the API description calls these routes. */
export const group = {
  name: 'Operators',
  description:
    'For whoever runs the service, such as a system that sends bills: workspaces, what was bought for them, and what they use. ' +
    'These paths need an operator key, which `rota operator-key create` makes.',
};
export const path = { id: { kind: 'workspace', what: 'Workspace' } } as const;
export const entitlementPath = {
  ...path,
  entitlement_id: { kind: 'entitlement', what: 'Entitlement' },
} as const;
