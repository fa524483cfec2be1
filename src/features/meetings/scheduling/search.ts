import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../storage/database.ts';
import { readTogether } from '../../../storage/read-together.ts';
import { readOptions } from '../../calendar/options/operations.ts';
import type { Option } from '../../calendar/options/rules.ts';
import type { SlotSubject } from '../../calendar/slots/operations.ts';
import { settingsFor } from '../../calendar/slots/rules.ts';
import { findLackingSeat } from '../../people/seats/needed.ts';
import { readSchedulingSettings } from '../../workspace/scheduling-settings/operations.ts';
import type { SchedulingSettings } from '../../workspace/scheduling-settings/rules.ts';
import { readWorkspace } from '../../workspace/workspaces/operations.ts';
import { everyHost, type LockedRequest } from '../requests/lifecycle/hosts.ts';
import { usualMinutes } from '../requests/lifecycle/times.ts';
import { readRequestType } from '../requests/lifecycle/types.ts';
import { readRespondents } from '../requests/participants/responses.ts';
import { hostsKeepMeeting, type Respondent, spanOf } from '../requests/rules.ts';

/** The search for a time of one request, while the request is locked. */
export interface Search {
  context: Context;
  tx: Transaction;
  locked: LockedRequest;
  settings: SchedulingSettings;
  respondents: Respondent[];
  options: Option[];
  /** Hosts who need a seat for the meeting and have none. */
  withoutSeat: { id: string; email: string }[];
  /** Whose slots are searched, and with which limits. */
  subject: SlotSubject;
  /** The organizer's clock, for participants whose zone is unknown. */
  timezone: string;
}

export async function loadSearch(context: Context, tx: Transaction, locked: LockedRequest): Promise<Search> {
  const { request, hosts } = locked;
  const [usual, workspace, respondents, options, type] = await readTogether(tx, (together) => [
    readSchedulingSettings(context, together),
    readWorkspace(context, together),
    readRespondents(context, together, request.id),
    readOptions(context, together, request.id),
    readRequestType(context, together, request),
  ]);
  const settings = settingsFor(usual, type);
  const members = everyHost(hosts);
  const keeps_meeting = hostsKeepMeeting(request);
  const needSeats = settings.seats_required && !keeps_meeting;
  return {
    context,
    tx,
    locked,
    settings,
    respondents,
    options,
    withoutSeat: needSeats ? await findLackingSeat(context, tx, idsOf(members)) : [],
    subject: {
      hosts: members.map(({ id }) => ({ member_id: id, keeps_meeting })),
      timeframe: spanOf(request),
      duration_minutes: usualMinutes(request, settings),
      type,
      request_id: request.id,
    },
    timezone: request.organizer_timezone ?? hosts.organizer.timezone ?? workspace.timezone,
  };
}

const idsOf = (members: { id: string }[]) => members.map(({ id }) => id);

/** The clock of a participant, for business days. */
export function clockOf({ settings, timezone }: Search, participant: Respondent) {
  return { timezone: participant.timezone ?? timezone, holidays: settings.holidays };
}
