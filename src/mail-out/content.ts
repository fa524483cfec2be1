// The body of a message as blocks. Plain text and HTML are made from the same ones.

interface Fact {
  label: string;
  value: string;
}

export type Block =
  | { type: 'paragraph'; text: string }
  /** Times to choose from, numbered from 1 so that a reply can name one. */
  | { type: 'times'; times: { label: string; url: string }[] }
  | { type: 'button' | 'link'; label: string; url: string; is_small?: true }
  | { type: 'facts'; facts: Fact[] }
  | { type: 'signature'; text: string }
  /** Small print. */
  | { type: 'note'; text: string };

export interface Content {
  /** Shown next to the subject in a list of messages. */
  preview: string;
  blocks: Block[];
}

export function toText({ blocks }: Content): string {
  return `${blocks.map(textOf).join('\n\n')}\n`;
}

function textOf(block: Block): string {
  switch (block.type) {
    case 'times':
      return block.times.map(({ label, url }, place) => `${place + 1}. ${label}\n   ${url}`).join('\n');
    case 'button':
    case 'link':
      return `${block.label}: ${block.url}`;
    case 'facts':
      return block.facts
        .map(({ label, value }) => `${label}: ${value.replace(/\n(?=.)/g, '\n    ')}`)
        .join('\n');
    default:
      return block.text;
  }
}
