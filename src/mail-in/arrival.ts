// Mail as an entrance hands it in, before any of it is read.

/** Every entrance refuses larger mail. */
export const MAX_MAIL_BYTES = 1024 * 1024;

/** What one of our addresses stands for. */
export type Target =
  | { target: 'team'; workspace_id: string; team_id: string }
  | { target: 'workspace'; workspace_id: string }
  /** Where a participant replies to. */
  | { target: 'reply'; workspace_id: string; request_id: string; place: number }
  /** Where delivery reports about a message go. */
  | { target: 'bounce'; workspace_id: string; message_id: string };

export type Recipient = Target & {
  /** In lower case. */
  address: string;
  /** It takes only replies to our messages: it no longer takes new mail, or never did. */
  answers_only?: true;
};

/** The address that Rota writes from for workspaces without one. It takes replies to our messages, of any workspace. */
interface ServiceAddress {
  target: 'service';
  address: string;
}

export type Addressee = Recipient | ServiceAddress;

/** The client that handed it in. */
export interface Client {
  /** An IP address; null if unknown. */
  address: string | null;
  /** What it called itself. */
  name: string | null;
}

export interface Arrival<To extends Addressee = Recipient> {
  recipients: To[];
  /** From the envelope; empty for a report. */
  sender: string;
  client: Client;
  raw: Uint8Array;
}
