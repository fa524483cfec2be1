import { notFound } from '../../errors.ts';
import { getMembership, pauseMembership } from '../../features/turns/rotation/memberships.ts';
import { getRotation } from '../../features/turns/rotation/report.ts';
import { Membership, Pause, Rotation } from '../../features/turns/rotation/shapes.ts';
import { getTeam, listTeams } from '../../features/turns/teams/operations.ts';
import { ListedTeam } from '../../features/turns/teams/shapes.ts';
import { Email, Many } from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
import { foldEmail } from '../../text/emails.ts';
import { firstOf, limitInput, pageInput, pageRequestFrom, teamId } from '../inputs.ts';
import { changingTool, readingTool } from '../tool.ts';

/** For lists with many names and descriptions. */
const LINE_LENGTH = 500;

const listTeamsTool = readingTool({
  name: 'list_teams',
  title: 'List teams',
  description:
    'Lists the teams of the workspace, newest first, with how each decides who takes a meeting: pool (members take turns), stack (everybody ' +
    'together) or manual (the organizer is named). Use it to find the team_id for request_meeting, find_times or whose_turn. For the members ' +
    'of a team, or whose turn it is, use whose_turn instead.',
  scope: 'teams.read',
  textLength: LINE_LENGTH,
  input: Type.Object({
    ...pageInput('team'),
    active: Type.Optional(
      Type.Boolean({ default: true, description: 'true for active teams, false for deactivated ones.' }),
    ),
  }),
  output: Many(ListedTeam),
  run: ({ context }, input) =>
    listTeams(context, { active: input.active ?? true, email_address: undefined }, pageRequestFrom(input)),
});

export const whoseTurn = readingTool({
  name: 'whose_turn',
  title: 'Whose turn it is',
  description:
    'Reads the rotation of one team: members in the order of their turns, the next assignee first; then who is left out and why (paused, no ' +
    'seat); and how many turns each has had. It takes no turn and changes nothing. For free times, use find_times instead. A pool passes over ' +
    'members who have no time for a meeting: request_meeting with dry_run says who would really get it.',
  scope: 'teams.read',
  textLength: LINE_LENGTH,
  input: Type.Object({ team_id: teamId, ...limitInput }),
  output: Type.Object({
    rotation: {
      ...Rotation,
      properties: {
        ...Rotation.properties,
        queue: {
          ...Rotation.properties.queue,
          description:
            'First the members who can take a turn, in order, then the others; at most `limit` in all. Empty in manual mode.',
        },
      },
    },
  }),
  async run({ context }, { team_id, limit }) {
    const rotation = await getRotation(context, team_id);
    return { rotation: { ...rotation, queue: firstOf(rotation.queue, { limit }) } };
  },
});

const pauseMember = changingTool({
  name: 'pause_member',
  title: 'Pause a member of a team',
  description:
    'Keeps a member out of the turns of one team, until a given time or until a person ends the pause. Use it when somebody is away or asks for no ' +
    'new meetings. Their existing meetings stay as they are. To pause a meeting, use pause instead. No tool ends a pause, so prefer one with until.',
  scope: 'teams.write',
  isDestructive: false,
  textLength: LINE_LENGTH,
  input: Type.Object({
    team_id: teamId,
    member_email: Email('The member of the team.'),
    ...Pause.properties,
  }),
  output: Type.Object({ membership: Membership }),
  line: ({ team_id }) => team_id,
  async change({ context }, { team_id, member_email, until }) {
    const { members } = await getTeam(context, team_id);
    const member = members.find(({ email }) => foldEmail(email) === foldEmail(member_email));
    if (!member) throw notFound('Team membership');
    await pauseMembership(context, team_id, member.id, { until });
    return member.id;
  },
  async stateOf(context, id, { team_id }) {
    return String((await getMembership(context, team_id, id)).paused_at);
  },
  async show({ context }, id, { team_id }) {
    return { membership: await getMembership(context, team_id, id) };
  },
});

export const teamTools = [listTeamsTool, whoseTurn, pauseMember];
