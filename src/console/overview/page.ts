import type { Figures } from '../../features/meetings/requests/lists/figures.ts';
import { html } from '../../html/html.ts';
import { pageHead } from '../../html/sections.ts';
import { firstStepsPart } from '../first-steps/list.ts';
import type { FirstSteps } from '../first-steps/read.ts';
import { unsentBanner } from '../messages/unsent.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { zoneInWords } from '../words.ts';
import { figuresPart } from './figures.ts';
import { greeting } from './greeting.ts';
import { loadCards, type TeamLoad } from './load.ts';
import { type MeetingsData, meetingsCard } from './meetings.ts';
import { type NeedsData, needsCard } from './needs.ts';
import { countOf } from './troubles.ts';

export interface OverviewData {
  needs: NeedsData;
  meetings: MeetingsData;
  figures: Figures;
  teams: TeamLoad[];
  /** For admins. */
  steps: FirstSteps | undefined;
}

/** What needs a person, what is coming, and how it goes: of the whole workspace for admins, of what is theirs for others. */
export function overviewPage(screen: Screen, data: OverviewData): Shown {
  const { isAdmin, dates, now } = screen;
  const { needs, meetings, figures, teams, steps } = data;
  return {
    title: 'Overview',
    troubles: countOf(needs),
    content: html`${pageHead({
      title: greeting(screen),
      lead: html`${dates.day(now)} · ${zoneInWords(screen)}`,
      actions: html`<a class="button" href="/console/requests/new">New request</a>`,
    })}
${isAdmin && unsentBanner(screen, needs.unsent)}
${steps && firstStepsPart(screen, steps)}
${figuresPart(screen, figures)}
<div class="overview"><div>${needsCard(screen, needs)}
${meetingsCard(screen, meetings)}</div>
${teams.length > 0 && html`<div>${loadCards(screen, teams)}</div>`}</div>`,
  };
}
