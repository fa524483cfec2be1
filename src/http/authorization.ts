export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
}

const FORM = 'Authorization: Bearer <key>';

/**
 * Describes what is wrong with the form of the header. Undefined if the form is right or there is no header. Never
 * repeats the header's text, which may be a key.
 */
export function describeFault(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined;
  const [scheme = '', ...rest] = header.trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'bearer') {
    return rest.length === 0
      ? `The word Bearer must stand before the key: ${FORM}`
      : `The scheme must be Bearer: ${FORM}`;
  }
  const [key] = rest;
  if (key === undefined) return `The key is missing: ${FORM}`;
  if (rest.length > 1) return 'The key must not contain spaces';
  if (/^["'<`]|["'>`]$/.test(key)) return 'The key must stand without quotes or brackets around it';
  if (!/^[\x21-\x7e]+$/.test(key)) return 'The key must have printable ASCII characters only';
  if (/\\[nrt]|%0[ad]|%20/i.test(key))
    return 'The key must not contain a line break or a space, also not as an escape';
  return undefined;
}
