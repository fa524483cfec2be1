// One entry of the audit log, in words.
import type { AuditEntry } from '../../features/workspace/audit-log/operations.ts';
import { facts, named } from '../../html/blocks.ts';
import { type Content, html } from '../../html/html.ts';
import { code } from '../../html/marks.ts';
import { withQuery } from '../../html/urls.ts';
import { clipped } from '../../text/plain-text.ts';
import { parseTimestamp } from '../../time/timestamps.ts';
import { placeInWords } from '../location-words.ts';
import { actorInWords, linked, type Names } from '../names.ts';
import type { Screen } from '../screen.ts';
import { humanized, momentOf, shortMomentOf } from '../words.ts';
import { phrases, unnamed } from './phrases.ts';

export const LOG = '/console/audit-log';

/** Longer values are cut: an introduction can have a thousand characters. */
const MAX_VALUE = 120;
/** For all fields of an entry together. Keeps a page of entries small; the API has the rest. */
const MAX_DETAILS = 160;

/** The ids whose names an entry needs. */
export function idsIn({ actor, target, changes }: AuditEntry): string[] {
  const values = Object.values(changes).flat(2);
  return [actor.id, target.id, ...values.filter((value) => typeof value === 'string')];
}

/** When, who, what, and a button that shows what was before: one row of the log. For an agent, it also names the tool. */
export function rowOf(screen: Screen, entry: AuditEntry, names: Names, place: number): Content[] {
  const { tool, reason } = entry;
  const id = `change-${place + 1}`;
  const what = html`${actionInWords(entry, names)}${tool !== null && html` with the tool ${code(tool)}`}`;
  return [
    shortMomentOf(screen, entry.created_at),
    actorInWords(entry.actor, names),
    html`<div>${what}${reason !== null && html`<p class="note">${reason}</p>`}</div>`,
    html`<button class="button quiet" popovertarget="${id}">Details<span class="hidden"> of change ${place + 1}</span></button>
<div class="sheet" id="${id}" popover><p><strong>${momentOf(screen, entry.created_at)}</strong></p>
${details(screen, entry, names)}
<button class="button quiet" popovertarget="${id}" popovertargetaction="hide">Close</button></div>`,
  ];
}

/** `paused Ben in Sales`. */
function actionInWords(entry: AuditEntry, names: Names): Content {
  const phrase = phrases[entry.action];
  if (phrase === undefined) return code(entry.action);
  // Texts and placeholders alternate.
  return phrase
    .split(/\{(target|member|team)\}/)
    .map((part, place) =>
      place % 2 === 0 ? part : nameFor(part as 'target' | 'member' | 'team', entry, names),
    );
}

/** If the thing is gone, the entry itself may still have its name or its owner. */
function nameFor(part: 'target' | 'member' | 'team', { target, changes }: AuditEntry, names: Names): Content {
  const found = names.get(target.id);
  if (part === 'target') {
    const kept = [changes.name, changes.title, changes.url, changes.account_email]
      .map(eitherText)
      .find(Boolean);
    return linked(names, target.id) ?? (kept ? named(kept) : unnamed.target);
  }
  const ids =
    part === 'team'
      ? [found?.team_id, eitherText(changes.team_id)]
      : [
          found?.member_id,
          ...['workspace_membership_id', 'membership_id', 'member_id'].map((field) =>
            eitherText(changes[field]),
          ),
        ];
  const id = ids.find((candidate) => candidate !== undefined);
  return (id && linked(names, id)) ?? unnamed[part];
}

/** The value after the change, else the one before. */
function eitherText(change: [unknown, unknown] | undefined): string | undefined {
  const [before, after] = change ?? [];
  return [after, before].find((value): value is string => typeof value === 'string');
}

function details(screen: Screen, { id, action, actor, target, changes }: AuditEntry, names: Names): Content {
  const changed = Object.entries(changes).filter(([, values]) => !values.every(isNothing));
  const shown = fieldsToShow(changed).map(([field, [before, after]]) => ({
    label: fieldNames[field] ?? humanized(field),
    value: html`${valueInWords(screen, before, names)} → ${valueInWords(screen, after, names)}`,
  }));
  const more = changed.length - shown.length;
  return html`${shown.length > 0 && facts(shown)}
${more > 0 && html`<p class="small">And ${more} more.</p>`}
<p class="small">${code(action)} ${code(target.id)} ${code(id)}</p>
<p class="small"><a href="${withQuery('', { target: target.id })}">Everything about it</a> · <a href="${withQuery('', { actor: actor.id })}">Everything by them</a></p>`;
}

/** Of fields whose names say too little. */
const fieldNames: Record<string, string> = { meeting_url: 'Video call address' };

function fieldsToShow(changed: [string, [unknown, unknown]][]) {
  const lengthOf = (value: unknown) => Math.min(JSON.stringify(value ?? null).length, MAX_VALUE);
  let room = MAX_DETAILS;
  return changed.filter(([field, [before, after]]) => {
    room -= field.length + lengthOf(before) + lengthOf(after);
    return room >= 0;
  });
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '';

function valueInWords(screen: Screen, value: unknown, names: Names): Content {
  if (isNothing(value)) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const place = placeInWords(value);
  if (place !== undefined) return named(clipped(place, MAX_VALUE));
  if (typeof value !== 'string') return code(clipped(JSON.stringify(value), MAX_VALUE));
  if (names.get(value)?.name) return linked(names, value);
  const isTime = /^\d{4}-\d\d-\d\dT/.test(value) && parseTimestamp(value) !== undefined;
  return isTime ? momentOf(screen, value) : named(clipped(value, MAX_VALUE));
}
