import { notFound } from '../../errors.ts';
import { getMembership, pauseMembership } from '../../features/turns/rotation/memberships.ts';
import { getRotation } from '../../features/turns/rotation/report.ts';
import { Membership, Pause, Rotation } from '../../features/turns/rotation/shapes.ts';
import { getTeam, listTeams } from '../../features/turns/teams/operations.ts';
import { ListedTeam } from '../../features/turns/teams/shapes.ts';
import { Email, Many } from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
import { foldEmail } from '../../text/emails.ts';
import { firstOf, firstOnes, pageFrom, pageOf, teamId } from '../inputs.ts';
import { changingTool, readingTool } from '../tool.ts';

/** For names and descriptions, where many stand side by side. */
const LINE_LENGTH = 500;

const listTeamsTool = readingTool({
  name: 'list_teams',
  title: 'List teams',
  description:
    'Lists the teams of the workspace, newest first, with how each decides who takes a meeting: pool (in turn), stack (everybody ' +
    'together) or manual (nobody by itself). Use it to find the team_id for request_meeting, find_times or whose_turn. Not for who is in a ' +
    'team, or whose turn it is: use whose_turn.',
  scope: 'teams.read',
  textLength: LINE_LENGTH,
  input: Type.Object({
    ...pageOf('team'),
    active: Type.Optional(
      Type.Boolean({ default: true, description: 'true for active teams, false for deactivated ones.' }),
    ),
  }),
  output: Many(ListedTeam),
  run: ({ context }, input) =>
    listTeams(context, { active: input.active ?? true, email_address: undefined }, pageFrom(input)),
});

export const whoseTurn = readingTool({
  name: 'whose_turn',
  title: 'Whose turn it is',
  description:
    'Reads the rotation of one team: everybody in order, the first is who gets the next turn, then who is left out and why (paused, no ' +
    'seat), and how many turns each had. It takes no turn and changes nothing. Not for the time of somebody: use find_times. A pool passes over ' +
    'who has no time for a meeting: request_meeting with dry_run says who would really get one.',
  scope: 'teams.read',
  textLength: LINE_LENGTH,
  input: Type.Object({ team_id: teamId, ...firstOnes }),
  output: Type.Object({
    rotation: {
      ...Rotation,
      properties: {
        ...Rotation.properties,
        queue: {
          ...Rotation.properties.queue,
          description:
            'First those who can take a turn, in their order, then the others; the first `limit` of them. Empty in manual mode.',
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
    'Keeps a member out of the turns of one team: until a time, or until a person ends the pause. Use it when somebody is away or asks for no ' +
    'new meetings. Not for a meeting: use pause. Meetings that the member has stay as they are. There is no tool that ends a pause, so ' +
    'prefer one with until.',
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
