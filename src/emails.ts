/** As long as an address can be on the way through SMTP, which counts bytes. */
export const EMAIL_LENGTH = 254;
const LOCAL_PART_LENGTH = 64;

// Letters of any script: mail has long been international. Quoted local parts exist on paper only.
const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
// The last label is no number: that would be an IP address.
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`, 'u');

/** Whether it has the form of an address. The shape that it comes in with limits its characters, which may be several bytes. */
export function isEmail(text: string): boolean {
  return (
    Buffer.byteLength(text) <= EMAIL_LENGTH && text.indexOf('@') <= LOCAL_PART_LENGTH && ADDRESS.test(text)
  );
}

/** What is the same for two spellings of one address: people do not tell upper case from lower. */
export function foldEmail(email: string): string {
  // The Greek sigma has two lower cases, by where in a word it stands.
  return email.toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}
