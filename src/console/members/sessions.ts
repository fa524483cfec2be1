import type { listSessions } from '../../features/people/sessions/operations.ts';
import { inlineForm } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { emptyState, section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import type { Screen } from '../screen.ts';
import { momentOf } from '../words.ts';
import { browserInWords } from './browser.ts';

type Sessions = Awaited<ReturnType<typeof listSessions>>;

interface Ends {
  /** The form that ends all sessions, or all but this one. */
  endAll: string;
  /** The form that ends one session. Left out for sessions of somebody else. */
  endOne?: (sessionId: string) => string;
}

export function sessionsOf(screen: Screen, sessions: Sessions, { endAll, endOne }: Ends): Content {
  const { token, session } = screen;
  const isThis = (id: string) => id === session.id;
  const others = sessions.filter(({ id }) => !isThis(id));
  const rows = sessions.map(({ id, user_agent, client_address, created_at, seen_at }) => [
    html`${browserInWords(user_agent)}${isThis(id) && html` ${badge('info', 'This browser')}`}<p class="note">${client_address}</p>`,
    momentOf(screen, created_at),
    momentOf(screen, seen_at),
    endOne && !isThis(id) && inlineForm({ action: endOne(id), token, label: 'End session' }),
  ]);
  const columns = [
    { label: 'Browser' },
    { label: 'Signed in' },
    { label: 'Last seen' },
    { label: 'End', hideLabel: true },
  ];
  return section({
    title: 'Sessions',
    lead: 'A session ends after 30 days. “Last seen” is updated once an hour.',
    actions:
      others.length > 0 &&
      inlineForm({
        action: endAll,
        token,
        label: endOne ? 'Sign out everywhere else' : 'Sign out everywhere',
      }),
    content: table({
      caption: 'Sessions, newest first',
      columns: endOne ? columns : columns.slice(0, -1),
      rows: endOne ? rows : rows.map((row) => row.slice(0, -1)),
      empty: emptyState({ title: 'Not signed in anywhere' }),
    }),
  });
}
