import type { Question, Understanding } from './understanding.ts';

/** Understands a reply without its quotes. */
export function understand({ options }: Question, text: string): Understanding {
  const [, number] = /^\s*(?:option\s*|#)?(\d{1,2})[\s.!]*$/i.exec(text.slice(0, 100)) ?? [];
  const option = options[Number(number ?? 0) - 1];
  return option
    ? { meaning: 'options', option_ids: [option.id], rule: 'option_number' }
    : { meaning: 'unclear', rule: 'nothing_certain' };
}
