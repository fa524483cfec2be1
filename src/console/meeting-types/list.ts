import { linkButton, named } from '../../html/blocks.ts';
import { copyField } from '../../html/copy-field.ts';
import { type Content, html } from '../../html/html.ts';
import { emptyState, pageHead, pager } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import type { Page } from '../../pagination.ts';
import type { Names } from '../names.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { NEW_TYPE, TYPES, typePath } from './paths.ts';
import { durationOf, type ShownType, typeBadge } from './words.ts';

interface TypeList {
  types: Page<ShownType>;
  names: Names;
  mayMake: boolean;
  cursor: string | undefined;
}

export function typeListPage(screen: Screen, { types, names, mayMake, cursor }: TypeList): Shown {
  const { data, meta } = types;
  const make = mayMake && linkButton(NEW_TYPE, 'New meeting type', 'main');
  return {
    title: 'Meeting types',
    content: html`${pageHead({
      title: 'Meeting types',
      lead: 'The kinds of meetings that guests can book, each with its own duration, questions and page.',
      actions: data.length > 0 && make,
    })}
${table({
  caption: 'Meeting types, newest first',
  columns: [
    { label: 'Name' },
    { label: 'State' },
    { label: 'Duration', hideOnPhone: true },
    { label: 'Address', hideLabel: true },
  ],
  rows: data.map((type) => [
    html`<a href="${typePath(type.id)}">${named(type.name)}</a><br><span class="note">${ownerOf(type, names)}</span>`,
    typeBadge(type),
    durationOf(screen, type),
    addressOf(type),
  ]),
  empty: emptyState({
    title: 'No meeting types yet',
    text: mayMake
      ? 'Create one for each kind of meeting, such as a product demo: say how long it takes and what guests are asked, then share the address of its page.'
      : 'An admin or the manager of a team can create one for each kind of meeting.',
    action: make,
  }),
})}
${pager({ next: meta.next_cursor && withQuery(TYPES, { cursor: meta.next_cursor }), first: cursor && TYPES })}`,
  };
}

const ownerOf = ({ team_id, workspace_membership_id }: ShownType, names: Names): Content =>
  named(names.get(team_id ?? workspace_membership_id ?? '')?.name ?? 'Nobody');

const addressOf = ({ id, name, url }: ShownType): Content =>
  url === null ? 'No address yet' : copyField({ id: `url-${id}`, label: `Address of ${name}`, value: url });
