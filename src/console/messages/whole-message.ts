// One message, shown to people who may see all messages, or those of its request.
import { notFound } from '../../errors.ts';
import type { Message } from '../../features/meetings/messages/operations.ts';
import { hasSignInLink, isResendable } from '../../features/meetings/messages/rules.ts';
import { actions, banner, type Fact, facts, said } from '../../html/blocks.ts';
import { inlineForm } from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { code } from '../../html/marks.ts';
import { pager, section } from '../../html/sections.ts';
import { withQuery } from '../../html/urls.ts';
import { integerQuery } from '../../http/query.ts';
import { onOneLine } from '../../text/plain-text.ts';
import { fateOf, kinds, understandingOf, whyIgnored } from '../requests/message-words.ts';
import type { Screen } from '../screen.ts';
import { momentOf } from '../words.ts';

/** A mail that came in may have 100,000 characters: too many for a page. */
const PART_LENGTH = 10_000;

export const partQuery = {
  part: integerQuery(1, 1_000, 'Which part of a long text is shown; the first without it.'),
};

/** How many parts the text is shown in: at least one. */
const partsOf = ({ text }: Message): number => Math.max(Math.ceil(text.length / PART_LENGTH), 1);

export function requirePart(message: Message, part: number): void {
  if (part > partsOf(message)) throw notFound('Page');
}

/** In lists and titles. */
const SUBJECT_LENGTH = 150;

export const subjectOf = ({ subject }: Message): string =>
  onOneLine(subject, SUBJECT_LENGTH) || '(no subject)';

interface WholeMessage {
  message: Message;
  /** The path of its page. */
  path: string;
  /** Which part of the text, from 1. */
  part: number;
  about?: Fact | null;
  /** The document that shows it as its reader sees it. */
  html: string;
  /** The form that sends it again; left out for readers who may not. */
  resend?: string;
}

export function wholeMessage(screen: Screen, whole: WholeMessage): Html {
  const { message, about } = whole;
  const { id, kind, from, to, direction, created_at } = message;
  return html`${facts([
    { label: 'What it is', value: kinds[kind] },
    { label: 'From', value: from },
    { label: 'To', value: to },
    about,
    { label: direction === 'in' ? 'Came in' : 'Written', value: momentOf(screen, created_at) },
    { label: 'ID', value: code(id) },
  ])}
${section({ id: 'fate', live: 'meeting_request.', title: 'What became of it', content: fate(screen, whole) })}
${section({ title: 'What it says', content: html`${asSent(whole)}${textOf(whole)}` })}`;
}

/** Nothing in it can be pressed: its links would act for its reader. */
function asSent({ message, html: path }: WholeMessage): Html | null {
  if (message.direction === 'in') return null;
  return html`<details class="as-sent"><summary>As it looks in a mail program</summary>
<iframe title="As it looks in a mail program" src="${path}" loading="lazy"></iframe></details>`;
}

function fate(screen: Screen, { message, resend }: WholeMessage): Html {
  const { direction, status, understood_as, rule, ignored_because, attempts, last_error, sent_at } = message;
  const isOffered = resend !== undefined && isResendable(message);
  return html`${status === 'failed' && banner('problem', html`Not delivered: ${last_error}`)}
${facts([
  { label: 'State', value: fateOf(message) },
  sent_at !== null && { label: 'Sent', value: momentOf(screen, sent_at) },
  direction === 'out' && status !== 'kept' && { label: 'Attempts', value: attempts },
  last_error !== null && status !== 'failed' && { label: 'Last error', value: last_error },
  understood_as !== null && { label: 'Understood as', value: understandingOf(understood_as) },
  rule !== null && { label: 'By the rule', value: code(rule) },
  ignored_because !== null && { label: 'Ignored', value: whyIgnored(ignored_because) },
])}
${isOffered && actions(inlineForm({ action: resend, token: screen.token, label: 'Send message again' }))}`;
}

function textOf({ message, path, part }: WholeMessage): Content {
  const { kind, text } = message;
  const parts = partsOf(message);
  const shown = text.slice((part - 1) * PART_LENGTH, part * PART_LENGTH);
  return html`${hasSignInLink(kind) && html`<p class="note">The link is only in the mail itself: whoever has it can sign in.</p>`}
${shown ? said(shown) : html`<p>There is no text.</p>`}
${parts > 1 && html`<p class="small">Part ${part} of ${parts}.</p>`}
${pager({
  next: part < parts ? withQuery(path, { part: String(part + 1) }) : null,
  first: part > 1 ? path : null,
})}`;
}
