/** What came of a form. The page that follows says it in words. */
export const outcomes = [
  /** The answer is kept, and others are waited for. */
  'answered',
  'booked',
  /** Somebody else was faster: other times are offered. */
  'taken',
  /** The form was about times that are not offered any more. Nothing was changed. */
  'outdated',
  /** Nothing was marked. */
  'empty',
  /** None worked: other times are offered, or a person looks at it. */
  'declined',
  /** These times are offered to everybody now. */
  'suggested',
  'moved',
  /** Other times are offered for a booked meeting. */
  'reopened',
  'cancelled',
  /** The times are in another zone now. */
  'timezone',
  /** The workspace does not allow it, or it is too late. Nothing was changed. */
  'refused',
] as const;
export type Outcome = (typeof outcomes)[number];
