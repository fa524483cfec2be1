import { actions, linkButton } from '../../html/blocks.ts';
import { button, form, inlineForm } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { section } from '../../html/sections.ts';
import { ownZoneForm, zoneField } from '../../html/times/zone-choice.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';

interface ZoneQuestion {
  title: string;
  lead: string;
  /** The path of the form and of its page. */
  action: string;
  /** Null if none was chosen. */
  stored: string | null;
  /** The zone that applies then, and whose it is. */
  otherwise: { timezone: string; label: string };
  back: string;
}

/** Has its own page, because the list of zones is longer than everything else. */
export function zoneQuestion(screen: Screen, question: ZoneQuestion): Content {
  const { title, lead, action, stored, otherwise, back } = question;
  const { token, reader } = screen;
  const given = fieldsOf(screen, action).field('timezone', stored ?? otherwise.timezone);
  return section({
    title,
    lead,
    content: html`${ownZoneForm({ action, token, timezone: stored ?? otherwise.timezone })}
${form({
  action,
  token,
  content: html`${zoneField(reader, { ...given, label: 'Time zone' }, stored ?? otherwise.timezone)}
${actions(button({ label: 'Save time zone' }), linkButton(back, 'Back'))}`,
})}
${stored !== null && actions(inlineForm({ action, token, label: `Use ${otherwise.label}: ${otherwise.timezone}`, fields: { timezone: '' } }))}`,
  });
}
