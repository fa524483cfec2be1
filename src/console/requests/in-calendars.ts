// What hosts did to the event of a meeting in their calendars: said in a line for each, and decided with a button.
import { named } from '../../html/blocks.ts';
import { inlineForm } from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import type { Screen } from '../screen.ts';
import { plainName } from '../words.ts';
import type { RequestData } from './read.ts';
import type { ShownRequest } from './words.ts';

type Change = ShownRequest['calendar_changes'][number];

export function calendarLines(screen: Screen, { request, hosts }: RequestData): Content {
  return request.calendar_changes.map((change) => {
    const host = hosts.find(({ email }) => email === change.host_email);
    const isOwn = change.host_email === screen.member.email;
    const whose = isOwn ? 'your' : html`${named(host ? plainName(host) : change.host_email)}’s`;
    const time = timeOf(change);
    return time
      ? html`<p>In ${whose} calendar, it’s now on ${screen.dates.whole(time)}.</p>\n`
      : html`<p>It was deleted from ${whose} calendar.</p>\n`;
  });
}

/** What can be decided about it, the likeliest first. Nothing unless something was changed in a calendar. */
export function calendarActions(screen: Screen, { calendar_changes: changes, id }: ShownRequest): Html[] {
  if (changes.length === 0) return [];
  const { token, dates, now } = screen;
  const url = `/console/requests/${id}`;
  const times = new Map(
    changes.flatMap((change) => {
      const time = timeOf(change);
      return time && time.starts_at > now ? [[`${change.starts_at} ${change.ends_at}`, time] as const] : [];
    }),
  );
  const moves = [...times.values()].map((time, place) =>
    inlineForm({
      action: `${url}/follow-calendar`,
      token,
      label: `Move meeting to ${dates.shortDay(time.starts_at)}, ${dates.clock(time.starts_at)}`,
      kind: place === 0 ? 'main' : 'quiet',
      fields: {
        starts_at: new Date(time.starts_at).toISOString(),
        ends_at: new Date(time.ends_at).toISOString(),
      },
    }),
  );
  const putBack = inlineForm({ action: `${url}/put-back`, token, label: 'Put event back' });
  return [...moves, putBack];
}

function timeOf({ starts_at, ends_at }: Change) {
  return starts_at === null || ends_at === null
    ? undefined
    : { starts_at: Date.parse(starts_at), ends_at: Date.parse(ends_at) };
}
