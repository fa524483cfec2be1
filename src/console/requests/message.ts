import type { Message } from '../../features/meetings/messages/operations.ts';
import { html } from '../../html/html.ts';
import { pageHead } from '../../html/sections.ts';
import { subjectOf, wholeMessage } from '../messages/whole-message.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { nameOf, type ShownRequest } from './words.ts';

/** One message about a request: for who may see the request, but not all messages. */
export function messagePage(screen: Screen, request: ShownRequest, message: Message, part: number): Shown {
  const title = subjectOf(message);
  const url = `/console/requests/${request.id}`;
  return {
    title,
    content: html`${pageHead({
      above: [
        { href: '/console/requests', label: 'Requests' },
        { href: url, label: nameOf(request) },
      ],
      title,
    })}
${wholeMessage(screen, { message, part, path: `${url}/messages/${message.id}` })}`,
  };
}
