// Screenshots are large, because browsers write full colours for each pixel. Pages have few colours: with a palette, a picture takes a
// third of the space.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = 8;
const COLOURS = 256;
/** The colour type in a PNG header. */
const WITH_ALPHA = 6;

/** The same picture with its most frequent colours; all others become the nearest of them. For PNGs with 8 bits, as of Chromium: without alpha where everything is opaque. */
export function withPalette(png: Buffer): Buffer {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data as Buffer;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const channels = header[9] === WITH_ALPHA ? 4 : 3;
  const bytes = unfiltered(inflateSync(Buffer.concat(packed)), { width, height, channels });
  const pixels = pixelsOf(bytes, channels);

  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const palette = [...counts]
    .sort((one, other) => other[1] - one[1])
    .slice(0, COLOURS)
    .map(([colour]) => colour);
  const places = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));

  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < pixels.length; at++) {
    rows[at + Math.floor(at / width) + 1] = places.get(pixels[at] as number) as number;
  }
  const indexed = Buffer.from(header);
  indexed[9] = 3;
  return Buffer.concat([
    png.subarray(0, SIGNATURE),
    chunk('IHDR', indexed),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => bytesOf(colour).slice(0, 3)))),
    chunk('tRNS', Buffer.from(palette.map((colour) => bytesOf(colour)[3] as number))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function pixelsOf(bytes: Uint8Array, channels: number): Uint32Array {
  return Uint32Array.from({ length: bytes.length / channels }, (_, place) => {
    const [red = 0, green = 0, blue = 0, alpha = 255] = bytes.subarray(
      place * channels,
      (place + 1) * channels,
    );
    return (red | (green << 8) | (blue << 16) | (alpha << 24)) >>> 0;
  });
}

const bytesOf = (colour: number) => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255, colour >>> 24];

function nearest(palette: number[], colour: number): number {
  const wanted = bytesOf(colour);
  const distance = (other: number) =>
    bytesOf(other).reduce((sum, byte, at) => sum + (byte - (wanted[at] as number)) ** 2, 0);
  let best = 0;
  for (const [place, other] of palette.entries()) {
    if (distance(other) < distance(palette[best] as number)) best = place;
  }
  return best;
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = SIGNATURE; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** Each row says how it was predicted from its neighbours (https://www.w3.org/TR/png/#9Filters). */
function unfiltered(
  rows: Buffer,
  { width, height, channels }: { width: number; height: number; channels: number },
): Uint8Array {
  const stride = width * channels;
  const pixels = new Uint8Array(stride * height);
  for (let row = 0; row < height; row++) {
    const filter = rows[row * (stride + 1)];
    for (let at = 0; at < stride; at++) {
      const place = row * stride + at;
      const left = at >= channels ? (pixels[place - channels] as number) : 0;
      const above = row > 0 ? (pixels[place - stride] as number) : 0;
      const corner = at >= channels && row > 0 ? (pixels[place - stride - channels] as number) : 0;
      const predicted = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter as number];
      pixels[place] = (rows[place + row + 1] as number) + (predicted as number);
    }
  }
  return pixels;
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const [byLeft, byAbove, byCorner] = [left, above, corner].map((value) => Math.abs(estimate - value)) as [
    number,
    number,
    number,
  ];
  if (byLeft <= byAbove && byLeft <= byCorner) return left;
  return byAbove <= byCorner ? above : corner;
}
