import type { AuditEntry } from '../../features/workspace/audit-log/operations.ts';
import { dateField, option, optionGroup, select, textField } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { emptyState, filters, pageHead, pager } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import type { Page } from '../../pagination.ts';
import type { Names } from '../names.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { humanized } from '../words.ts';
import { LOG, rowOf } from './entry.ts';
import { phrases } from './phrases.ts';

/** As in the page's URL. */
interface LogFilter {
  action: string | undefined;
  actor: string | undefined;
  target: string | undefined;
  since: string | undefined;
  until: string | undefined;
}

interface Data {
  entries: Page<AuditEntry>;
  names: Names;
  filter: LogFilter;
  cursor: string | undefined;
}

export function logPage(screen: Screen, { entries: { data, meta }, names, filter, cursor }: Data): Shown {
  const isSet = Object.values(filter).some((value) => value !== undefined);
  return {
    title: 'Audit log',
    content: html`${pageHead({ title: 'Audit log', lead: 'Every change in this workspace, newest first.' })}
${filters({ action: LOG, isSet, clear: LOG, content: filterFields(filter) })}
${table({
  caption: 'Changes, newest first',
  columns: [
    { label: 'When' },
    { label: 'Who' },
    { label: 'What' },
    { label: 'Details', align: 'end', hideLabel: true },
  ],
  rows: data.map((entry, place) => rowOf(screen, entry, names, place)),
  empty: emptyState(
    isSet
      ? { title: 'No changes match', text: 'Change the filters, or clear them to see everything.' }
      : { title: 'No changes yet', text: 'Every change shows up here.' },
  ),
})}
${pager({
  next: meta.next_cursor && withQuery(LOG, { ...filter, cursor: meta.next_cursor }),
  first: cursor && withQuery(LOG, { ...filter }),
})}`,
  };
}

function filterFields({ action, actor, target, since, until }: LogFilter): Content {
  const things = Map.groupBy(Object.keys(phrases), (name) => name.split('.')[0] as string);
  const groups = [...things].map(([thing, actions]) =>
    optionGroup(
      humanized(thing),
      actions.map((name) => option(name, humanized(name), name === action)),
    ),
  );
  const isOther = action !== undefined && !(action in phrases);
  return html`${select({ name: 'action', label: 'What', options: [option('', 'Anything'), isOther && option(action, action, true), groups] })}
${textField({ name: 'actor', label: 'By (email address or ID)', value: actor, type: 'search' })}
${textField({ name: 'target', label: 'About (email address or ID)', value: target, type: 'search' })}
${dateField({ name: 'since', label: 'From', value: since })}
${dateField({ name: 'until', label: 'Until', value: until })}`;
}
