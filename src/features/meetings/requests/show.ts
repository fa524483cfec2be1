import type { Context } from '../../../context.ts';
import type { Reader } from '../../../storage/database.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { readOptions } from '../../calendar/options/operations.ts';
import { presentAnswers } from '../meeting-types/questions.ts';
import { readCalendarChanges } from './lifecycle/in-calendars.ts';
import { findRequest } from './lifecycle/transitions.ts';
import { pageUrl } from './mails/people.ts';
import { readRespondents } from './participants/responses.ts';
import { readSuggested } from './participants/suggested.ts';
import { presentRequest } from './present.ts';
import { mayActForParticipants } from './rules.ts';

/** A request with what was offered for it and answered. */
export async function showRequest(context: Context, reader: Reader, id: string) {
  const request = await findRequest(context, reader, id);
  const respondents = await readRespondents(context, reader, id);
  const options = await readOptions(context, reader, id);
  const suggested = await readSuggested(context, reader, id);
  const calendarChanges = await readCalendarChanges(context, reader, request);
  const mayAct = mayActForParticipants(context.caller);
  const emails = new Map(respondents.map(({ place, email }) => [place, email]));
  return {
    ...presentRequest(request),
    participants: respondents.map((participant) => ({
      email: participant.email,
      name: participant.name,
      timezone: participant.timezone,
      locale: participant.locale,
      phone_number: participant.phone_number,
      response: participant.response,
      responded_at: formatTimestamp(participant.responded_at),
      comment: participant.comment,
      wishes: participant.wishes,
      answers: presentAnswers(participant.answers),
      attendance: participant.attendance,
      opted_out: participant.opted_out,
      booking_url: mayAct ? pageUrl(context, id, participant.place) : null,
    })),
    suggested_participants: suggested,
    calendar_changes: calendarChanges,
    options: options.map((option) => ({
      id: option.id,
      starts_at: formatTimestamp(option.starts_at),
      ends_at: formatTimestamp(option.ends_at),
      round: option.round,
      status: option.status,
      accepted_by: option.accepted_by.flatMap((place) => emails.get(place) ?? []),
    })),
  };
}
