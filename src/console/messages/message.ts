import type { Message } from '../../features/meetings/messages/operations.ts';
import type { getRequest } from '../../features/meetings/requests/operations.ts';
import { html } from '../../html/html.ts';
import { pageHead } from '../../html/sections.ts';
import { nameOf } from '../requests/words.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { messagePath } from './messages.ts';
import { MESSAGES } from './unsent.ts';
import { subjectOf, wholeMessage } from './whole-message.ts';

interface OneMessage {
  message: Message;
  /** The request that the message is about. */
  request: Awaited<ReturnType<typeof getRequest>> | null;
  part: number;
}

export function messagePage(screen: Screen, { message, request, part }: OneMessage): Shown {
  const title = subjectOf(message);
  const path = messagePath(message.id);
  const about = request && {
    label: 'About',
    value: html`<a href="/console/requests/${request.id}">${nameOf(request)}</a>`,
  };
  return {
    title,
    content: html`${pageHead({ above: [{ href: MESSAGES, label: 'Messages' }], title })}
${wholeMessage(screen, { message, path, part, about, html: `${path}/html`, resend: `${path}/resend` })}`,
  };
}
