import { exampleId, exampleOf } from '../../shapes/examples.ts';
import { At, CreatedAt, Id, Nullable, OneOf, Resource } from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
import { teamRoles } from './rules.ts';

export const TeamRole = OneOf(
  teamRoles,
  'Kept for the systems that people sign in to; here, what may be changed is up to the scopes of the key.',
);

/** The workspace member who has a place in a team, or a turn. */
export const memberInTeam = {
  workspace_membership_id: Id('member', 'The workspace member.'),
  email: Type.String({ description: 'The email of the workspace member.', examples: ['ada@example.com'] }),
  name: Nullable(
    Type.String({
      description: 'The name of the workspace member; null when it is not known.',
      examples: ['Ada Lovelace'],
    }),
  ),
};

/** A membership in an answer: on its own, in its team's `members`, and as `next_assignee`. */
export const Membership = Resource(
  {
    id: Id('membership', 'Names the membership: this member in this team.'),
    team_id: Id('team', 'The team.'),
    role: TeamRole,
    ...memberInTeam,
    paused_at: Nullable(
      At('Since when the member is kept out of the rotation; null while not paused.', null),
    ),
    last_assigned_at: Nullable(
      At('When the rotation last chose the member; null before that and after a pause.'),
    ),
    created_at: CreatedAt('membership', 'When the member was added to the team.'),
  },
  'TeamMembership',
  "A member's place in a team.",
);

/** Somebody else in the same team, who had the turn before. */
const ben = {
  ...(exampleOf(Membership) as object),
  id: exampleId('membership', 1),
  role: 'manager',
  workspace_membership_id: exampleId('member', 1),
  email: 'ben@example.com',
  name: 'Ben Okafor',
  last_assigned_at: '2026-11-13T15:12:44.090Z',
};

/** The members of the team in the examples; the second is next. */
export const exampleMembers = [exampleOf(Membership), ben];
