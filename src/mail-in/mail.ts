// A mail after reading: bounded, decoded, and classified. Nothing here knows about meeting requests.

export interface Address {
  /** In lower case after the @, as written before it. */
  address: string;
  name: string | null;
}

export interface Mail {
  /** With its angle brackets; null without one. */
  message_id: string | null;
  in_reply_to: string[];
  references: string[];
  /** If there are several, it isn't clear who wrote it. */
  from: Address[];
  to: Address[];
  cc: Address[];
  subject: string;
  /** The whole text as plain text: from `text/plain`, or converted from HTML. */
  text: string;
  /** What the author wrote: without quotes, signature and forwarded mail. */
  reply: string;
  /** It answers quoted lines that are not in `reply`: without them, nobody can tell what it means. */
  is_interleaved: boolean;
  /** Only its recipient could read it: the texts are empty. */
  is_encrypted: boolean;
  /** The date in its header; null without a valid one. */
  written_at: number | null;
  /** Addresses in `Received` lines, newest first; null for a line without one. */
  received_from: (string | null)[];
  nature: Nature;
}

/** What kind of mail it is, from its headers and parts. */
export type Nature =
  /** Written by a person. */
  | { nature: 'human' }
  /** Written by a machine: never answered, never acted on. `reason` says how to tell. */
  | { nature: 'automatic'; reason: string }
  /**
   * `back_on`: the day of return, `2026-11-23`; null if it doesn't say. The day is one in the author's time zone, so there is no
   * time.
   */
  | { nature: 'out_of_office'; back_on: string | null }
  | { nature: 'bounce'; bounce: Bounce }
  | { nature: 'calendar'; reply: CalendarReply };

export interface Bounce {
  /** `delayed`: it may still arrive. */
  kind: 'failed' | 'delayed' | 'delivered';
  recipient: string | null;
  /** `5.1.1`; null if unknown. */
  code: string | null;
  /** One sentence for the message's page. */
  text: string;
  /** The Message-ID of the message that bounced; null if unknown. */
  original_message_id: string | null;
}

export interface CalendarReply {
  method: 'REPLY' | 'COUNTER';
  uid: string;
  sequence: number;
  attendee: string;
  attendance: 'accepted' | 'declined' | 'tentative' | 'none';
  /** The time that it is about: that of the invitation, or the one that a COUNTER proposes. */
  starts_at: number | null;
  ends_at: number | null;
  comment: string | null;
}

// Who has sent a mail, as far as it is proven.
// Why only DMARC proves: docs/decisions/0029-what-strangers-can-cause.md.

/**
 *     proven     DMARC passes for the domain of From, or it was handed in from a trusted network
 *     unproven   nothing is known
 *     forged     DMARC fails, and the domain asks to refuse such mail
 */
export type Proof = 'proven' | 'unproven' | 'forged';

export interface Authenticity {
  proof: Proof;
  /** Where it came from outside of the trusted networks; null if it did not, or nobody can tell. */
  client_address: string | null;
  /** Results of SPF, DKIM, DMARC and ARC on one line, for whoever asks why. */
  results: string;
}
