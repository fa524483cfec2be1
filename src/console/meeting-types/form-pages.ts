import { actions, linkButton } from '../../html/blocks.ts';
import { button, form } from '../../html/fields.ts';
import { html } from '../../html/html.ts';
import { pageHead } from '../../html/sections.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { emptyType, type TypeFields, typeFields } from './fields.ts';
import type { OwnerChoices } from './owners.ts';
import { editPath, NEW_TYPE, TYPES, typePath } from './paths.ts';
import type { ShownType } from './words.ts';

const above = { href: TYPES, label: 'Meeting types' };

export function newTypePage(screen: Screen, owners: OwnerChoices): Shown {
  const title = 'New meeting type';
  return {
    title,
    content: html`${pageHead({
      above: [above],
      title,
      lead: 'A kind of meeting that guests can book, with its own duration, questions and page.',
    })}
${formOf(screen, { action: NEW_TYPE, type: emptyType(screen), owners, label: 'Create meeting type', back: TYPES })}`,
  };
}

export function editTypePage(screen: Screen, type: ShownType, owners: OwnerChoices): Shown {
  const back = typePath(type.id);
  return {
    title: `Edit ${type.name}`,
    content: html`${pageHead({
      above: [above, { href: back, label: type.name }],
      title: 'Edit',
      lead: 'Counts from the next booking on. Meetings already booked stay as they are.',
    })}
${formOf(screen, { action: editPath(type.id), type, owners, label: 'Save meeting type', back })}`,
  };
}

interface Given {
  action: string;
  type: TypeFields;
  owners: OwnerChoices;
  label: string;
  back: string;
}

/** Enter in a field saves, as the first button does: it comes before those that change the questions. */
const formOf = (screen: Screen, { label, back, ...given }: Given) =>
  form({
    action: given.action,
    token: screen.token,
    content: html`<button class="hidden" tabindex="-1" aria-hidden="true"></button>${typeFields(screen, given)}
${actions(button({ label }), linkButton(back, 'Back'))}`,
  });
