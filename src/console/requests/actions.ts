// What can be done about a request in its state. What is most likely to be done now is the filled button.
import { disclosure, linkButton } from '../../html/blocks.ts';
import {
  button,
  checkbox,
  dateTimeField,
  form,
  inlineForm,
  numberField,
  textField,
} from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { section } from '../../html/sections.ts';
import { withQuery } from '../../html/urls.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { zoneInWords } from '../words.ts';
import { calendarActions } from './in-calendars.ts';
import { noShowActions } from './no-show.ts';
import type { RequestData } from './read.ts';
import { mayDo, timeOf } from './state.ts';
import type { ShownRequest } from './words.ts';

type Action = 'remind' | 'offer' | 'choose' | 'answer' | 'resume' | 'pause' | 'move' | 'reopen' | 'place';

export function actionsOf(screen: Screen, data: RequestData): Content {
  const { request } = data;
  if (!mayDo(request, 'cancel')) return null;
  const { token, now } = screen;
  const url = `/console/requests/${request.id}`;
  const ofCalendars = calendarActions(screen, request);
  const isChanged = ofCalendars.length > 0;
  const cancel = linkButton(
    `${url}/cancel`,
    request.status === 'booked' ? 'Cancel meeting' : 'Cancel request',
    'careful',
  );
  const [first, ...others] = buttonsFor(data, now);
  const shown = (action: Action, kind: 'main' | 'quiet'): Html => {
    const press = (path: string, label: string) =>
      inlineForm({ action: `${url}/${path}`, token, label, kind });
    switch (action) {
      case 'remind':
        return press('follow-up', 'Send reminder');
      case 'offer':
        return press('offer', 'Offer new times');
      case 'choose':
        return linkButton(`${url}/times`, 'Choose times', kind);
      case 'answer':
        return linkButton(answerUrl(data), 'Answer on their behalf', kind);
      case 'resume':
        return press('resume', 'Resume request');
      case 'pause':
        return press('pause', 'Pause request');
      case 'move':
        return linkButton(`${url}/times`, 'Move meeting', kind);
      case 'place':
        return linkButton(`${url}/place`, 'Choose a place', kind);
      case 'reopen':
        return press('reopen', 'Find another time');
    }
  };
  return section({
    id: 'actions',
    live: 'meeting_request.',
    title: 'Actions',
    content: html`<div class="stack">${isChanged && [ofCalendars, cancel]}${first && shown(first, isChanged ? 'quiet' : 'main')}${others.map((action) => shown(action, 'quiet'))}</div>
${noShowActions(screen, request)}
<div>${mayDo(request, 'book') && bookForm(screen, `${url}/book`, data)}
${mayDo(request, 'reschedule') && rescheduleForm(screen, `${url}/reschedule`, data)}
${mayDo(request, 'changeOrganizer') && organizerForm(screen, `${url}/organizer`, data.colleagues)}</div>
${!isChanged && html`<div class="stack">${cancel}</div>`}`,
  });
}

/** What is most likely to be done now comes first. */
function buttonsFor({ request, progress }: RequestData, now: number): Action[] {
  if (request.status === 'paused') return ['resume'];
  if (request.status === 'booked') {
    const isOver = (timeOf(request)?.ends_at ?? Infinity) <= now;
    if (isOver) return [];
    if (request.attention?.reason === 'place_failed') return ['place', 'move', 'reopen'];
    return request.attention?.reason === 'declined' ? ['reopen', 'move'] : ['move', 'reopen'];
  }
  const isWaiting = progress.waiting.length > 0;
  const possible: Action[] = [...(isWaiting ? (['remind'] as const) : []), 'offer', 'choose', 'pause'];
  const first = firstFor(request, isWaiting);
  return [first, ...possible.filter((action) => action !== first)];
}

function firstFor({ attention }: ShownRequest, isWaiting: boolean): Action {
  switch (attention?.reason) {
    case 'no_times':
    case 'no_common_time':
    case 'counter_proposal':
      return 'choose';
    case 'no_seat':
      return 'offer';
    case 'unclear_reply':
    case 'opted_out':
    case 'bounced':
      return isWaiting ? 'answer' : 'choose';
    default:
      return isWaiting ? 'remind' : 'choose';
  }
}

/** For the one whose answer is awaited, and next in line for a reminder. */
const answerUrl = ({ request, progress }: RequestData): string =>
  withQuery(`/console/requests/${request.id}/answer`, { participant: progress.waiting[0]?.email });

type Fields = ReturnType<typeof fieldsOf>;

/** Open if its last submission was refused. */
function actionForm(
  screen: Screen,
  action: string,
  { summary, lead, label }: { summary: string; lead: string; label: string },
  content: (fields: Fields) => Content,
): Html {
  const fields = fieldsOf(screen, action);
  const inside = html`<p>${lead}</p>
${form({ action, token: screen.token, content: html`${content(fields)}${button({ label })}` })}`;
  return disclosure(summary, inside, { open: fields.isRefused });
}

function timeFields(screen: Screen, { field, isChecked }: Fields, { settings, request }: RequestData): Html {
  return html`${dateTimeField({ ...field('starts_at', ''), label: 'Starts', hint: zoneInWords(screen), required: true })}
${numberField({
  ...field('duration_minutes', request.duration_minutes),
  label: 'Duration in minutes',
  hint: `Leave empty to keep it, or for the usual ${settings.duration_minutes}.`,
  min: 1,
  max: 1440,
})}
${checkbox({ name: 'force', label: 'Book it even if a host has another booking then', checked: isChecked('force', false) })}`;
}

const bookForm = (screen: Screen, action: string, data: RequestData): Html =>
  actionForm(
    screen,
    action,
    {
      summary: 'Book an agreed time',
      lead: 'For a time you agreed on elsewhere. Working hours and calendars aren’t checked. Everybody gets an invitation.',
      label: 'Book meeting',
    },
    (fields) => html`${timeFields(screen, fields, data)}
${textField({
  ...fields.field('calendar_event_id', ''),
  label: 'Calendar event ID',
  hint: 'Only if it’s in a calendar already.',
})}`,
  );

const rescheduleForm = (screen: Screen, action: string, data: RequestData): Html =>
  actionForm(
    screen,
    action,
    {
      summary: 'Move to an agreed time',
      lead: 'The meeting stays booked, and everybody gets an updated invitation.',
      label: 'Move meeting',
    },
    (fields) => timeFields(screen, fields, data),
  );

const organizerForm = (screen: Screen, action: string, suggestions: string[]): Html =>
  actionForm(
    screen,
    action,
    {
      summary: 'Reassign',
      lead: 'Another member becomes the host, without taking a turn. Their times are offered, and earlier answers no longer count.',
      label: 'Reassign request',
    },
    ({ field }) =>
      textField({
        ...field('organizer_email', ''),
        type: 'email',
        label: 'Email address of the new host',
        required: true,
        suggestions,
      }),
  );
