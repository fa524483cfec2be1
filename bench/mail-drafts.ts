import type { Draft } from '../src/mail-out/drafts.ts';
import { usualShades } from '../src/mail-out/shades.ts';
import { localeOf } from '../src/text/languages.ts';

const HALF_HOUR_MS = 30 * 60_000;

/** An offer of three times, like the first message of a request, to one of this many domains. */
export function offer(number: number, requestId: string | null, domains: number): Draft {
  const first = Date.parse('2026-11-17T10:00:00Z');
  const url = `https://meet.example.com/m/${'0'.repeat(54)}`;
  return {
    kind: 'options',
    meeting_request_id: requestId,
    place: 0,
    from: { name: 'Ada Lovelace (Acme)', address: 'sales.acme@mail.example.com' },
    to: { name: 'Grace Hopper', address: `guest-${number}@domain-${number % domains}.example.org` },
    reply_to: `re-${'0'.repeat(54)}@mail.example.com`,
    timezone: 'Europe/Berlin',
    locale: localeOf('en'),
    brand: { company: 'Acme', address: null, shows_rota: true, ...usualShades, logo: null },
    links: { page: url, more_times: `${url}/times` },
    signature: null,
    invite: null,
    reason: 'new',
    introduction: null,
    is_poll: false,
    stop_url: `https://meet.example.com/m/stop/${'0'.repeat(54)}`,
    options: [0, 1, 2].map((place) => {
      const starts_at = first + place * 24 * 2 * HALF_HOUR_MS;
      return { starts_at, ends_at: starts_at + HALF_HOUR_MS, url: `${url}?option=${place}` };
    }),
    meeting: {
      title: 'Product demo',
      purpose: 'See whether it fits',
      description: null,
      organizer: 'Ada Lovelace',
      organizer_title: null,
      duration_minutes: 30,
      where: null,
    },
  };
}
