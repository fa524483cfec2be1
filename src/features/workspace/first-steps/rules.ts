/** What the admins of a new workspace set up, in the order in which it helps. */
export const firstSteps = [
  'time_zone',
  'company',
  'mail',
  'people',
  'calendars',
  'team',
  'booking_link',
] as const;
export type FirstStep = (typeof firstSteps)[number];

export const isFirstStep = (value: string): value is FirstStep => firstSteps.some((step) => step === value);
