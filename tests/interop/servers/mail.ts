// A mail server that keeps what it takes in files.
export interface MailServer extends AsyncDisposable {
  url: string;
  /** Everything that it has taken. */
  taken(): Promise<TakenMail[]>;
}

export interface TakenMail {
  /** Of the envelope. */
  from: string;
  to: string;
  raw: Buffer;
}

/** What to do where no mail server can be had. */
export const instead = 'run this on Debian, with a network.';
