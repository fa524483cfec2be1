import { Id, Nullable, OneOf, Resource, Timestamp } from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { memberRoles } from './rules.ts';

export const Member = Resource(
  {
    id: Id('member'),
    email: Type.String({ examples: ['ada@example.com'] }),
    name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
    role: OneOf(memberRoles),
    deactivated_at: Nullable(Timestamp),
    created_at: Timestamp,
  },
  'WorkspaceMember',
);

/** What the API description calls the routes of members. */
export const group = 'Workspace members';
export const path = { id: { kind: 'member', what: 'Workspace member' } } as const;
