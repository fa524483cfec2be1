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
