// Pictures to upload as logos: good ones as programs write them, and PNGs of any size and content.
import { crc32, deflateSync } from 'node:zlib';

const decoded = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

/** A blue rectangle of 24 × 12 pixels in each format, as ImageMagick writes it. */
export const pictures = {
  png: decoded(
    'iVBORw0KGgoAAAANSUhEUgAAABgAAAAMAQMAAABC/u82AAAABGdBTUEAALGPC/xhBQAAACBjSFJNAAB6JgAAgIQAAPoAAACA6AAA' +
      'dTAAAOpgAAA6mAAAF3CculE8AAAABlBMVEUfX9D////LTs4QAAAAAWJLR0QB/wIt3gAAAAd0SU1FB+oLEwQZKZDMwowAAAAMSURB' +
      'VAjXY2AgDQAAADAAAceqhY4AAAAldEVYdGRhdGU6Y3JlYXRlADIwMjYtMTEtMTlUMDQ6MjU6NDErMDA6MDDK9F+sAAAAJXRFWHRk' +
      'YXRlOm1vZGlmeQAyMDI2LTExLTE5VDA0OjI1OjQxKzAwOjAwu6nnEAAAAABJRU5ErkJggg==',
  ),
  jpeg: decoded(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8Q' +
      'EBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ' +
      'EBAQEBAQEBD/wAARCAAMABgDAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA' +
      'FgEBAQEAAAAAAAAAAAAAAAAAAAcI/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8Ai7WaJAAAAAP/2Q==',
  ),
  progressiveJpeg: decoded(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8Q' +
      'EBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ' +
      'EBAQEBAQEBD/wgARCAAMABgDAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAWAQEBAQAAAAAAAAAAAAAAAAAABgf/' +
      '2gAMAwEAAhADEAAAAYvWYgAAf//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEAAQUCX//EABQRAQAAAAAAAAAAAAAAAAAAACD/' +
      '2gAIAQMBAT8BX//EABQRAQAAAAAAAAAAAAAAAAAAACD/2gAIAQIBAT8BX//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEABj8C' +
      'X//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEAAT8hX//aAAwDAQACAAMAAAAQbbb/AP/EABQRAQAAAAAAAAAAAAAAAAAAACD/' +
      '2gAIAQMBAT8QX//EABQRAQAAAAAAAAAAAAAAAAAAACD/2gAIAQIBAT8QX//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEAAT8Q' +
      'X//Z',
  ),
  webp: decoded(
    'UklGRkIAAABXRUJQVlA4IDYAAADwAgCdASoYAAwAPrVInkmnJCKhMAgA4BaJQA7AACBsAAD+6ez///EOdDnQ5mM//Qp9nDOYAAA=',
  ),
  losslessWebp: decoded('UklGRh4AAABXRUJQVlA4TBEAAAAvF8ACAAfQr34Uuv+BiOh/AAA='),
  transparentWebp: decoded(
    'UklGRmYAAABXRUJQVlA4WAoAAAAQAAAAFwAACwAAQUxQSAoAAAABB9C/iAhERP8DVlA4IDYAAADwAgCdASoYAAwAPrVInkmnJCKh' +
      'MAgA4BaJQA7AACBsAAD+6ez///EOdDnQ5mM//Qp9nDOYAAA=',
  ),
  animatedWebp: decoded(
    'UklGRtQAAABXRUJQVlA4WAoAAAACAAAAFwAACwAAQU5JTQYAAAD/////AABBTk1GVAAAAAAAAAAAABcAAAsAAGQAAAJWUDggPAAA' +
      'ABADAJ0BKhgADAA+kTiXR6WjIiEwCACwEglAF2XQABA2AAD+7qY//gN18W0y//c4H/c4H/c4H8czWYAAAEFOTUZMAAAAAAAAAAAA' +
      'FwAACwAAZAAAAFZQOCA0AAAAVAIAnQEqGAAMAD6ROJdHgwCAAAEglAF2AFpIAP71WL//c4H/+zgf/7OB/HX9eqWuTfJsAA==',
  ),
};

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

export function chunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** The header of a PNG with 8 bits for each of red, green, blue and alpha. */
export function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 6], 8);
  return chunk('IHDR', data);
}

export const pngOf = (...chunks: Uint8Array[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([SIGNATURE, ...chunks]));

/** A PNG in one colour, made as large as `bytes` says by a comment. */
export function png({
  width = 24,
  height = 12,
  colour = [31, 95, 208, 255],
  bytes,
}: {
  width?: number;
  height?: number;
  colour?: number[];
  bytes?: number;
} = {}): Uint8Array<ArrayBuffer> {
  const row = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()]);
  const pixels = chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row))));
  const whole = (...more: Uint8Array[]) => pngOf(header(width, height), ...more, pixels, chunk('IEND'));
  if (bytes === undefined) return whole();
  const room = bytes - whole(chunk('tEXt')).length;
  return whole(chunk('tEXt', Buffer.alloc(room, 'a')));
}
