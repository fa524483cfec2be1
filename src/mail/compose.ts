import type { Draft } from './drafts.ts';

/** What a message says. `content` is what its HTML is made of. */
export function compose(draft: Draft): { subject: string; text: string; content: unknown } {
  const subject = 'meeting' in draft ? (draft.meeting.title ?? 'A meeting') : draft.calendar;
  return { subject, text: JSON.stringify(draft), content: [] };
}
