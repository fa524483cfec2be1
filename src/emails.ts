/** As long as an address can be on the way through SMTP. */
export const EMAIL_LENGTH = 254;
const LOCAL_PART_LENGTH = 64;

// Letters of any script: mail has long been international. Quoted local parts exist on paper only.
const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
// The last label is no number: that would be an IP address.
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`, 'u');

/** Whether it has the form of an address; how long it may be is up to the shape that it comes in with. */
export function isEmail(text: string): boolean {
  return text.indexOf('@') <= LOCAL_PART_LENGTH && ADDRESS.test(text);
}

/** What is the same for two spellings of one address: people do not tell upper case from lower. */
export function foldEmail(email: string): string {
  // The Greek sigma has two lower cases, by where in a word it stands.
  return email.toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}
