import { transitions } from '../../features/meetings/requests/rules.ts';
import { button, checkboxList, form } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { section } from '../../html/sections.ts';
import type { Screen } from '../screen.ts';
import type { ShownRequest } from './words.ts';

/** People whom an outsider copied in. Nothing was sent to them yet. All are checked, so that one click adds them. */
export function suggestedSection({ token }: Screen, request: ShownRequest): Content {
  const { id, status, suggested_participants: suggested } = request;
  const mayAdd = (transitions.addParticipants.from as readonly string[]).includes(status);
  if (suggested.length === 0 || !mayAdd) return null;
  return section({
    id: 'suggested',
    live: 'meeting_request.',
    title: 'Copied in',
    lead: 'The email that asked for this meeting also went to these people. Rota hasn’t written to them, because anyone can put any address into an email.',
    content: form({
      action: `/console/requests/${id}/participants`,
      token,
      content: html`${checkboxList({
        name: 'email[]',
        legend: 'Who else is coming?',
        options: suggested.map(({ email, name }) => ({
          value: email,
          label: name === null ? email : `${name} (${email})`,
          checked: true,
        })),
      })}${button({ label: 'Add guests to the meeting' })}`,
    }),
  });
}
