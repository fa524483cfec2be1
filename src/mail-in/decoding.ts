// Bytes as text: transfer encodings and charsets, as mail programs write them, right or wrong.

/** Any bytes as text. With an unknown charset, or the wrong one, reads them in the most likely one. */
export function decodedText(bytes: Uint8Array, charset: string): string {
  const decoder = decoderFor(charset);
  if (decoder?.encoding !== 'utf-8' && decoder?.encoding !== 'windows-1252') {
    return decoder ? decoder.decode(bytes) : decodedText(bytes, 'utf-8');
  }
  // Programs that claim ASCII or Latin-1 often write UTF-8, and vice versa. Latin-1 text is hardly ever valid UTF-8 by chance.
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return latin.decode(bytes);
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
const latin = new TextDecoder('windows-1252');
type Decoder = typeof latin;
const decoders = new Map<string, Decoder | undefined>();

/** There are a few dozen charsets, but anybody can send any number of made-up names. */
const MAX_KEPT = 200;

function decoderFor(charset: string): Decoder | undefined {
  const label = charset.trim().toLowerCase().slice(0, 40);
  if (!decoders.has(label)) {
    if (decoders.size >= MAX_KEPT) decoders.clear();
    decoders.set(label, makeDecoder(label) ?? makeDecoder(label.replace(/^(?:x-|cs|cp-?)/, '')));
  }
  return decoders.get(label);
}

function makeDecoder(label: string): Decoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

export function transferDecoded(body: Buffer, encoding: string): Buffer {
  switch (/[\w-]+/.exec(encoding.toLowerCase())?.[0]) {
    case 'base64':
      return Buffer.from(body.toString('latin1'), 'base64');
    case 'quoted-printable':
      return quotedPrintable(body);
    default:
      return body;
  }
}

const EQUALS = 0x3d;

function quotedPrintable(body: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (byte !== EQUALS) {
      decoded[length++] = byte;
      continue;
    }
    const value = hexValue(body[at + 1], body[at + 2]);
    if (value !== -1) {
      decoded[length++] = value;
      at += 2;
      continue;
    }
    const next = softBreakEnd(body, at + 1);
    if (next === -1) decoded[length++] = byte;
    else at = next;
  }
  return decoded.subarray(0, length);
}

/** The end of a soft line break (after an equals sign); -1 if there is none. Some servers add space to lines. */
function softBreakEnd(body: Buffer, from: number): number {
  let at = from;
  while (at < from + 4 && (body[at] === 0x20 || body[at] === 0x09 || body[at] === 0x0d)) at += 1;
  return body[at] === 0x0a ? at : -1;
}

/** -1 unless both are hex digits. */
function hexValue(high = 0, low = 0): number {
  const value = (HEX[high] as number) * 16 + (HEX[low] as number);
  return value < 0 ? -1 : value;
}

/** The value of each byte as a hex digit. For any other byte so far below zero that a sum with it is negative, too. */
const HEX = Int16Array.from({ length: 256 }, (_, byte) => {
  const digit = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) ? -1_000 : digit;
});
