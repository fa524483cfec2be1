// Pages about connected accounts that no path leads to: around a provider's own, and of meetings changed in a calendar.
import type { Result } from '../../../src/features/calendar/connections/complete.ts';
import { endedPage, unknownPage } from '../../../src/features/calendar/connections/pages.ts';
import { readerOf } from '../../../src/html/reader.ts';
import { pageHeaders } from '../../../src/http/access/pages.ts';
import { DAY_MS, HOUR_MS } from '../../../src/time/timestamps.ts';
import { owner, signedIn } from '../console/signed-in.ts';
import { type Calendar, calendarsOf } from '../makers/calendars.ts';
import { applyTransition, makeRequest } from '../makers/meeting-requests.ts';
import { seenInCalendar, writeEvent } from '../makers/receiving-calendars.ts';
import { showRequest, untilIdle } from '../makers/scheduling.ts';
import { dataOf, type Node } from '../server/rota.ts';
import type { ConsolePage } from './console-pages.ts';

const asPage = { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' };

const results: Result[] = [
  ...(['connected', 'refused', 'missing_scope', 'expired', 'used', 'other_browser'] as const),
  ...(['unavailable', 'limit_reached', 'deactivated', 'failed'] as const),
];

/** The owner has a calendar that receives bookings, and the service both providers. */
export async function accountPages(node: Node): Promise<ConsolePage[]> {
  return [...(await changedMeetings(node)), ...(await consentPages(node)), ...pagesBack()];
}

/** What people see who come back from a provider. */
function pagesBack(): ConsolePage[] {
  const reader = readerOf('en', undefined);
  const connection = { member_id: 'mem_1', provider: 'google', account_email: 'ada@example.com' } as const;
  const reason = (result: Result) => (result === 'failed' ? 'Google answered with an error (500)' : null);
  const page = (name: string, body: string): ConsolePage => {
    const path = `/connect/callback?state=${name}`;
    return { name: `callback-${name}`, path, instead: { status: 200, headers: asPage, body } };
  };
  return [
    ...results.map((result) =>
      page(result, endedPage(reader, { connection, result, reason: reason(result) }, '/connect/callback')),
    ),
    page('unknown', unknownPage(reader)),
  ];
}

/** What a member sees before they go to each provider. */
async function consentPages(node: Node): Promise<ConsolePage[]> {
  const member = await owner(node);
  const admin = await signedIn(node, member);
  const path = `/console/members/${member.id}/calendars/connect`;
  const pages = ['google', 'microsoft'].map(async (provider) => {
    const { status, text: body } = await admin.post(path, { provider });
    return {
      ...{ name: `consent-${provider}`, path: `${path}?${provider}` },
      instead: { status, headers: asPage, body },
    };
  });
  return Promise.all(pages);
}

/** Meetings whose event was moved, moved into the past, or deleted. */
async function changedMeetings(node: Node): Promise<ConsolePage[]> {
  const member = await owner(node);
  const calendars = dataOf<Calendar[]>(await node.get(calendarsOf(member)));
  const receiving = calendars.find(({ receives_bookings }) => receives_bookings);
  if (!receiving) throw new Error('The member needs a calendar that receives bookings');
  const calendar = { id: receiving.id, member_id: member.id };
  const changed = async (name: string, days: number, hours: number | null): Promise<ConsolePage> => {
    const starts_at = new Date(node.clock.now() + days * DAY_MS).toISOString();
    const { id } = await makeRequest(node, {
      organizer_email: member.email,
      participants: [{ name: 'Grace Hopper', email: 'grace@example.org' }],
      context: { title: 'Product demo', duration_minutes: 45 },
    });
    dataOf(await applyTransition(node, id, 'book', { starts_at, force: true }));
    await untilIdle(node);
    const request = await showRequest(node, id);
    await writeEvent(node, calendar, request);
    const at = (time: string | null) => Date.parse(time ?? '') + (hours ?? 0) * HOUR_MS;
    const time = hours === null ? null : { start: at(request.starts_at), end: at(request.ends_at) };
    await seenInCalendar(node, calendar, request, time);
    await untilIdle(node);
    return { name: `requests-${name}`, path: `/console/requests/${id}` };
  };
  return [
    await changed('moved', 3, 4),
    await changed('moved-into-the-past', 4, -200),
    await changed('deleted', 5, null),
  ];
}
