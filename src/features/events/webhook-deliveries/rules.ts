import { invalidRequest } from '../../../errors.ts';

export const statuses = ['pending', 'success', 'failed'] as const;
export type Status = (typeof statuses)[number];

/** A delivery can be retried by hand any number of times. So only the last attempts are shown. */
export const SHOWN_ATTEMPTS = 100;

interface Waiting {
  status: Status;
  attempts: number;
  due_at: number | null;
}

/** An attempt has failed, and the next one is not due yet. One that is being made has been due. */
export const isWaiting = ({ status, attempts, due_at }: Waiting, now: number): boolean =>
  status === 'pending' && attempts > 0 && due_at !== null && due_at > now;

export function requireWaiting(delivery: Waiting, now: number): void {
  if (isWaiting(delivery, now)) return;
  if (delivery.status === 'pending') {
    throw invalidRequest('The delivery is being sent already', {
      plain: 'This delivery is being sent already.',
    });
  }
  throw invalidRequest('The delivery does not wait for another attempt: retry it to send it again', {
    plain: 'This delivery isn’t waiting for another attempt. Send it again instead.',
  });
}
