/** SMTP's limit, in bytes. */
export const EMAIL_LENGTH = 254;
const LOCAL_PART_LENGTH = 64;

// Letters of any script are valid in international mail. Quoted local parts are not used in practice.
const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
// The last label can't be a number: that would be an IP address.
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`, 'u');

/** Checks the form, and the length in bytes: the shape of an input counts characters. */
export function isEmail(text: string): boolean {
  return (
    Buffer.byteLength(text) <= EMAIL_LENGTH && text.indexOf('@') <= LOCAL_PART_LENGTH && ADDRESS.test(text)
  );
}

/** Every spelling of an address folds to the same text. Addresses are compared without regard to case. */
export function foldEmail(email: string): string {
  // The Greek sigma has two lower-case forms.
  return email.toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}
