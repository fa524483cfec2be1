// What the previews of the branding show: a real page and a real mail about a made-up meeting.
import { confirmationPage } from '../../features/meetings/public-pages/confirmation-pages.ts';
import { sampleMail as mailWith } from '../../features/workspace/letterhead/sample.ts';
import type { Brand } from '../../html/brand/brand.ts';
import { DAY_MS, HOUR_MS } from '../../time/timestamps.ts';
import type { Screen } from '../screen.ts';

/** In the afternoon of the day after tomorrow, for half an hour. */
function timeFrom(now: number) {
  const starts_at = Math.ceil(now / DAY_MS) * DAY_MS + DAY_MS + 14 * HOUR_MS;
  return { starts_at, ends_at: starts_at + HOUR_MS / 2 };
}

export const samplePage = ({ reader, workspace, now }: Screen, brand: Brand): string =>
  confirmationPage({
    reader,
    brand,
    path: '',
    form_token: '',
    zone: { timezone: workspace.timezone, chosen: true, isOwn: false, now },
    host: 'Sales',
    isHostChosen: false,
    meeting_type_id: '',
    title: 'Product demo',
    description: null,
    where: null,
    carried: {},
    duration_minutes: 30,
    time: timeFrom(now),
    isOther: false,
  });

export const sampleMail = ({ reader, workspace, now }: Screen, brand: Brand): string =>
  mailWith(brand, { now, timezone: workspace.timezone, locale: reader.locale, time: timeFrom(now) });
