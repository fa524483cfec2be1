import { Type } from '../../../shapes/type.ts';

const text = Type.Optional(Type.String());

/** What the form sends, besides answers. Fields are checked one by one, so that the page can name what is wrong. */
export const BookingForm = Type.Object({
  name: text,
  email: text,
  note: text,
  phone_number: text,
  starts_at: text,
  /** What the page was about; empty for a booking link without a meeting type. */
  meeting_type_id: text,
  /** A trap for robots: people do not see this field. */
  website: text,
});

/** What the confirmation page sends. Without a time, the one originally asked for is booked. */
export const ConfirmationForm = Type.Object({ starts_at: text });

export const ZoneForm = Type.Object({ timezone: Type.String({ format: 'time-zone' }) });
