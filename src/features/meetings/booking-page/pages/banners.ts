import { banner } from '../../../../html/blocks.ts';
import type { Content } from '../../../../html/html.ts';
import type { Words } from '../../../../html/words/words.ts';
import type { Outcome, PageState } from '../rules.ts';

type Kind = PageState['kind'];
const offers: Kind[] = ['choose', 'mark', 'answered'];
const open: Kind[] = [...offers, 'searching', 'paused'];

/** The states in which an outcome is still news. In any other, more has happened since, and the page itself says so. */
const statesAfter: Record<Outcome, { tone: 'info' | 'success' | 'problem'; states: Kind[] | 'any' }> = {
  answered: { tone: 'success', states: ['answered'] },
  booked: { tone: 'success', states: ['booked'] },
  taken: { tone: 'problem', states: [...open, 'booked'] },
  outdated: { tone: 'problem', states: 'any' },
  empty: { tone: 'problem', states: [...offers, 'booked'] },
  declined: { tone: 'success', states: open },
  suggested: { tone: 'success', states: ['answered'] },
  moved: { tone: 'success', states: ['booked'] },
  reopened: { tone: 'success', states: open },
  cancelled: { tone: 'success', states: ['cancelled'] },
  timezone: { tone: 'success', states: 'any' },
  refused: { tone: 'problem', states: 'any' },
  phone: { tone: 'problem', states: [...offers, 'booked'] },
  number: { tone: 'success', states: 'any' },
  often: { tone: 'problem', states: ['booked'] },
};

/** The outcome of the submitted form. */
export function outcomeBanner(words: Words['participant'], outcome: Outcome, { kind }: PageState): Content {
  const { tone, states } = statesAfter[outcome];
  return (states === 'any' || states.includes(kind)) && banner(tone, words.outcomes[outcome]);
}
