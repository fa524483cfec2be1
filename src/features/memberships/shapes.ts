import { Id, Nullable, OneOf, Resource, Timestamp } from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { teamRoles } from './rules.ts';

/** A membership in an answer: on its own, in its team's `members`, and as `next_assignee`. */
export const Membership = Resource(
  {
    id: Id('membership'),
    team_id: Id('team'),
    role: OneOf(teamRoles),
    workspace_membership_id: Id('member'),
    email: Type.String({ examples: ['ada@example.com'] }),
    name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
    paused_at: Nullable(Timestamp),
    last_assigned_at: Nullable({
      ...Timestamp,
      description: 'When the rotation last chose the member; null before that and after a pause.',
    }),
    created_at: Timestamp,
  },
  'TeamMembership',
);
