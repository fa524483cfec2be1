// What the listener needs of the service. It is handed in: an entrance knows no feature.
import type { Addressee, Arrival } from '../inbox/arrival.ts';

export interface Reception {
  /** What an address stands for; undefined if it is not ours or takes no mail. */
  recipientFor(address: string): Promise<Addressee | undefined>;
  /** Resolves once all of it is stored for good, for every recipient. False if it is nothing that these addresses take. */
  store(arrival: Arrival<Addressee>): Promise<boolean>;
}
