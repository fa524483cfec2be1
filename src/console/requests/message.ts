import type { Message } from '../../features/messages/operations.ts';
import { facts, said } from '../../html/blocks.ts';
import { html } from '../../html/html.ts';
import { code } from '../../html/marks.ts';
import { pageHead } from '../../html/sections.ts';
import { momentOf } from '../moments.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fateOf, ignoredBecause, kinds, understandingOf } from './message-words.ts';
import { nameOf, type ShownRequest } from './words.ts';

/** One message about a request, whole: for who may see the request, but not all messages. */
export function messagePage(screen: Screen, request: ShownRequest, message: Message): Shown {
  const { understood_as, rule, ignored_because, last_error } = message;
  return {
    title: message.subject,
    content: html`${pageHead({
      above: [
        { href: '/console/requests', label: 'Requests' },
        { href: `/console/requests/${request.id}`, label: nameOf(request) },
      ],
      title: message.subject,
      badge: fateOf(message),
    })}
${facts([
  { label: 'What it is', value: kinds[message.kind] },
  { label: 'From', value: message.from },
  { label: 'To', value: message.to },
  { label: message.direction === 'in' ? 'Came in' : 'Written', value: momentOf(screen, message.created_at) },
  message.sent_at !== null && { label: 'Sent', value: momentOf(screen, message.sent_at) },
  understood_as !== null && { label: 'Understood as', value: understandingOf(understood_as) },
  rule !== null && { label: 'By the rule', value: code(rule) },
  ignored_because !== null && { label: 'Ignored', value: ignoredBecause(ignored_because) },
  last_error !== null && { label: 'Last error', value: last_error },
])}
${said(message.text)}`,
  };
}
