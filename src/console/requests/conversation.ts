// What was written about a request, and what was decided in between.

import { listMessagesOfRequest, type Message } from '../../features/meetings/messages/operations.ts';
import { listAuditEntries } from '../../features/workspace/audit-log/operations.ts';
import { disclosure, named, said } from '../../html/blocks.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { pager, section } from '../../html/sections.ts';
import { type TimelineEntry, timeline } from '../../html/timeline.ts';
import { withQuery } from '../../html/urls.ts';
import { ulidOf } from '../../ids.ts';
import { NAME_LENGTH } from '../../limits/limits.ts';
import { onOneLine } from '../../text/plain-text.ts';
import type { Screen } from '../screen.ts';
import { momentOf, plainName } from '../words.ts';
import { type AuditEntry, actorName, decisionOf, type NameFor, type People } from './decisions.ts';
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

/** What was done by others since `since` is marked as new. */
export function conversationSection(
  screen: Screen,
  { id, participants, team_id }: ShownRequest,
  { items, isLater, next }: Conversation,
  { people, since }: { people: People; since: number },
): Html {
  const nameFor = namesIn(participants, people);
  const url = `/console/requests/${id}`;
  let room = areMany(participants) ? MAX_TEXTS.withManyParticipants : MAX_TEXTS.usually;
  const entries = items.map((item) => {
    const isNew = isNewTo(screen, item, since);
    if ('entry' in item) return { ...decisionEntry(screen, item.entry, people, nameFor), isNew };
    const { text } = item.message;
    const shown = text.slice(0, Math.min(MAX_TEXT, room));
    room -= shown.length;
    const whole = shown.length < text.length && `${url}/messages/${item.message.id}`;
    const asNew = item.message.rule === 'unnamed_request' && newRequestFrom(item.message, team_id);
    return { ...messageEntry(screen, item.message, { text: shown, whole, asNew, nameFor }), isNew };
  });
  const news = entries.filter(({ isNew }) => isNew).length;
  return section({
    id: 'conversation',
    live: 'meeting_request.',
    title: 'Conversation',
    lead: news > 0 && `${news} new since you last looked`,
    content: [
      entries.length > 0 ? timeline(entries) : html`<p>Nothing has happened yet.</p>`,
      pager({
        first: isLater ? `${url}#conversation` : null,
        next: next && `${withQuery(url, { message: next.message, entry: next.entry })}#conversation`,
      }),
    ],
  });
}

/** A form for another request with the author of a mail that may ask for one. */
const newRequestFrom = ({ from, subject }: Message, team_id: string | null): string =>
  withQuery('/console/requests/new', {
    team: team_id ?? undefined,
    participants: from,
    title: onOneLine(subject, NAME_LENGTH),
  });

function isNewTo({ member }: Screen, item: Item, since: number): boolean {
  const { created_at } = 'entry' in item ? item.entry : item.message;
  const isOwn = 'entry' in item && item.entry.actor.id === member.id;
  return !isOwn && Date.parse(created_at) > since;
}

/** Names by address: of the participants, and of the members who have to do with the request. */
function namesIn(participants: ShownRequest['participants'], people: People): NameFor {
  const known = [...people.values(), ...participants].map(
    (each) => [each.email.toLowerCase(), plainName(each)] as const,
  );
  const names = new Map(known);
  return (email) => names.get(email.toLowerCase()) ?? email;
}

interface ShownMessage {
  text: string;
  /** The page with the full text; false if nothing was cut. */
  whole: string | false;
  /** A form that makes a request of the message; false unless it may be about another meeting. */
  asNew: string | false;
  nameFor: NameFor;
}

/** What somebody wrote is shown; what was sent to them can be opened. */
function messageEntry(
  screen: Screen,
  message: Message,
  { text, whole, asNew, nameFor }: ShownMessage,
): TimelineEntry {
  const rest = whole && html`<p><a href="${whole}">Read all of it</a></p>`;
  const time = html`${momentOf(screen, message.created_at)} ${fateOf(message)}`;
  if (message.direction === 'in') {
    return {
      time,
      kind: 'in',
      title: receivedFrom(message, nameFor),
      body: whole ? `${text} …` : text,
      detail: html`${rest}${understood(message)}
${asNew && html`<p>It may be about another meeting. <a href="${asNew}">Make a new request from it</a></p>`}`,
    };
  }
  return {
    time,
    kind: 'out',
    title: html`Email to ${named(nameFor(message.to))}`,
    detail: disclosure(message.subject, html`${text !== '' && said(whole ? `${text} …` : text)}${rest}`),
  };
}

function receivedFrom({ kind, from }: Message, nameFor: NameFor): Content {
  const author = named(authorOf(from, nameFor));
  switch (kind) {
    case 'reply':
      return html`${author} replied`;
    case 'request':
      return html`${author} asked for a meeting`;
    case 'calendar_reply':
      return html`${author} answered the invitation`;
    default:
      return kinds[kind];
  }
}

const MAILBOX = /^([^<>]*)<([^<>]+)>$/;

/** The author of a mail: as the workspace knows them, else as they call themselves. */
function authorOf(from: string, nameFor: NameFor): string {
  const [, name = '', email = from] = MAILBOX.exec(from) ?? [];
  const known = nameFor(email);
  return (known === email && name.trim()) || known;
}

function understood({ understood_as, ignored_because }: Message): Content {
  if (ignored_because !== null) return html`<p class="note">${whyIgnored(ignored_because)}</p>`;
  if (understood_as === null) return null;
  return html`<p class="note">${understandingOf(understood_as)}</p>`;
}

function decisionEntry(screen: Screen, entry: AuditEntry, people: People, nameFor: NameFor): TimelineEntry {
  const { title, detail } = decisionOf(entry, screen, nameFor);
  return {
    kind: 'decision',
    title,
    who: named(actorName(entry.actor, people, nameFor)),
    time: momentOf(screen, entry.created_at),
    detail: html`${detail && html`<p class="note">${detail}</p>`}${entry.changes.force && badge('warn', 'Despite another booking')}`,
  };
}
