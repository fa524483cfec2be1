export const statuses = ['pending', 'success', 'failed'] as const;
export type Status = (typeof statuses)[number];

/** How many attempts are shown of a delivery, which can be retried by hand any number of times. */
export const SHOWN_ATTEMPTS = 100;
