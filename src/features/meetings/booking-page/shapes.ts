import { TEXT_LENGTH } from '../../../limits/limits.ts';
import { OneOf } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { partsOfDay } from '../../../time/wishes.ts';
import { weekdays } from '../../../time/zones.ts';

// What the forms send: text, and lists of text (`options[]` in HTML is `options` here).

const MAX_MARKED = 20;
/** The maximum length of an id, a time or a time zone. */
const NAME_LENGTH = 100;

const name = Type.String({ maxLength: NAME_LENGTH });
const names = Type.Optional(Type.Array(name, { maxItems: MAX_MARKED }));
/** Browsers send a line break as two characters but count it as one. */
const comment = Type.Optional(Type.String({ maxLength: 2 * TEXT_LENGTH }));
/** The round shown on the page. An answer to any other changes nothing. */
const round = Type.String({ pattern: '^\\d{1,9}$' });
/** The zone of this visit, if it has its own. It becomes the participant's, unless they have chosen one. */
const timezone = Type.Optional(name);
/** Where a host calls the participant: asked for only if one does. */
const phone_number = Type.Optional(name);
const wishes = {
  days: Type.Optional(Type.Array(OneOf(weekdays), { maxItems: MAX_MARKED })),
  parts: Type.Optional(Type.Array(OneOf(partsOfDay), { maxItems: MAX_MARKED })),
};

export const AnswerForm = Type.Object({
  /** Ids of the options that work; with `none`, of those that do not. */
  options: names,
  none: Type.Optional(name),
  round,
  comment,
  ...wishes,
  timezone,
  phone_number,
});

export const TimesForm = Type.Object({
  /** ISO 8601, or milliseconds since 1970. */
  starts_at: names,
  round,
  timezone,
  phone_number,
});

export const RescheduleForm = Type.Object({
  /** The new time, if there is only one participant. Several are offered other times instead. */
  starts_at: names,
  comment,
  ...wishes,
  timezone,
});

export const NumberForm = Type.Object({ phone_number, timezone });

export const CancelForm = Type.Object({ comment });

export const TimezoneForm = Type.Object({ timezone: name });
