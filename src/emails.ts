/** As long as an address can be on the way through SMTP. */
export const EMAIL_LENGTH = 254;
const LOCAL_PART_LENGTH = 64;

// Letters of any script: mail has long been international. Quoted local parts exist on paper only.
const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`, 'u');

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_LENGTH && text.indexOf('@') <= LOCAL_PART_LENGTH && ADDRESS.test(text);
}

/**
 * What is the same for two spellings of one address: people do not tell upper case from lower. By way of the upper
 * case, because the Greek sigma has two lower ones, and some letters have no single one.
 */
export function foldEmail(email: string): string {
  return email.toUpperCase().toLowerCase().normalize('NFC');
}
