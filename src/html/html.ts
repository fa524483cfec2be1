// HTML from tagged templates. Values are escaped unless they are HTML already, so that text of people can't become markup.
// Why pages are made on the server: docs/decisions/0031-server-rendered-pages.md.
import { escapeHtml } from '../text/escape-html.ts';

/** HTML that is safe to put into a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** Null, undefined and false render as nothing: `${isPoll && html`…`}`. */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

/** Put values between elements or in quoted attributes, nowhere else. */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  let text = parts[0] as string;
  for (let place = 0; place < values.length; place++) text += textOf(values[place]) + parts[place + 1];
  return new Html(text);
}

function textOf(value: Content): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return escapeHtml(String(value));
}
