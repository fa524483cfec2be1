// What an invitation says to one reader alone: where the meeting is, in their language, and what they can do about it.
import type { InviteDetails } from '../../../../icalendar/details.ts';
import { labelled } from '../../../../mail-out/content.ts';
import type { Links } from '../../../../mail-out/drafts.ts';
import { answersInLines } from '../../../../text/answers.ts';
import { type Language, localeOf } from '../../../../text/languages.ts';
import { multiline } from '../../../../text/plain-text.ts';
import { joinUrlOf, type Where, whereForGuest, whereForHosts } from '../../../../text/where.ts';
import { answersOf, type Correspondence, guestMailboxOf, meetingFor } from '../mails/people.ts';
import type { ParticipantRow } from '../mails/people-queries.ts';

interface Words {
  join: string;
  both: string;
  reschedule: string;
  cancel: string;
}

const words: Record<Language, Words> = {
  en: {
    join: 'Join the video call',
    both: 'Reschedule or cancel',
    reschedule: 'Reschedule',
    cancel: 'Cancel',
  },
  de: {
    join: 'Zum Videogespräch',
    both: 'Verschieben oder absagen',
    reschedule: 'Verschieben',
    cancel: 'Absagen',
  },
  fr: {
    join: 'Rejoindre la visioconférence',
    both: 'Déplacer ou annuler',
    reschedule: 'Déplacer',
    cancel: 'Annuler',
  },
  es: {
    join: 'Unirse a la videollamada',
    both: 'Cambiar la hora o cancelar',
    reschedule: 'Cambiar la hora',
    cancel: 'Cancelar',
  },
};

export function detailsForGuest(
  correspondence: Correspondence,
  participant: ParticipantRow,
  { page, reschedule, cancel }: Links,
): InviteDetails {
  const { organizer, settings } = correspondence;
  const { language } = localeOf(participant.locale, settings.locale);
  const own = words[language];
  const { where, purpose, description } = meetingFor('participant', correspondence, null);
  const place =
    where && whereForGuest(where, language, { host: organizer, number: participant.phone_number });
  const what = reschedule && cancel ? own.both : reschedule ? own.reschedule : cancel ? own.cancel : null;
  return detailsOf(
    where,
    place,
    own.join,
    language,
    [purpose, description, what && page ? labelled(what, page, language) : null],
    page ?? null,
  );
}

/** `url` leads to the request in the console. */
export function detailsForHost(correspondence: Correspondence, url: string): InviteDetails {
  const { participants } = correspondence;
  const { where, purpose, description } = meetingFor('host', correspondence, null);
  const place = where && whereForHosts(where, participants.map(calleeOf));
  const answers = answersInLines(
    participants.map((each) => ({ name: calleeOf(each).name, answers: answersOf(each) })),
  );
  return detailsOf(where, place, words.en.join, 'en', [purpose, description, answers], url);
}

const calleeOf = (participant: ParticipantRow) => {
  const { name, address } = guestMailboxOf(participant);
  return { name: name ?? address, number: participant.phone_number };
};

function detailsOf(
  where: Where | null,
  place: string | null,
  join: string,
  language: Language,
  [purpose, description, link]: (string | null)[],
  url: string | null,
): InviteDetails {
  const joinUrl = joinUrlOf(where);
  const said = [purpose, description].flatMap((text) => multiline(text ?? '') || []);
  const links = [joinUrl && labelled(join, joinUrl, language), link].filter(Boolean).join('\n');
  return {
    description: [...said, links].filter(Boolean).join('\n\n') || null,
    // Calendars make a link of an address, and lead to it with one tap.
    location: joinUrl ?? place,
    url,
    conference: joinUrl ? { url: joinUrl, label: join } : null,
  };
}
