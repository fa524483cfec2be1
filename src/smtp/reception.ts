// What the listener needs from the service. It is passed in, because an entrance knows no feature.
import type { Addressee, Arrival, Recipient } from '../mail-in/arrival.ts';

export interface Reception {
  /** What an address stands for; undefined if it isn't ours or takes no mail. */
  recipientFor(address: string): Promise<Addressee | undefined>;
  /** False if the workspace has received as much mail as it may today. */
  hasRoom(recipient: Recipient): Promise<boolean>;
  /**
   * Resolves once the mail is safely stored for every recipient. False if these addresses don't take it. Throws
   * `InboxFull` if the workspace has received as much as it may today.
   */
  store(arrival: Arrival<Addressee>): Promise<boolean>;
}
