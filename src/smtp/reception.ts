// What the listener needs of the service. It is handed in: an entrance knows no feature.
import type { Addressee, Arrival, Recipient } from '../mail-in/arrival.ts';

export interface Reception {
  /** What an address stands for; undefined if it is not ours or takes no mail. */
  recipientFor(address: string): Promise<Addressee | undefined>;
  /** False if its workspace has taken as much mail as it may in a day. */
  hasRoom(recipient: Recipient): Promise<boolean>;
  /**
   * Resolves once all of it is stored for good, for every recipient. False if it is nothing that these addresses
   * take. Throws `InboxFull` for more than a workspace takes in a day.
   */
  store(arrival: Arrival<Addressee>): Promise<boolean>;
}
