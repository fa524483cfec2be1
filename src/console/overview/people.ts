import type { People } from '../../features/meetings/requests/lists/overview.ts';
import type { ListedRequest } from '../../features/meetings/requests/operations.ts';
import { named } from '../../html/blocks.ts';
import { type Content, html } from '../../html/html.ts';
import { plainName } from '../words.ts';

/** More would fill a line. */
const MOST = 2;

/** `Grace Hopper`, `Grace Hopper and Alan Turing`, `Grace Hopper, Alan Turing and 3 more`: names, or addresses until they are known. */
export function guestsInWords({ participant_emails }: ListedRequest, people: People | undefined): Content {
  const names = people ? people.participants.map(plainName) : participant_emails;
  const shown = names.length > MOST + 1 ? names.slice(0, MOST) : names;
  const left = names.length - shown.length;
  const last = left > 0 ? `${left} more` : shown.length > 1 && named(shown.at(-1) as string);
  const first = last && left === 0 ? shown.slice(0, -1) : shown;
  return html`${first.map((name, place) => html`${place > 0 && ', '}${named(name)}`)}${last && html` and ${last}`}`;
}
