// The page that asks before a request is cancelled.

import { getRequest } from '../../features/meetings/requests/operations.ts';
import { getProgress } from '../../features/meetings/scheduling/progress.ts';
import { findTurnFor } from '../../features/turns/rotation/turns.ts';
import { actions, linkButton } from '../../html/blocks.ts';
import { button, checkbox, form } from '../../html/fields.ts';
import { html } from '../../html/html.ts';
import { emptyState, pageHead } from '../../html/sections.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { mayDo, timeOf } from './state.ts';
import { inWords, nameOf } from './words.ts';

export async function cancelPage(screen: Screen, id: string): Promise<Shown> {
  const request = await getRequest(screen, id);
  const url = `/console/requests/${id}`;
  const action = `${url}/cancel`;
  const isBooked = request.status === 'booked';
  const what = isBooked ? 'meeting' : 'request';
  const title = `Cancel ${what}`;
  const time = timeOf(request);
  const head = pageHead({
    above: [
      { href: '/console/requests', label: 'Requests' },
      { href: url, label: nameOf(request) },
    ],
    title,
    lead: `${isBooked && time ? `${screen.dates.whole(time)}. ` : ''}This can’t be undone.`,
  });
  if (!mayDo(request, 'cancel')) {
    const back = linkButton(url, 'Back to the request');
    return {
      title,
      content: html`${head}${emptyState({ title: 'This request is already cancelled', action: back })}`,
    };
  }
  const { notify_participants } = await getProgress(screen, id);
  const turn = await findTurnFor(screen, id);
  const { isChecked } = fieldsOf(screen, action);
  const names = inWords(
    request.participants.map(({ name, email }) => name ?? email),
    3,
  );
  const content = html`${
    notify_participants &&
    checkbox({ name: 'notify', label: `Tell ${names} by email`, checked: isChecked('notify', true) })
  }${
    turn !== undefined &&
    turn.returned_at === null &&
    checkbox({
      name: 'return_turn',
      label: 'Give the turn back',
      hint: `${turn.name ?? turn.email} comes first in the team again.`,
      checked: isChecked('return_turn', false),
    })
  }${actions(button({ label: title, kind: 'danger' }), linkButton(url, `Keep ${what}`))}`;
  return { title, content: html`${head}${form({ action, token: screen.token, content })}` };
}
