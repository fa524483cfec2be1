// What the listener needs of the service. It is handed in: an entrance knows no feature.
import type { Arrival, Recipient } from '../inbox/arrival.ts';

export interface Reception {
  /**
   * What an address stands for, for this sender of the envelope: `unknown` if it is not ours or takes no mail, `members_only` if
   * it takes mail of members and the sender is none.
   */
  recipientFor(address: string, sender: string): Promise<Recipient | 'unknown' | 'members_only'>;
  /** Resolves once all of it is stored for good, for every recipient. */
  store(arrival: Arrival): Promise<void>;
}
