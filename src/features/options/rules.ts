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
  /** The places of the participants whom it works for, in order. */
  accepted_by: number[];
}
