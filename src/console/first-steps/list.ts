import { type FirstStep, firstSteps } from '../../features/workspace/first-steps/rules.ts';
import { linkButton } from '../../html/blocks.ts';
import { inlineForm } from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { section } from '../../html/sections.ts';
import { ownZoneForm } from '../../html/times/zone-choice.ts';
import { zoneInWords } from '../../time/wording.ts';
import { MAIL_SERVER } from '../messages/unsent.ts';
import type { Screen } from '../screen.ts';
import { momentOf } from '../words.ts';
import { FIRST_STEPS, OWN_ZONE, RESTORE, SKIP, TEST_MAIL } from './paths.ts';
import { type FirstSteps, isOver, type StepState } from './read.ts';

/** For the overview of a workspace that isn't set up yet: what is left to do. Nothing once every step is done or skipped. */
export function firstStepsPart(screen: Screen, steps: FirstSteps): Html | null {
  if (isOver(steps)) return null;
  const done = Object.values(steps.states).filter((state) => state === 'done').length;
  const progress = done > 0 && `${done} of ${firstSteps.length} done. `;
  return section({
    id: 'first-steps',
    live: 'meeting_request.',
    title: 'First steps',
    lead: html`${progress}Do them in any order, and skip what you don’t need.`,
    actions: html`<a href="${FIRST_STEPS}">See all steps</a>`,
    content: stepList(screen, steps, 'overview'),
  });
}

/** Where its forms lead back to. */
type Place = 'overview' | 'list';

export function stepList(screen: Screen, steps: FirstSteps, place: Place): Html {
  const shown = firstSteps.filter((step) => place === 'list' || steps.states[step] === 'to_do');
  const items = shown.map((step) => {
    const state = steps.states[step];
    const { title, text, buttons } = described(screen, steps, step, place);
    const isOpen = state === 'to_do';
    // On a page of its own, the list follows the page's title. On the overview, that of a section.
    const heading = place === 'list' ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`;
    return html`<li class="${isOpen ? 'open' : 'closed'}"><div>${heading}
${isOpen && text && html`<p class="note">${text}</p>`}</div>
<div class="end">${isOpen ? html`${buttons}${skipButton(screen, step, place)}` : html`${badges[state]}${state === 'skipped' && restoreButton(screen, step, place)}`}</div></li>
`;
  });
  return html`<ol class="first-steps">${items}</ol>`;
}

const badges: Record<Exclude<StepState, 'to_do'>, Html> = {
  done: badge('good', 'Done'),
  skipped: badge('neutral', 'Skipped'),
};

interface Described {
  title: string;
  text?: Content;
  buttons: Content;
}

function described(screen: Screen, steps: FirstSteps, step: FirstStep, place: Place): Described {
  const { token, workspace, member, now, reader } = screen;
  switch (step) {
    case 'time_zone': {
      const zone = zoneInWords(now, workspace.timezone, reader.locale);
      return {
        title: 'Set the time zone',
        text: `It’s ${zone} now. Hours and times offered to guests follow it, unless a member has a zone of their own.`,
        buttons: html`${ownZoneForm({ action: OWN_ZONE, token, timezone: workspace.timezone, fields: back(place) })}${linkButton('/console/settings/time-zone', 'Choose another')}`,
      };
    }
    case 'company':
      return {
        title: 'Show your company',
        text: 'Guests see its name, logo and colour on pages and in mails.',
        buttons: linkButton('/console/settings/branding', 'Add your logo'),
      };
    case 'mail':
      return mailStep(screen, steps, place);
    case 'people':
      return {
        title: 'Add your people',
        text: 'Paste their addresses. Each gets an invitation, and sets their hours in two minutes.',
        buttons: linkButton('/console/members/several', 'Add people'),
      };
    case 'calendars':
      return {
        title: 'Connect your calendar',
        text: 'We read when you’re busy, so that nobody books you then. The others connect theirs when they sign in.',
        buttons: linkButton(`/console/members/${member.id}/calendars`, 'Connect your calendar'),
      };
    case 'team':
      return {
        title: 'Create a team',
        text: 'Requests to a team are shared among its members, in turn.',
        buttons: linkButton('/console/teams/new', 'Create a team'),
      };
    case 'booking_link':
      return {
        title: 'Share a booking link',
        text:
          steps.teamId === undefined
            ? 'A page on which guests book a time with a team. It needs a team first.'
            : 'A page on which guests choose a time with a team and book it.',
        buttons:
          steps.teamId !== undefined &&
          linkButton(`/console/teams/${steps.teamId}/booking-links`, 'Create a booking link'),
      };
  }
}

function mailStep(screen: Screen, { test, states }: FirstSteps, place: Place): Described {
  const title = 'Check that mail goes out';
  if (screen.config.smtpUrl === undefined) {
    return {
      title,
      text: 'This server has no mail server yet, so invitations and offers stay on it.',
      buttons: linkButton(MAIL_SERVER, 'Set up mail'),
    };
  }
  const label = test === undefined ? 'Send me a test' : 'Send me another test';
  return {
    title,
    text: test ? resultOf(screen, test) : states.mail !== 'done' && `A test goes to ${screen.member.email}.`,
    buttons: inlineForm({ action: TEST_MAIL, token: screen.token, label, kind: 'main', fields: back(place) }),
  };
}

/** What became of the test. */
function resultOf(screen: Screen, test: NonNullable<FirstSteps['test']>): Content {
  const message = html`<a href="/console/messages/${test.id}">See the message</a>`;
  switch (test.status) {
    case 'sent':
      return html`Sent to ${test.to}, ${momentOf(screen, test.sent_at ?? test.created_at)}. Not there? Look in the spam folder. ${message}`;
    case 'failed':
      return html`The test to ${test.to} wasn’t delivered: ${test.last_error}. ${message}`;
    case 'kept':
      return html`The last test stayed on this server, because it had no mail server then.`;
    default:
      return test.last_error === null
        ? html`The test to ${test.to} is on its way. ${message}`
        : html`The test to ${test.to} couldn’t be sent yet and will be retried: ${test.last_error}. ${message}`;
  }
}

const back = (place: Place): Record<string, string> => (place === 'list' ? { back: 'list' } : {});

function skipButton({ token, workspace }: Screen, step: FirstStep, place: Place): Content {
  const label = step === 'time_zone' ? `Keep ${workspace.timezone}` : 'Skip step';
  return inlineForm({ action: SKIP, token, label, fields: { step, ...back(place) } });
}

const restoreButton = ({ token }: Screen, step: FirstStep, place: Place): Content =>
  inlineForm({ action: RESTORE, token, label: 'Put step back', fields: { step, ...back(place) } });
