// What the listener needs of the service. It is handed in: an entrance knows no feature.
import type { Arrival, Recipient } from '../inbox/arrival.ts';

export interface Reception {
  /** What an address stands for; `unknown` if it is not ours or takes no mail. */
  recipientFor(address: string): Promise<Recipient | 'unknown'>;
  /** Resolves once all of it is stored for good, for every recipient. */
  store(arrival: Arrival): Promise<void>;
}
