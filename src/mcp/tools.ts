import type { Tool } from './tool.ts';
import { answerTools } from './tools/answers.ts';
import { meetingChangeTools } from './tools/meeting-changes.ts';
import { meetingTypeTools } from './tools/meeting-types.ts';
import { meetingTools } from './tools/meetings.ts';
import { memberTools } from './tools/members.ts';
import { requestMeeting } from './tools/request-meeting.ts';
import { teamTools } from './tools/teams.ts';
import { timeTools } from './tools/times.ts';

/** Every tool, in the order in which agents see them. */
export const tools: Tool[] = [
  ...timeTools,
  ...meetingTypeTools,
  requestMeeting,
  ...meetingTools,
  ...answerTools,
  ...meetingChangeTools,
  ...teamTools,
  ...memberTools,
];
