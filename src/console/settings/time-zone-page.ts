import type { Workspace } from '../../features/workspace/workspaces/operations.ts';
import { actions, linkButton } from '../../html/blocks.ts';
import { button, form } from '../../html/fields.ts';
import { html } from '../../html/html.ts';
import { pageHead } from '../../html/sections.ts';
import { ownZoneForm, zoneField } from '../../html/times/zone-choice.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { SETTINGS, TIME_ZONE } from './settings-page.ts';

/** A page of its own: the list is longer than all the other settings. */
export function timeZonePage(screen: Screen, { timezone }: Workspace): Shown {
  const title = 'Time zone of the workspace';
  const field = { ...fieldsOf(screen, TIME_ZONE).field('timezone', timezone), label: 'Time zone' };
  return {
    title,
    content: html`${pageHead({ above: [{ href: SETTINGS, label: 'Settings' }], title, lead: 'For members who haven’t chosen their own.' })}
${ownZoneForm({ action: TIME_ZONE, token: screen.token, timezone })}
${form({
  action: TIME_ZONE,
  token: screen.token,
  content: html`${zoneField(screen.reader, field, timezone)}
${actions(button({ label: 'Save time zone' }), linkButton(SETTINGS, 'Back'))}`,
})}`,
  };
}
