import { readFileSync } from 'node:fs';

/** The mails in files. Their lines end as in git; those of mail end otherwise. */
export const FOLDER = new URL('./mails/', import.meta.url);

export const mailIn = (file: string): Buffer =>
  mailOf(readFileSync(new URL(`${file}.eml`, FOLDER), 'latin1'));

/** One character for each byte. */
export const mailOf = (text: string): Buffer => Buffer.from(text.replace(/\r?\n/g, '\r\n'), 'latin1');
