import type { Place, Rotation } from '../../features/turns/rotation/report.ts';
import { barChart } from '../../html/charts/bar-chart.ts';
import type { Content } from '../../html/html.ts';
import { section } from '../../html/sections.ts';
import { plainName } from '../words.ts';

/** Each member's turns in 30 days, beside what an equal share would be. */
export function fairnessSection(places: Place[], { mode, queue }: Rotation): Content {
  if (queue.every(({ turns_last_30_days }) => turns_last_30_days === 0)) return null;
  return section({
    id: 'fairness',
    live: 'meeting_request.',
    title: 'Turns in the last 30 days',
    lead:
      mode === 'pool'
        ? 'The line marks the fair share: all turns, divided by the people in the queue. Newer or paused members have fewer.'
        : 'Hosting one of the team’s requests counts as a turn. The line marks the fair share.',
    content: barChart({
      id: 'fairness',
      title: 'Turns of each member in the last 30 days',
      unit: 'Turns',
      rowLabel: 'Member',
      bars: places.map((place) => ({ label: plainName(place), value: place.turns_last_30_days })),
      fairShare: fairShareOf(queue),
    }),
  });
}

/** Undefined while nobody is in the queue. */
export function fairShareOf(queue: Pick<Place, 'eligible' | 'turns_last_30_days'>[]): number | undefined {
  const inQueue = queue.filter(({ eligible }) => eligible);
  const turns = inQueue.reduce((sum, { turns_last_30_days }) => sum + turns_last_30_days, 0);
  return inQueue.length === 0 ? undefined : turns / inQueue.length;
}
