// Mail as an entrance hands it in, before anything is read of it.

/** Larger mail is refused by every entrance. */
export const MAX_MAIL_BYTES = 1024 * 1024;

/** What an address of ours stands for. */
export type Target =
  | { target: 'team'; workspace_id: string; team_id: string }
  | { target: 'workspace'; workspace_id: string }
  /** Where a participant answers. */
  | { target: 'reply'; workspace_id: string; request_id: string; place: number }
  /** Where reports go about a message that could not be delivered. */
  | { target: 'bounce'; workspace_id: string; message_id: string };

export type Recipient = Target & {
  /** In lower case. */
  address: string;
  /** It takes no new mail any more, or never did: only what answers something of ours. */
  answers_only?: true;
};

/** The address that Rota writes from for workspaces without one. It takes what answers something of ours, whichever workspace that is of. */
interface ServiceAddress {
  target: 'service';
  address: string;
}

export type Addressee = Recipient | ServiceAddress;

/** Who has handed it in. */
export interface Client {
  /** An IP address; null if nobody knows. */
  address: string | null;
  /** As it has called itself. */
  name: string | null;
}

export interface Arrival<To extends Addressee = Recipient> {
  recipients: To[];
  /** From the envelope; empty for a report. */
  sender: string;
  client: Client;
  raw: Uint8Array;
}
