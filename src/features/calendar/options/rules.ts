import { validationError } from '../../../errors.ts';
import { HOUR_MS } from '../../../time/timestamps.ts';

const NOT_OFFERED = 'One of these times isn’t on offer any more. Reload the page and choose again.';

export const optionStatuses = ['offered', 'withdrawn', 'chosen'] as const;
export type OptionStatus = (typeof optionStatuses)[number];

/** A slot that was offered to the participants of a request. Times in milliseconds. */
export interface Option {
  id: string;
  request_id: string;
  starts_at: number;
  ends_at: number;
  round: number;
  status: OptionStatus;
  /** The places of the participants it works for, in order. */
  accepted_by: number[];
}

/** How long offered times are kept free from other requests, if the settings say so. */
export const HOLD_MS = 72 * HOUR_MS;

/** Limits what a request shows: beyond this, its oldest withdrawn options are deleted. */
export const MAX_OPTIONS = 200;

/** Refuses ids of options that are not on offer. */
export function requireOffered(options: readonly Option[], wanted: readonly string[]): void {
  const statuses = new Map(options.map(({ id, status }) => [id, status]));
  for (const [place, id] of wanted.entries()) {
    const status = statuses.get(id);
    if (!status)
      throw validationError(`option_ids[${place}] is not an option of the request`, {
        field: 'option_ids',
        plain: NOT_OFFERED,
      });
    if (status !== 'offered')
      throw validationError(`option_ids[${place}] is ${status}: it is not offered any more`, {
        field: 'option_ids',
        plain: NOT_OFFERED,
      });
  }
}
