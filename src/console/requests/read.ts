// Reads what the page of a request shows.
import { nameMeetingTypes } from '../../features/meetings/meeting-types/operations.ts';
import type { Answer } from '../../features/meetings/meeting-types/questions.ts';
import { findAnswers } from '../../features/meetings/requests/lists/overview.ts';
import { getRequest, whoHosts } from '../../features/meetings/requests/operations.ts';
import { whereIs } from '../../features/meetings/requests/places/where.ts';
import { openStatuses } from '../../features/meetings/requests/rules.ts';
import { getProgress, type Progress } from '../../features/meetings/scheduling/progress.ts';
import { findMembers, type MemberRow } from '../../features/people/members/operations.ts';
import { findTurnFor, type Turn } from '../../features/turns/rotation/turns.ts';
import { readPublicTeam } from '../../features/turns/teams/operations.ts';
import { getSchedulingSettings } from '../../features/workspace/scheduling-settings/operations.ts';
import type { SchedulingSettings } from '../../features/workspace/scheduling-settings/rules.ts';
import type { Where } from '../../text/where.ts';
import type { Screen } from '../screen.ts';
import { memberAddresses } from './colleagues.ts';
import { type Conversation, readConversation } from './conversation.ts';
import type { People } from './decisions.ts';
import type { ShownRequest } from './words.ts';

export interface RequestData {
  request: ShownRequest;
  progress: Progress;
  settings: SchedulingSettings;
  /** Where the meeting is or will be; null for nowhere in particular. */
  where: Where | null;
  turn: Turn | undefined;
  team: { id: string; name: string } | undefined;
  /** Maybe deleted. */
  type: { id: string; name: string; deleted_at: number | null } | undefined;
  /** To the questions of the type, by address. */
  answers: ReadonlyMap<string, readonly Answer[]>;
  /** The organizer first. */
  hosts: MemberRow[];
  conversation: Conversation;
  /** Addresses to suggest as a new organizer. */
  colleagues: string[];
  people: People;
}

export async function readRequest(
  screen: Screen,
  id: string,
  after: { message: string | undefined; entry: string | undefined },
): Promise<RequestData> {
  const request = await getRequest(screen, id);
  const isOpen = (openStatuses as readonly string[]).includes(request.status);
  const turn = await findTurnFor(screen, id);
  const { member_ids } = await whoHosts(screen, id);
  const conversation = await readConversation(screen, id, after);
  const considered = turn?.candidates.map((candidate) => candidate.workspace_membership_id) ?? [];
  const ids = new Set([...member_ids, ...considered, ...conversation.memberIds]);
  const members = await findMembers(screen, screen.database, [...ids]);
  const people = new Map(members.map((member) => [member.id, member]));
  const typeId = request.meeting_type_id;
  const [type] = typeId === null ? [] : await nameMeetingTypes(screen, [typeId]);
  return {
    request,
    progress: await getProgress(screen, id),
    settings: await getSchedulingSettings(screen),
    where: await whereIs(screen, id),
    turn,
    team:
      request.team_id === null ? undefined : await readPublicTeam(screen, screen.database, request.team_id),
    type,
    answers: typeId === null ? new Map() : await findAnswers(screen, id),
    hosts: member_ids.flatMap((memberId) => people.get(memberId) ?? []),
    conversation,
    colleagues: isOpen ? await memberAddresses(screen) : [],
    people,
  };
}
