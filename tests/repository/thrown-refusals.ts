// Where the source refuses something, and what it says then. Reads text, and no file, so that it can be tried on examples.

export interface ThrownRefusal {
  line: number;
  /** With 1 for what is filled in; undefined if it comes from elsewhere. */
  message: string | undefined;
  /** What it gives to pages: `field`, `plain`, `rule`. */
  names: string[];
}

const MAKERS = /(?<!function )\b(?:validationError|invalidRequest|conflict|forbidden)\(/g;

export function thrownIn(text: string): ThrownRefusal[] {
  return [...text.matchAll(MAKERS)]
    .filter(({ index }) => !isInComment(text, index))
    .map(({ 0: call, index }) => {
      const { strings, code } = argumentsFrom(text, index + call.length);
      const [first = '', ...others] = code.split(',');
      return {
        line: text.slice(0, index).split('\n').length,
        message: /^\s*"/.test(first) ? strings.slice(0, first.split('"').length - 1).join('') : undefined,
        names: [...new Set(others.join(',').match(/\b(?:field|plain|rule)\b/g))],
      };
    });
}

const isInComment = (text: string, index: number) =>
  /^\s*(?:\/\/|\/?\*)/.test(text.slice(text.lastIndexOf('\n', index) + 1, index + 1));

/** The literals of a call, and what stands between them, with `"` for each; commas within brackets are left out. */
function argumentsFrom(text: string, start: number): { strings: string[]; code: string } {
  const strings: string[] = [];
  let code = '';
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (/['"`]/.test(character)) {
      const literal = literalAt(text, at);
      strings.push(literal.content);
      code += '"';
      at = literal.end;
    } else if (character === ')' && depth === 0) break;
    else if (character !== ',' || depth === 0) code += character;
    if (/[({[]/.test(character)) depth += 1;
    if (/[)}\]]/.test(character)) depth -= 1;
  }
  return { strings, code };
}

/** What a literal says, and where its last quote is. */
function literalAt(text: string, start: number): { content: string; end: number } {
  const quote = text.charAt(start);
  let content = '';
  let at = start + 1;
  for (; at < text.length && text.charAt(at) !== quote; at += 1) {
    if (text.charAt(at) === '\\') {
      at += 1;
      content += text.charAt(at);
    } else if (quote === '`' && text.startsWith('${', at)) {
      content += '1';
      at = endOfFilled(text, at + 2);
    } else content += text.charAt(at);
  }
  return { content, end: at };
}

/** The bracket that ends what is filled in. */
function endOfFilled(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (/['"`]/.test(character)) at = literalAt(text, at).end;
    else if (character === '{') depth += 1;
    else if (character === '}' && depth === 0) return at;
    else if (character === '}') depth -= 1;
  }
  return text.length;
}
