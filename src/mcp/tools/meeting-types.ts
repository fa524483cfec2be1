import { listMeetingTypes } from '../../features/meetings/meeting-types/operations.ts';
import { MeetingType } from '../../features/meetings/meeting-types/shapes.ts';
import { Many, Resource } from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
import { pageInput, pageRequestFrom, teamId } from '../inputs.ts';
import { LINE_LENGTH } from '../labels.ts';
import { readingTool } from '../tool.ts';

const { id, name, description, team_id, workspace_membership_id, duration_minutes, choose_host } =
  MeetingType.properties;
const { questions, active, url } = MeetingType.properties;

const listMeetingTypesTool = readingTool({
  name: 'list_meeting_types',
  title: 'List meeting types',
  description:
    'Lists the kinds of meetings that teams and members offer, newest first: how long each takes, who takes it, and what guests are asked. Use it ' +
    'when the user names one ("a demo"), to find the meeting_type_id for request_meeting, find_times or explain_time, and the keys of the questions ' +
    'that participants can answer. For teams, use list_teams instead; for meetings, list_meetings.',
  scope: 'meeting_types.read',
  textLength: LINE_LENGTH,
  input: Type.Object({
    ...pageInput('meetingType'),
    team_id: Type.Optional({ ...teamId, description: 'Only those of this team.' }),
    active: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'true for those that can be booked, false for the others.',
      }),
    ),
  }),
  output: Many(
    Resource({
      ...{ id, name, description, team_id, workspace_membership_id, duration_minutes, choose_host },
      ...{ questions, active, url },
    }),
  ),
  run: ({ context }, { active: isActive = true, team_id: team, ...page }) =>
    listMeetingTypes(
      context,
      { team_id: team, workspace_membership_id: undefined, active: isActive },
      pageRequestFrom(page),
    ),
});

export const meetingTypeTools = [listMeetingTypesTool];
