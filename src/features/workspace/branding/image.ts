// Whether bytes are a picture that can be shown as a logo, as far as that can be told without decoding it: its format, that nothing is
// missing or left over, and its size in pixels. What a file is called, or said to be, doesn't matter.
import { crc32 } from 'node:zlib';
import { invalidRequest } from '../../../errors.ts';

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

interface Image {
  type: ImageType;
  width: number;
  height: number;
}

/** A browser needs four bytes for each pixel, however few the file has: at most 64 MiB. */
export const MAX_PIXELS = 4_096;

type Size = Pick<Image, 'width' | 'height'>;

/** Throws when anything about the file is wrong: files that only begin like a picture have no other use than to mislead. */
export function checkImage(bytes: Uint8Array): Image {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const image = readImage(file);
  const { width, height } = image;
  if (width < 1 || height < 1 || width > MAX_PIXELS || height > MAX_PIXELS) {
    throw invalidRequest(
      `The logo must be at most ${MAX_PIXELS} pixels wide and high: this one is ${width} × ${height}`,
      { field: 'logo' },
    );
  }
  return image;
}

function readImage(file: Buffer): Image {
  if (file.subarray(0, 8).equals(PNG)) return { type: 'image/png', ...sizeOfPng(file) };
  if (file.subarray(0, 3).equals(JPEG)) return { type: 'image/jpeg', ...sizeOfJpeg(file) };
  if (file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP') {
    return { type: 'image/webp', ...sizeOfWebp(file) };
  }
  throw invalidRequest('The logo must be a PNG, JPEG or WebP picture', { field: 'logo' });
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');

const damaged = () =>
  invalidRequest('The logo must be a whole picture: this file is damaged or cut off', { field: 'logo' });
const animated = () =>
  invalidRequest('The logo must be a still picture: this one is animated', { field: 'logo' });
const tooLong = () =>
  invalidRequest(
    'The logo must be a picture and nothing else: this file goes on after the end of the picture',
  );

/** Chunks of length, name, data and checksum (PNG, section 5). */
function sizeOfPng(file: Buffer): Size {
  let size: Size | undefined;
  let hasPixels = false;
  for (let at = PNG.length; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > file.length || crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) {
      throw damaged();
    }
    if ((name === 'IHDR') !== (size === undefined)) throw damaged();
    if (name === 'IHDR') size = sizeInHeader(file.subarray(at + 8, end - 4));
    if (name === 'acTL') throw animated();
    if (name === 'IDAT') hasPixels = true;
    if (name === 'IEND') {
      if (end !== file.length) throw tooLong();
      if (!size || !hasPixels) throw damaged();
      return size;
    }
    at = end;
  }
  throw damaged();
}

/** The bit depths that each colour type may have (PNG, table 8). */
const DEPTHS: Record<number, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

function sizeInHeader(header: Buffer): Size {
  if (header.length !== 13) throw damaged();
  const [depth, colours, compression, filter, interlace] = header.subarray(8) as unknown as number[];
  const isKnown = DEPTHS[colours as number]?.includes(depth as number) && (interlace as number) <= 1;
  if (!isKnown || compression !== 0 || filter !== 0) throw damaged();
  return { width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
}

/** Marks in a JPEG file (ITU T.81, table B.1): the end, the beginning of pixels, and those without a segment. */
const END = 0xd9;
const SCAN = 0xda;
const isRestart = (mark: number) => mark >= 0xd0 && mark <= 0xd7;
/** Frames with pixels that browsers can read: baseline, extended and progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** The other marks of frames: lossless, arithmetic and hierarchical ones. */
const isOtherFrame = (mark: number) => mark >= 0xc3 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);

function sizeOfJpeg(file: Buffer): Size {
  let size: Size | undefined;
  let hasPixels = false;
  for (let at = 2; ; ) {
    if (file[at] !== 0xff) throw damaged();
    // Any number of these may stand before a mark.
    while (file[at] === 0xff) at++;
    const mark = file[at++];
    if (mark === undefined || mark === 0 || isOtherFrame(mark)) throw damaged();
    if (mark === END) {
      if (!size || !hasPixels) throw damaged();
      if (at !== file.length) throw tooLong();
      return size;
    }
    const end = at + 2 <= file.length ? at + file.readUInt16BE(at) : Number.POSITIVE_INFINITY;
    if (end < at + 2 || end > file.length) throw damaged();
    if (FRAMES.includes(mark)) {
      if (size || end - at < 8) throw damaged();
      size = { height: file.readUInt16BE(at + 3), width: file.readUInt16BE(at + 5) };
    }
    at = end;
    if (mark === SCAN) {
      if (!size) throw damaged();
      hasPixels = true;
      at = endOfScan(file, at);
    }
  }
}

/** Where the next mark is. In the pixels before it, 0xff is followed by 0, or counts restarts. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  throw damaged();
}

/** Chunks of name, length and data, each of an even length (WebP container specification). */
function sizeOfWebp(file: Buffer): Size {
  if (file.length < 20) throw damaged();
  const length = file.readUInt32LE(4) + 8;
  if (length > file.length) throw damaged();
  if (length < file.length) throw tooLong();
  let canvas: Size | undefined;
  let picture: Size | undefined;
  for (let at = 12; at < length; ) {
    if (at + 8 > length) throw damaged();
    const name = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const data = file.subarray(at + 8, at + 8 + size);
    if (data.length < size || at + 8 + size > length) throw damaged();
    if (name === 'ANIM' || name === 'ANMF') throw animated();
    if (name === 'VP8X') {
      if (at !== 12) throw damaged();
      canvas = canvasOf(data);
    } else if (name === 'VP8 ' || name === 'VP8L') {
      if (picture || (at !== 12 && !canvas)) throw damaged();
      picture = name === 'VP8L' ? sizeOfLossless(data) : sizeOfLossy(data);
    }
    at += 8 + size + (size % 2);
  }
  const isWhole =
    picture && (!canvas || (canvas.width === picture.width && canvas.height === picture.height));
  if (!picture || !isWhole) throw damaged();
  return picture;
}

function canvasOf(data: Buffer): Size {
  if (data.length !== 10) throw damaged();
  return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
}

/** The header of a key frame (RFC 6386, section 9.1), and room for its first partition. */
function sizeOfLossy(data: Buffer): Size {
  const isKeyFrame = data.length >= 10 && (data.readUInt8(0) & 1) === 0;
  if (!isKeyFrame || data.readUIntBE(3, 3) !== 0x9d012a) throw damaged();
  if (10 + (data.readUIntLE(0, 3) >> 5) > data.length) throw damaged();
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

/** Two times 14 bits, each one less than the size (WebP lossless, section 3). */
function sizeOfLossless(data: Buffer): Size {
  if (data.length < 6 || data.readUInt8(0) !== 0x2f) throw damaged();
  const bits = data.readUInt32LE(1);
  if (bits >>> 29 !== 0) throw damaged();
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
