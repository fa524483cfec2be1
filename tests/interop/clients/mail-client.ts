// What the tests need of a program that hands mail in over SMTP: each is one file in this folder.
import { execFile } from 'node:child_process';

/** A client that hangs fails its test, not the whole run. */
const DEADLINE_MS = 30_000;
/** Some repeat the whole mail. */
const MOST_TOLD = 16 * 1024 * 1024;
const KEPT_OF_IT = 2_000;

export interface Handing {
  /** Of the server, on this machine. */
  port: number;
  /** Of the envelope. */
  from: string;
  to: string;
  /** A file with the mail, as it goes over the wire. */
  file: string;
  /** A file with the certificate of the server: the mail goes over STARTTLS, or not at all. */
  certificate?: string;
}

export interface Handed {
  isTaken: boolean;
  /** The end of what the client has told about its conversation. */
  told: string;
}

export interface MailClient {
  name: string;
  /** Fetches what is needed. Rejects with `CannotHave` where that can't be had. */
  prepare(): Promise<void>;
  send(mail: Handing): Promise<Handed>;
}

/** Runs a client to its end. It takes a mail for taken if it exits with 0. */
export function runClient(
  [file, ...words]: [string, ...string[]],
  environment: Record<string, string> = {},
): Promise<Handed> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...environment }, timeout: DEADLINE_MS, maxBuffer: MOST_TOLD };
    execFile(file, words, options, (error, stdout, stderr) =>
      resolve({ isTaken: error === null, told: `${stdout}${stderr}`.slice(-KEPT_OF_IT) }),
    );
  });
}
