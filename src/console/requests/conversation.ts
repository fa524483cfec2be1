// What was written about a request, and what was decided in between.

import { listMessagesOfRequest, type Message } from '../../features/meetings/messages/operations.ts';
import { listAuditEntries } from '../../features/workspace/audit-log/operations.ts';
import { disclosure, said } from '../../html/blocks.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { badge, code } from '../../html/marks.ts';
import { pager, section } from '../../html/sections.ts';
import { type TimelineEntry, timeline } from '../../html/timeline.ts';
import { withQuery } from '../../html/urls.ts';
import { ulidOf } from '../../ids.ts';
import type { Screen } from '../screen.ts';
import { momentOf } from '../words.ts';
import { type AuditEntry, actorName, decisionOf, type People } from './decisions.ts';
import { fateOf, kinds, understandingOf, whyIgnored } from './message-words.ts';
import { areMany } from './participants.ts';
import type { ShownRequest } from './words.ts';

const PAGE = 25;
/** Characters of one message, and of all together, to keep the page small. Each message also has its own page. */
const MAX_TEXT = 1_500;
const MAX_TEXTS = { usually: 15_000, withManyParticipants: 5_000 };

type Item = { message: Message } | { entry: AuditEntry };

export interface Conversation {
  /** Newest first. */
  items: Item[];
  /** True if newer items are on earlier pages. */
  isLater: boolean;
  /** Where the next page begins; undefined on the last page. */
  next: After | undefined;
  /** The members who did something. */
  memberIds: string[];
}

/** The last message and the last decision on the previous page. */
interface After {
  message: string | undefined;
  entry: string | undefined;
}

/** Merges two lists: reads a page of each, and keeps the newest items. */
export async function readConversation(screen: Screen, id: string, after: After): Promise<Conversation> {
  const messages = await listMessagesOfRequest(screen, id, { limit: PAGE, cursor: after.message });
  const entries = await listAuditEntries(screen, { target_id: id, limit: PAGE, cursor: after.entry });
  const all: Item[] = [
    ...messages.data.map((message) => ({ message })),
    ...entries.data.map((entry) => ({ entry })),
  ].sort((one, other) => (orderOf(one) < orderOf(other) ? 1 : -1));
  const items = all.slice(0, PAGE);
  const hasMore = all.length > PAGE || messages.meta.has_more || entries.meta.has_more;
  const lastOf = (find: (item: Item) => string | undefined) => items.map(find).findLast(Boolean);
  const next = {
    message: lastOf((item) => ('message' in item ? item.message.id : undefined)) ?? after.message,
    entry: lastOf((item) => ('entry' in item ? item.entry.id : undefined)) ?? after.entry,
  };
  return {
    items,
    isLater: after.message !== undefined || after.entry !== undefined,
    next: hasMore ? next : undefined,
    memberIds: items.flatMap((item) =>
      'entry' in item && item.entry.actor.type === 'member' ? [item.entry.actor.id] : [],
    ),
  };
}

/** Ids of all kinds sort by time. */
const orderOf = (item: Item) => {
  const { id } = 'message' in item ? item.message : item.entry;
  return ulidOf(id);
};

export function conversationSection(
  screen: Screen,
  { id, participants, team_id }: ShownRequest,
  { items, isLater, next }: Conversation,
  people: People,
): Html {
  const url = `/console/requests/${id}`;
  let room = areMany(participants) ? MAX_TEXTS.withManyParticipants : MAX_TEXTS.usually;
  const entries = items.map((item) => {
    if ('entry' in item) return decisionEntry(screen, item.entry, people);
    const { text } = item.message;
    const shown = text.slice(0, Math.min(MAX_TEXT, room));
    room -= shown.length;
    return messageEntry(screen, item.message, shown, {
      whole: shown.length < text.length && `${url}/messages/${item.message.id}`,
      asNew: item.message.rule === 'unnamed_request' && newRequestFrom(item.message, team_id),
    });
  });
  return section({
    id: 'conversation',
    live: 'meeting_request.',
    title: 'Conversation',
    content: [
      entries.length > 0 ? timeline(entries) : html`<p>Nothing has been written yet.</p>`,
      pager({
        first: isLater ? `${url}#conversation` : null,
        next: next && `${withQuery(url, { message: next.message, entry: next.entry })}#conversation`,
      }),
    ],
  });
}

/** A form for another request with the author of a mail that may ask for one. */
const newRequestFrom = ({ from, subject }: Message, team_id: string | null): string =>
  withQuery('/console/requests/new', { team: team_id ?? undefined, participants: from, title: subject });

/**
 * Paths of other pages: `whole` has the full text, false if nothing was cut; `asNew` makes a request of the mail, false unless
 * it may be about another meeting.
 */
function messageEntry(
  screen: Screen,
  message: Message,
  text: string,
  { whole, asNew }: { whole: string | false; asNew: string | false },
): TimelineEntry {
  const isOut = message.direction === 'out';
  const rest = whole && html`<p><a href="${whole}">Read all of it</a></p>`;
  return {
    kind: isOut ? 'out' : 'in',
    title: kinds[message.kind],
    who: isOut ? `to ${message.to}` : `from ${message.from}`,
    time: momentOf(screen, message.created_at),
    detail: html`<p>${message.subject} ${fateOf(message)}</p>
${understood(message)}
${asNew && html`<p>It may be about another meeting. <a href="${asNew}">Make a new request from it</a></p>`}
${text === '' ? rest : disclosure('What it says', html`${said(whole ? `${text} …` : text)}${rest}`)}`,
  };
}

function understood({ understood_as, rule, ignored_because }: Message): Content {
  if (ignored_because !== null) return html`<p class="note">${whyIgnored(ignored_because)}</p>`;
  if (understood_as === null) return null;
  return html`<p class="note">${understandingOf(understood_as)}${rule !== null && html`, by the rule ${code(rule)}`}</p>`;
}

function decisionEntry(screen: Screen, entry: AuditEntry, people: People): TimelineEntry {
  const { title, detail } = decisionOf(entry, screen);
  return {
    kind: 'decision',
    title,
    who: actorName(entry.actor, people),
    time: momentOf(screen, entry.created_at),
    detail: html`${detail && html`<p class="note">${detail}</p>`}${entry.changes.force && badge('warn', 'Forced')}`,
  };
}
