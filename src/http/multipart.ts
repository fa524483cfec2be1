// Forms with a file, as browsers send them (RFC 7578). Read here, because the platform's parser can be kept busy for ten seconds with
// 2 MiB of tiny parts (measured), while everybody else waits.
import { invalidRequest } from '../errors.ts';

interface Part {
  name: string;
  isFile: boolean;
  content: Buffer;
}

/** A form with a file has few fields, and the head of a part little more than names. */
const MAX_PARTS = 20;
const MAX_HEAD = 2_048;

const BOUNDARY = /;\s*boundary="?([\w'()+,./:=?-]{1,70})"?\s*(?:;|$)/i;
/** Browsers write quotes and line breaks within a name as `%22`, `%0D` and `%0A`. */
const NAME = /^content-disposition:[ \t]*form-data;[ \t]*name="([^"\r\n]{1,50})"(;[ \t]*filename)?/im;

const LINE = '\r\n';
const HEAD_END = Buffer.from(LINE + LINE);

/** Throws unless the form is whole. */
export function multipartIn(body: Buffer, contentType: string): Part[] {
  const [, boundary] = BOUNDARY.exec(contentType) ?? [];
  const first = Buffer.from(`--${boundary}`);
  if (boundary === undefined || !body.subarray(0, first.length).equals(first)) throw notWhole();
  const between = Buffer.from(`${LINE}--${boundary}`);
  const parts: Part[] = [];
  for (let at = first.length; !isAt(body, at, '--'); ) {
    if (!isAt(body, at, LINE)) throw notWhole();
    if (parts.length === MAX_PARTS) throw tooManyParts();
    const begin = at + LINE.length;
    const headEnd = body.subarray(begin, begin + MAX_HEAD).indexOf(HEAD_END);
    const end = body.indexOf(between, begin);
    const contentAt = begin + headEnd + HEAD_END.length;
    if (headEnd === -1 || end < contentAt) throw notWhole();
    const [, name, filename] = NAME.exec(body.toString('utf8', begin, begin + headEnd)) ?? [];
    if (name === undefined) throw notWhole();
    parts.push({ name, isFile: filename !== undefined, content: body.subarray(contentAt, end) });
    at = end + between.length;
  }
  return parts;
}

const isAt = (body: Buffer, at: number, text: string) =>
  body.toString('latin1', at, at + text.length) === text;

const notWhole = () => invalidRequest('The form must be multipart/form-data, whole and with its boundary');
const tooManyParts = () => invalidRequest(`A form with a file must have at most ${MAX_PARTS} fields`);
