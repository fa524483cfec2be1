import { confirmationPage } from '../../features/meetings/booking-links/pages.ts';
import type { Brand } from '../../html/brand.ts';
import { DAY_MS, HOUR_MS } from '../../time/timestamps.ts';
import type { Screen } from '../screen.ts';

/** A real page with a made-up meeting: it has all that a brand changes. */
export function samplePage({ reader, workspace, now }: Screen, brand: Brand): string {
  const starts_at = Math.ceil(now / DAY_MS) * DAY_MS + DAY_MS + 14 * HOUR_MS;
  return confirmationPage({
    reader,
    brand,
    path: '',
    form_token: '',
    zone: { timezone: workspace.timezone, chosen: true, isOwn: false, now },
    team: 'Sales',
    title: 'Product demo',
    duration_minutes: 30,
    time: { starts_at, ends_at: starts_at + HOUR_MS / 2 },
    isOther: false,
  });
}
