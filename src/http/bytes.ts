/** A body that is accepted as raw bytes, instead of JSON. */
export interface Bytes {
  contentType: string;
  maxBytes: number;
  /** What it should be, for messages about a wrong one: `a mail`. */
  what: string;
  description: string;
  example: string;
  /** A file with such a body, for samples. */
  file: string;
}
