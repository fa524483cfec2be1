import { disclosure, linkButton } from '../../html/blocks.ts';
import {
  button,
  checkboxGroup,
  dateField,
  form,
  hidden,
  textArea,
  textField,
  timeField,
} from '../../html/fields.ts';
import { html } from '../../html/html.ts';
import { emptyState, pageHead } from '../../html/sections.ts';
import { timeChoice } from '../../html/times/time-choice.ts';
import { capitalized } from '../../text/capitalized.ts';
import { partsOfDay } from '../../time/wishes.ts';
import { weekdays } from '../../time/zones.ts';
import { isChecked, list, type SentFields, text, textIfAny } from '../fields.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { dayNames } from '../words.ts';
import { pageOf } from './participants.ts';
import { nameOf, type ShownRequest } from './words.ts';

/** Records an answer on a participant's behalf, such as one given by phone. */
export function answerPage(screen: Screen, request: ShownRequest, email: string): Shown {
  const url = `/console/requests/${request.id}`;
  const action = `${url}/answer`;
  const fields = fieldsOf(screen, action);
  const { field } = fields;
  const participant = request.participants.find((each) => each.email === email);
  const who = participant?.name ?? email;
  const offered = request.options.filter(({ status }) => status === 'offered');
  const isMarked = (id: string) => fields.isChecked('option_ids', false, id);
  const title = `Answer on behalf of ${who}`;
  const head = pageHead({
    above: [
      { href: '/console/requests', label: 'Requests' },
      { href: url, label: nameOf(request) },
    ],
    title,
    lead: 'Once everybody has answered, the earliest time that works for all is booked. If none works for somebody, other times are offered.',
  });
  const times = offered.map(({ id, starts_at, ends_at }) => ({
    value: id,
    starts_at: Date.parse(starts_at),
    ends_at: Date.parse(ends_at),
    checked: isMarked(id),
  }));
  const wishes = html`${checkboxGroup({
    name: 'days[]',
    legend: 'Days that suit them',
    options: weekdays.map((day) => ({
      value: day,
      label: dayNames[day],
      checked: fields.isChecked('days', false, day),
    })),
  })}
${checkboxGroup({
  name: 'parts_of_day[]',
  legend: 'Times of day',
  options: partsOfDay.map((part) => ({
    value: part,
    label: capitalized(part),
    checked: fields.isChecked('parts_of_day', false, part),
  })),
})}
${dateField({ ...field('earliest_date', ''), label: wishLabels.earliest_date })}
${dateField({ ...field('latest_date', ''), label: wishLabels.latest_date })}
${timeField({ ...field('earliest_time', ''), label: wishLabels.earliest_time })}
${timeField({ ...field('latest_time', ''), label: wishLabels.latest_time })}
${textField({ ...field('except_dates', ''), label: wishLabels.except_dates, hint: 'Dates such as 2026-12-24, separated by commas.' })}`;
  const content = html`${hidden('participant_email', email)}
${timeChoice({ legend: 'These times work', name: 'option_ids[]', several: true, times, dates: screen.dates })}
${textArea({ ...field('comment', ''), label: 'Comment' })}
${disclosure('When they’d like to meet', wishes, { open: fields.isRefused })}
<div class="actions">${button({ label: 'Save answer' })}${button({ label: 'None of these work', kind: 'quiet', name: 'none_work', value: 'true' })}</div>`;
  const nothing = emptyState({
    title: 'Nothing is offered at the moment',
    text: 'Offer times first.',
    action: linkButton(url, 'Back to the request'),
  });
  return {
    title,
    content: html`${head}
${participant && html`<p>${pageOf(participant.booking_url)}</p>`}
${offered.length > 0 ? form({ action, token: screen.token, content }) : nothing}`,
  };
}

export const wishLabels = {
  earliest_date: 'From',
  latest_date: 'Until',
  earliest_time: 'Starts no earlier than',
  latest_time: 'Ends no later than',
  except_dates: 'Not on',
};

/** The form as a body for the API. */
export function answerIn(fields: SentFields): object {
  const marked = list(fields, 'option_ids');
  const isNone = isChecked(fields, 'none_work');
  return {
    participant_email: text(fields, 'participant_email'),
    ...(isNone ? { none_work: true } : marked.length > 0 && { option_ids: marked }),
    comment: textIfAny(fields, 'comment'),
    wishes: {
      days: list(fields, 'days'),
      parts_of_day: list(fields, 'parts_of_day'),
      earliest_date: textIfAny(fields, 'earliest_date'),
      latest_date: textIfAny(fields, 'latest_date'),
      earliest_time: textIfAny(fields, 'earliest_time'),
      latest_time: textIfAny(fields, 'latest_time'),
      except_dates: textIfAny(fields, 'except_dates')
        ?.split(/[\s,]+/)
        .filter(Boolean),
    },
  };
}
