import { banner, disclosure, facts } from '../../../../html/blocks.ts';
import { button, form, hidden } from '../../../../html/fields.ts';
import { type Content, type Html, html } from '../../../../html/html.ts';
import { moreTimes, timeChoice } from '../../../../html/times/time-choice.ts';
import type { Offer } from '../rules.ts';
import { cancelForm, numberField, wishes, zoneOfVisit } from './forms.ts';
import { aboutMeeting, bookedTimeBanner, page, type Screen, sentence, zoneLine } from './screen.ts';

/** The only participant chooses one of the times. `selected` is the id of the option that a mailed link names. */
export function choosePage(screen: Screen, offer: Offer, selected: string | undefined): string {
  const { choose } = screen.words;
  return page(screen, {
    over: choose.over,
    content: [
      notices(screen, offer),
      !offer.is_paused && sentence(choose.lead),
      choiceForm(screen, offer, selected),
      alternatives(screen, offer),
    ],
  });
}

/** One of several participants marks all times that work. */
export function markPage(screen: Screen, offer: Offer, selected: string | undefined): string {
  const { mark } = screen.words;
  return page(screen, {
    over: mark.over,
    content: [
      notices(screen, offer),
      sentence(mark.lead),
      choiceForm(screen, offer, selected),
      alternatives(screen, offer),
    ],
  });
}

/** Shown while waiting for others, for a pause to end, or for somebody to find other times. */
export function answeredPage(
  screen: Screen,
  offer: Offer & { response: 'chosen' | 'declined' },
  selected: string | undefined,
): string {
  const { answered } = screen.words;
  // They followed a mailed link to another option after having answered.
  const open = offer.options.some(({ id, is_accepted }) => id === selected && !is_accepted);
  const isAlone = offer.participants === 1;
  const lead =
    offer.response === 'declined' ? answered.leadDeclined : isAlone ? answered.leadAlone : answered.lead;
  return page(screen, {
    over: answered.over,
    content: [
      sentence(lead),
      notices(screen, offer),
      acceptedTimes(screen, offer),
      disclosure(answered.change, choiceForm(screen, offer, selected), { open }),
      alternatives(screen, offer),
    ],
  });
}

/** What to know before choosing. */
function notices(screen: Screen, { booked_time, is_paused, participants, answered }: Offer): Content {
  return [
    is_paused && banner('info', screen.words.paused.notice),
    bookedTimeBanner(screen, booked_time),
    participants > 1 && sentence(screen.words.haveAnswered(answered, participants)),
  ];
}

function acceptedTimes({ words, dates }: Screen, { options }: Offer): Content {
  const times = options.filter(({ is_accepted }) => is_accepted);
  const lines = times.map((time, place) => html`${place > 0 && html`<br>`}${dates.whole(time)}`);
  return lines.length > 0 && facts([{ label: words.answered.yours, value: lines }]);
}

function choiceForm(screen: Screen, offer: Offer, selected: string | undefined): Html {
  const { words, dates, token } = screen;
  const { options, participants } = offer;
  const several = participants > 1;
  const onlyOne = options.length === 1;
  const legend = several ? words.mark.legend : onlyOne ? words.choose.legendOfOne : words.choose.legend;
  const times = options.map(({ id, starts_at, ends_at, is_accepted }) => ({
    value: id,
    starts_at,
    ends_at,
    checked: is_accepted || id === selected || (onlyOne && !several),
  }));
  return form({
    action: screen.url('/answer'),
    token,
    content: [
      hiddenFields(screen, offer),
      timeChoice({ legend, name: 'options[]', several, times, dates }),
      numberField(screen),
      button({ label: several || offer.is_paused ? words.mark.button : words.choose.button }),
    ],
  });
}

/** Sent with every answer: its round, and the zone of the visit. */
function hiddenFields(screen: Screen, { round }: Offer): Content {
  return [hidden('round', String(round)), zoneOfVisit(screen)];
}

/** The zone of the times, and what to do if none suits. */
function alternatives(screen: Screen, offer: Offer): Content {
  const { words, url } = screen;
  const { times_to_take } = offer;
  const more = offer.participants === 1 ? words.times.more : words.times.suggest;
  return [
    zoneLine(screen),
    times_to_take > 0 && moreTimes(url('/times'), more),
    noneForm(screen, offer),
    offer.may_cancel && cancelForm(screen),
    aboutMeeting(screen),
  ];
}

function noneForm(screen: Screen, offer: Offer): Html {
  const { words, token, url } = screen;
  const { none: texts } = words;
  const summary = offer.options.length === 1 ? texts.summaryOfOne : texts.summary;
  return disclosure(
    summary,
    form({
      action: url('/answer'),
      token,
      content: [
        hiddenFields(screen, offer),
        offer.options.map(({ id }) => hidden('options[]', id)),
        sentence(texts.lead),
        wishes(screen),
        button({ label: texts.button, kind: 'quiet', name: 'none', value: '1' }),
      ],
    }),
  );
}
