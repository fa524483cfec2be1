/** Bytes as text. UTF-8, as the standard asks for; else UTF-16 by its mark, else Latin-1, in which any bytes are text. */
export function decoded(body: string | Uint8Array): string {
  if (typeof body === 'string') return body;
  if (body[0] === 0xff && body[1] === 0xfe) return new TextDecoder('utf-16le').decode(body);
  if (body[0] === 0xfe && body[1] === 0xff) return new TextDecoder('utf-16be').decode(body);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return new TextDecoder('latin1').decode(body);
  }
}
