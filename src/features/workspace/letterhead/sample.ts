import type { Brand } from '../../../html/brand/brand.ts';
import { compose } from '../../../mail-out/compose.ts';
import { toHtml } from '../../../mail-out/html.ts';
import { localeOf } from '../../../text/languages.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { mailBrandOf } from './operations.ts';

interface Sample {
  now: number;
  timezone: string;
  /** A language tag. */
  locale: string;
  time: MeetingTime;
}

/** A real mail about a made-up meeting, as HTML: it has all that a brand changes. Its links lead nowhere. */
export function sampleMail(brand: Brand, { now, timezone, locale, time }: Sample): string {
  const { subject, content } = compose(
    {
      kind: 'confirmation',
      meeting_request_id: null,
      place: null,
      from: { name: brand.company, address: 'sales@example.com' },
      to: { name: null, address: 'grace@example.org' },
      reply_to: null,
      timezone,
      locale: localeOf(locale),
      brand: mailBrandOf(brand),
      links: { confirm: '#' },
      signature: null,
      invite: null,
      title: 'Product demo',
      team: 'Sales',
      duration_minutes: 30,
      time,
    },
    now,
  );
  return toHtml(subject, content, { logo: brand.logo?.url ?? null, isInert: true });
}
