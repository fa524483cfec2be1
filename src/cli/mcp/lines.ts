const LINE_BREAK = '\n'.charCodeAt(0);

/** More than the service accepts in one request, so the service does the refusing; and a bound for memory here. */
const MAX_LINE_BYTES = 1024 * 1024;
/** How much to keep of either end of a line that is too long: enough for a request's id, which is at one of them. */
const END_BYTES = 200;

/** One line of the input, or just both ends of a line that is too long. */
export type Line = { text: string } | { beginning: string; ending: string };

/** All non-empty lines. The last one needs no line break. */
export async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let line = newLine();
  for await (const chunk of input) {
    let from = 0;
    for (let to = chunk.indexOf(LINE_BREAK); to !== -1; to = chunk.indexOf(LINE_BREAK, from)) {
      line.add(chunk.subarray(from, to));
      yield* line.whole();
      line = newLine();
      from = to + 1;
    }
    line.add(chunk.subarray(from));
  }
  yield* line.whole();
}

/** Collects one line. */
function newLine() {
  let pieces: Buffer[] = [];
  let size = 0;
  let beginning: string | undefined;
  return {
    add(piece: Buffer): void {
      pieces.push(piece);
      size += piece.length;
      if (size <= MAX_LINE_BYTES) return;
      const kept = Buffer.concat(pieces);
      beginning ??= kept.toString('utf8', 0, END_BYTES);
      pieces = [Buffer.from(kept.subarray(-END_BYTES))];
    },
    /** No line if it is empty. */
    whole(): Line[] {
      const text = Buffer.concat(pieces).toString();
      if (beginning !== undefined) return [{ beginning, ending: text }];
      return text.trim() === '' ? [] : [{ text }];
    },
  };
}
