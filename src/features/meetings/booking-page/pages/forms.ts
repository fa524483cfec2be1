// Forms that more than one page has.
import { disclosure } from '../../../../html/blocks.ts';
import { button, checkboxGroup, form, hidden, textArea, textField } from '../../../../html/fields.ts';
import { type Content, type Html, html } from '../../../../html/html.ts';
import { TEXT_LENGTH } from '../../../../limits/limits.ts';
import { PHONE_NUMBER_LENGTH } from '../../../../text/phone-numbers.ts';
import { type Screen, sentence } from './screen.ts';

/** Stored with the answer. */
export const zoneOfVisit = ({ visit_timezone }: Screen): Content =>
  visit_timezone !== undefined && hidden('timezone', visit_timezone);

/** Cached by language: it is a third of most pages, and always the same. */
const madeWishes = new WeakMap<Screen['words'], Html>();

/** Fields for when it would roughly suit, and a comment. */
export function wishes({ words }: Screen): Html {
  const made = madeWishes.get(words) ?? makeWishes(words);
  madeWishes.set(words, made);
  return made;
}

function makeWishes(words: Screen['words']): Html {
  const choices = (names: Record<string, string>) =>
    Object.entries(names).map(([value, label]) => ({ value, label }));
  return html`${[
    checkboxGroup({ name: 'days[]', legend: words.none.days, options: choices(words.days) }),
    checkboxGroup({ name: 'parts[]', legend: words.none.parts, options: choices(words.partsOfDay) }),
    textArea({ name: 'comment', label: words.none.comment, maxLength: TEXT_LENGTH }),
  ]}`;
}

/** Where the host calls the participant: asked together with the time, unless it is known. */
export function numberField(screen: Screen): Content {
  const { meeting, words } = screen;
  if (!meeting.is_called) return null;
  return textField({
    name: 'phone_number',
    type: 'tel',
    label: words.place.phone,
    hint: words.place.phoneHint(meeting.organizer),
    value: meeting.phone_number ?? '',
    autocomplete: 'tel',
    required: true,
    maxLength: PHONE_NUMBER_LENGTH,
  });
}

/** The same once the meeting is booked, to give the number or to change it. */
export function numberForm(screen: Screen): Content {
  const { meeting, words, token, url } = screen;
  const field = numberField(screen);
  if (field === null) return null;
  const fields = form({
    action: url('/number'),
    token,
    content: [zoneOfVisit(screen), field, button({ label: words.place.keepPhone, kind: 'quiet' })],
  });
  return meeting.phone_number === null ? fields : disclosure(words.place.changePhone, fields);
}

/** A mail may lead straight to a form: then it is open when the page opens. */
export const foldOf = ({ query }: Screen, id: 'cancel' | 'reschedule') => ({ id, open: query.open === id });

/** Cancelling takes two steps, as it affects everybody. Before a time is booked, the wording is that of declining a meeting. */
export function cancelForm(screen: Screen): Content {
  const { words, state, meeting, token, url } = screen;
  const texts = 'booked_time' in state && state.booked_time === null ? words.refuse : words.cancel;
  return disclosure(
    texts.summary,
    form({
      action: url('/cancel'),
      token,
      content: [
        sentence(texts.lead),
        textArea({
          name: 'comment',
          id: 'cancel-comment',
          label: words.cancel.comment(meeting.organizer),
          maxLength: TEXT_LENGTH,
        }),
        button({ label: texts.button, kind: 'danger' }),
      ],
    }),
    foldOf(screen, 'cancel'),
  );
}
