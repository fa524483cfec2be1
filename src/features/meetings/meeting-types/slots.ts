// The times of a meeting type: those of its team or member, with its duration and its limits.
import type { Context } from '../../../context.ts';
import type { TimeAsked } from '../../calendar/slots/one-time.ts';
import { explainMemberTime, findMemberSlots } from '../../calendar/slots/operations.ts';
import type { SlotQuery } from '../../calendar/slots/rules.ts';
import { findTeam } from '../../turns/rotation/routed-teams.ts';
import { explainTeamTime, findTeamSlots, type TeamSlotQuery } from '../../turns/rotation/slots.ts';
import { findGivenType, requireTypeOf } from './given.ts';
import { findMeetingType } from './operations.ts';

interface WithType {
  meeting_type_id: string | undefined;
}

export async function findMemberSlotsOf(context: Context, id: string, query: SlotQuery & WithType) {
  const type = await findGivenType(context, context.database, query.meeting_type_id);
  if (type) requireTypeOf(type, { member_id: id });
  return findMemberSlots(context, id, query, type);
}

export async function findTeamSlotsOf(context: Context, id: string, query: TeamSlotQuery & WithType) {
  const type = await findGivenType(context, context.database, query.meeting_type_id);
  if (type) requireTypeOf(type, { team_id: id });
  return findTeamSlots(context, id, query, type);
}

/** In a pool team: when anybody is free who can take a turn, as on the type's page. */
export async function findTypeSlots(context: Context, id: string, query: SlotQuery) {
  const type = await findMeetingType(context, context.database, id);
  const { team_id, member_id } = type;
  if (team_id === null) return findMemberSlots(context, member_id as string, query, type);
  const { mode } = await findTeam(context, context.database, team_id);
  return findTeamSlots(context, team_id, { ...query, hosts: mode === 'pool' ? 'any' : undefined }, type);
}

/** Whether a meeting of the type could be at this time, and if not, who or which limit is in the way. */
export async function explainTypeTime(context: Context, id: string, asked: TimeAsked) {
  const type = await findMeetingType(context, context.database, id);
  const { team_id, member_id } = type;
  return team_id === null
    ? explainMemberTime(context, member_id as string, asked, type)
    : explainTeamTime(context, team_id, asked, type);
}
