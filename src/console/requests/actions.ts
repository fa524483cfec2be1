// A form for each action that the request's state allows.
import { type TransitionName, transitions } from '../../features/meetings/requests/rules.ts';
import { disclosure } from '../../html/blocks.ts';
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
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { zoneInWords } from '../words.ts';
import type { RequestData } from './read.ts';

export function actionsOf(screen: Screen, data: RequestData): Content {
  const { request } = data;
  const can = (name: TransitionName) =>
    (transitions[name].from as readonly string[]).includes(request.status);
  if (!can('cancel')) return null;
  const { token } = screen;
  const url = `/console/requests/${request.id}`;
  const press = (path: string, label: string) => inlineForm({ action: `${url}/${path}`, token, label });
  return section({
    id: 'actions',
    live: 'meeting_request.',
    title: 'What to do',
    content: html`<div class="actions">${can('followUp') && press('follow-up', 'Ask again now')}${can('offerOptions') && press('offer', 'Offer fresh times')}${can('resume') && press('resume', 'Resume')}${can('pause') && press('pause', 'Pause')}</div>
${can('book') && bookForm(screen, `${url}/book`, data)}
${can('reschedule') && rescheduleForm(screen, `${url}/reschedule`, data)}
${can('reopen') && reopenForm(screen, `${url}/reopen`)}
${can('changeOrganizer') && organizerForm(screen, `${url}/organizer`, data.colleagues)}
${cancelForm(screen, `${url}/cancel`, data)}`,
  });
}

type Fields = ReturnType<typeof fieldsOf>;

/** Open if its last submission was refused. */
function actionForm(
  screen: Screen,
  action: string,
  {
    summary,
    lead,
    label,
    kind = 'main',
  }: { summary: string; lead: string; label: string; kind?: 'main' | 'danger' },
  content: (fields: Fields) => Content,
): Html {
  const fields = fieldsOf(screen, action);
  const inside = html`<p>${lead}</p>
${form({ action, token: screen.token, content: html`${content(fields)}${button({ label, kind })}` })}`;
  return disclosure(summary, inside, { open: fields.isRefused });
}

function timeFields(screen: Screen, { field, isChecked }: Fields, { settings, request }: RequestData): Html {
  return html`${dateTimeField({ ...field('starts_at', ''), label: 'Begins', hint: zoneInWords(screen), required: true })}
${numberField({
  ...field('duration_minutes', request.duration_minutes),
  label: 'Minutes',
  hint: `Left empty: as long as before, else ${settings.duration_minutes}.`,
  min: 1,
  max: 1440,
})}
${checkbox({ name: 'force', label: 'Take the time even if a host has another booking then', checked: isChecked('force', false) })}`;
}

const bookForm = (screen: Screen, action: string, data: RequestData): Html =>
  actionForm(
    screen,
    action,
    {
      summary: 'Book a time by hand',
      lead: 'For a time that was agreed on elsewhere. Working hours and busy times of calendars do not matter here. Everybody gets an invite.',
      label: 'Book it',
    },
    (fields) => html`${timeFields(screen, fields, data)}
${textField({
  ...fields.field('calendar_event_id', ''),
  label: 'Id of the event, if a calendar has it already',
  hint: 'Left empty, one is made.',
})}`,
  );

const rescheduleForm = (screen: Screen, action: string, data: RequestData): Html =>
  actionForm(
    screen,
    action,
    {
      summary: 'Move it to another time',
      lead: 'The meeting stays booked, and everybody gets a new invite.',
      label: 'Move it',
    },
    (fields) => timeFields(screen, fields, data),
  );

const reopenForm = (screen: Screen, action: string): Html =>
  actionForm(
    screen,
    action,
    {
      summary: 'Look for another time',
      lead: 'Rota offers other times to the participants. Until everybody agrees on one, the present time stays taken.',
      label: 'Look for another time',
    },
    () => null,
  );

const organizerForm = (screen: Screen, action: string, suggestions: string[]): Html =>
  actionForm(
    screen,
    action,
    {
      summary: 'Give it to somebody else',
      lead: 'Another member organizes it from now on. Nobody takes a turn for it. Their times are offered, and all answers start anew.',
      label: 'Change the organizer',
    },
    ({ field }) =>
      textField({
        ...field('organizer_email', ''),
        type: 'email',
        label: 'Address of the member',
        required: true,
        suggestions,
      }),
  );

function cancelForm(screen: Screen, action: string, { turn, progress, request }: RequestData): Html {
  const canReturn = turn !== undefined && turn.returned_at === null;
  return actionForm(
    screen,
    action,
    {
      summary: request.status === 'booked' ? 'Cancel the meeting' : 'Cancel the request',
      lead: 'This can’t be undone. The time of the hosts is free again.',
      label: 'Cancel it',
      kind: 'danger',
    },
    ({ isChecked }) =>
      html`${
        progress.notify_participants &&
        checkbox({
          name: 'notify',
          label: 'Tell the participants by mail',
          checked: isChecked('notify', true),
        })
      }${
        canReturn &&
        checkbox({
          name: 'return_turn',
          label: 'Give the turn back',
          hint: 'Whoever got it comes first in the team again.',
          checked: isChecked('return_turn', false),
        })
      }`,
  );
}
