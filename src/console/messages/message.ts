import type { getRequest } from '../../features/meeting-requests/operations.ts';
import type { Message } from '../../features/messages/operations.ts';
import { isResendable } from '../../features/messages/rules.ts';
import { actions, facts, notice, said } from '../../html/blocks.ts';
import { inlineForm } from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { code } from '../../html/marks.ts';
import { pageHead, pager, section } from '../../html/sections.ts';
import { withQuery } from '../../html/urls.ts';
import { momentOf } from '../moments.ts';
import { fateOf, ignoredBecause, kinds, understandingOf } from '../requests/message-words.ts';
import { nameOf } from '../requests/words.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { MESSAGES, messagePath } from './messages.ts';

/** A mail that came in may have 100,000 characters: too many for a page. */
const PART_LENGTH = 10_000;

export interface OneMessage {
  message: Message;
  /** What it is about. */
  request: Awaited<ReturnType<typeof getRequest>> | null;
  /** Of its text, from 1. */
  part: number;
}

export function messagePage(screen: Screen, { message, request, part }: OneMessage): Shown {
  const title = message.subject || '(no subject)';
  return {
    title,
    content: html`${pageHead({
      above: [{ href: MESSAGES, label: 'Messages' }],
      title,
    })}
${facts([
  { label: 'What it is', value: kinds[message.kind] },
  { label: 'From', value: message.from },
  { label: 'To', value: message.to },
  request && {
    label: 'About',
    value: html`<a href="/console/requests/${request.id}">${nameOf(request)}</a>`,
  },
  { label: message.direction === 'in' ? 'Came in' : 'Written', value: momentOf(screen, message.created_at) },
  { label: 'Id', value: code(message.id) },
])}
${section({ id: 'fate', live: 'meeting_request.', title: 'What became of it', content: fate(screen, message) })}
${section({ title: 'What it says', content: textOf(message, part) })}`,
  };
}

function fate(screen: Screen, message: Message): Html {
  const { id, kind, direction, status, understood_as, rule, ignored_because, attempts, last_error, sent_at } =
    message;
  const isOut = direction === 'out';
  return html`${status === 'failed' && notice('problem', html`It was not delivered: ${last_error}`)}
${facts([
  { label: 'State', value: fateOf(message) },
  sent_at !== null && { label: 'Sent', value: momentOf(screen, sent_at) },
  isOut && status !== 'kept' && { label: 'Attempts', value: attempts },
  last_error !== null && status !== 'failed' && { label: 'Last error', value: last_error },
  understood_as !== null && { label: 'Understood as', value: understandingOf(understood_as) },
  rule !== null && { label: 'By the rule', value: code(rule) },
  ignored_because !== null && { label: 'Ignored', value: ignoredBecause(ignored_because) },
])}
${
  // The link of a former one has ended meanwhile.
  kind !== 'sign_in' &&
  isResendable(status) &&
  actions(inlineForm({ action: `${messagePath(id)}/resend`, token: screen.token, label: 'Send it again' }))
}`;
}

/** How many parts its text has, at least one. */
export const partsOf = ({ text }: Pick<Message, 'text'>): number =>
  Math.max(Math.ceil(text.length / PART_LENGTH), 1);

function textOf({ id, kind, text }: Message, part: number): Content {
  const path = messagePath(id);
  const parts = partsOf({ text });
  const shown = text.slice((part - 1) * PART_LENGTH, part * PART_LENGTH);
  return html`${kind === 'sign_in' && html`<p class="note">The link is only in the mail itself: whoever has it can sign in.</p>`}
${shown ? said(shown) : html`<p>There is no text.</p>`}
${parts > 1 && html`<p class="small">Part ${part} of ${parts}.</p>`}
${pager({
  next: part < parts ? withQuery(path, { part: String(part + 1) }) : null,
  first: part > 1 ? path : null,
})}`;
}
