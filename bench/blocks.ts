/** The text with other lines between the comments `<!-- name -->` and `<!-- end of name -->`. */
export function withBlock(text: string, name: string, lines: string[]): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [before, after] = [text.split(begin)[0], text.split(end)[1]];
  return `${before}${[begin, ...lines, end].join('\n\n')}${after}`;
}
