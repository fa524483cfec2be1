/** A body that is taken as it is, instead of JSON. */
export interface Bytes {
  contentType: string;
  maxBytes: number;
  /** What it is, for messages about a wrong one: `a mail`. */
  what: string;
  description: string;
  example: string;
  /** A file that has such a body, in samples. */
  file: string;
}
