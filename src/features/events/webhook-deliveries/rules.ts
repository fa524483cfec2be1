export const statuses = ['pending', 'success', 'failed'] as const;
export type Status = (typeof statuses)[number];

/** A delivery can be retried by hand any number of times. So only the last attempts are shown. */
export const SHOWN_ATTEMPTS = 100;
