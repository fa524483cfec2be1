import { At, Clearable, Email, Id, Name, Nullable, OneOf, Resource } from '../../../shapes/fields.ts';
import { type Static, Type } from '../../../shapes/type.ts';
import { EntitlementInput, OperatedEntitlement } from '../../people/entitlements/shapes.ts';
import { workspaceStatuses } from '../../workspace/workspaces/rules.ts';
import { ExternalId, LimitsUpdate, OperatedInput, Workspace } from '../../workspace/workspaces/shapes.ts';
import { MonthOfUsage, WorkspaceLimits } from '../billing/shapes.ts';

const workspaceFields = {
  ...Workspace.properties,
  external_id: Nullable(ExternalId),
  status: OneOf(
    workspaceStatuses,
    'While it is `suspended`, its keys and links are refused and nothing is sent. `deleting` does the same until the workspace is removed at `delete_at`.',
  ),
  suspended_at: Nullable(At('When it was suspended; null unless it is.', null)),
  suspended_reason: Nullable(
    Type.String({
      description: 'The reason that the operator gave. Callers with a key of the workspace see it.',
      examples: [null],
    }),
  ),
  delete_at: Nullable(At('When everything in it will be removed; null unless it is being deleted.', null)),
};

export const OperatedWorkspace = Resource(
  workspaceFields,
  'OperatedWorkspace',
  'A workspace as operators see it.',
);

const detailFields = {
  ...workspaceFields,
  limits: WorkspaceLimits,
  entitlements: Type.Array(OperatedEntitlement, {
    description:
      'Those that seats can be assigned under, and those that still have some. The first active one is the default.',
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
    description: 'The limits of this workspace, where they differ from the settings.',
  }),
});
export type NewWorkspaceInput = Static<typeof NewWorkspaceInput>;
