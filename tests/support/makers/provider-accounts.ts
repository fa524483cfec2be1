// Accounts at providers for tests, seen in one way, and connected as their owner's consent leaves them.

import { tokenPlace } from '../../../src/calendar-sync/accounts/tokens.ts';
import type { ProviderKind } from '../../../src/calendar-sync/provider-kinds.ts';
import type { Services } from '../../../src/context.ts';
import { formatTimestamp } from '../../../src/time/timestamps.ts';
import type { AskedOf, FaultFor } from '../receivers/answering-server.ts';
import type { GoogleAccount } from '../receivers/google-account.ts';
import { GoogleServer } from '../receivers/google-server.ts';
import type { MicrosoftMailbox } from '../receivers/microsoft-mailbox.ts';
import { MicrosoftServer } from '../receivers/microsoft-server.ts';
import type { OAuthServer } from '../receivers/oauth-server.ts';
import type { Node } from '../server/rota.ts';
import { type ConnectedAccount, makeConnectedAccount } from './connected-calendars.ts';

/** An event in the calendar. */
export interface SeenEvent {
  id: string;
  title: string;
  /** `2026-03-09T14:00:00.000Z` */
  from: string;
  to: string;
  join_url: string | null;
}

/** An account, seen through its first calendar. */
export interface ProviderAccount {
  email: string;
  /** The provider's id of the calendar. */
  calendarId: string;
  events(): SeenEvent[];
  add(from: string, to: string): string;
  move(id: string, from: string, to: string): void;
  remove(id: string): void;
  /** What becomes of the next requests for a video call. */
  calls(are: 'ready' | 'late' | 'missing'): void;
  /** Those that were late are there now. */
  finishCalls(): void;
  /** Seen through another calendar of the account. */
  addCalendar(name: string): ProviderAccount;
}

/** A provider for tests. */
export interface ProviderServer extends AsyncDisposable {
  kind: ProviderKind;
  oauth: OAuthServer;
  /** For a service that uses it. */
  settings: Record<string, string>;
  asked: AskedOf[];
  answerWith: FaultFor<AskedOf> | undefined;
  forgetTokens(): void;
  /** As a consent gives one. */
  refreshTokenOf(email: string): string;
  addAccount(email: string): ProviderAccount;
}

export const providerServers = { google: startGoogle, microsoft: startMicrosoft };

async function startGoogle(): Promise<ProviderServer> {
  const server = await GoogleServer.start();
  return wrapped(
    'google',
    server,
    () => server.forgetSyncTokens(),
    (email) => ofGoogle(server.addAccount(email)),
  );
}

async function startMicrosoft(): Promise<ProviderServer> {
  const server = await MicrosoftServer.start();
  return wrapped(
    'microsoft',
    server,
    () => server.forgetRounds(),
    (email) => ofMicrosoft(server.addAccount(email)),
  );
}

const scopesOf = {
  google: ['calendar.events', 'calendar.calendarlist.readonly'].map(
    (name) => `https://www.googleapis.com/auth/${name}`,
  ),
  microsoft: ['Calendars.ReadWrite', 'Calendars.Read.Shared'],
};

function wrapped(
  kind: ProviderKind,
  server: GoogleServer | MicrosoftServer,
  forgetTokens: () => void,
  addAccount: (email: string) => ProviderAccount,
): ProviderServer {
  return {
    ...{ kind, forgetTokens, addAccount },
    refreshTokenOf: (email) => server.oauth.refreshTokenOf(email, scopesOf[kind]),
    oauth: server.oauth,
    settings: server.settings,
    asked: server.asked,
    set answerWith(answer: ProviderServer['answerWith']) {
      server.answerWith = answer;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const utc = (text: string | null | undefined) => formatTimestamp(Date.parse(text ?? ''));

function ofGoogle(account: GoogleAccount, calendar = account.primary): ProviderAccount {
  return {
    email: account.email,
    calendarId: calendar.id,
    events: () =>
      calendar.events.map(({ id, summary = '', start, end, hangoutLink = null }) => ({
        ...{ id, title: summary, from: utc(start?.dateTime), to: utc(end?.dateTime), join_url: hangoutLink },
      })),
    add: (from, to) => calendar.put([from, to]).id,
    move: (id, from, to) => void calendar.put([from, to], { id }),
    remove: (id) => calendar.remove(id),
    calls(are) {
      account.meet = ({ ready: 'ready', late: 'late', missing: 'refused' } as const)[are];
    },
    finishCalls: () => account.settleMeetings(),
    addCalendar: (name) => ofGoogle(account, account.add({ summary: name })),
  };
}

function ofMicrosoft(mailbox: MicrosoftMailbox, calendar = mailbox.primary): ProviderAccount {
  const plain = (text: string) => text.replace(/Z$/, '');
  return {
    email: mailbox.email,
    calendarId: calendar.id,
    events: () =>
      calendar.events.map(({ id, subject, start, end, onlineMeeting }) => ({
        ...{ id: id ?? '', title: subject ?? '', join_url: onlineMeeting?.joinUrl ?? null },
        ...{ from: utc(`${start?.dateTime}Z`), to: utc(`${end?.dateTime}Z`) },
      })),
    add: (from, to) => calendar.add([plain(from), plain(to)]).id ?? '',
    move: (id, from, to) => void calendar.change(id, { times: [plain(from), plain(to)] }),
    remove: (id) => void calendar.remove(id),
    calls(are) {
      mailbox.teams = are;
    },
    finishCalls: () => mailbox.finishMeetings(),
    addCalendar: (name) => ofMicrosoft(mailbox, mailbox.add(name)),
  };
}

/** Connects the account: its first calendar is read, and receives bookings. Due at once. */
export async function connectAccount(
  node: Pick<Node, 'services' | 'workspaceId'>,
  member: { id: string },
  server: ProviderServer,
  { email, calendarId }: ProviderAccount,
): Promise<ConnectedAccount & { calendar: { id: string } }> {
  const { services, workspaceId: workspace_id } = node;
  const { clock } = services;
  server.oauth.now = () => clock.now();
  const account = await makeConnectedAccount(node, member, {
    provider: server.kind,
    connection: { account_id: email, account_email: email },
    calendars: [{ name: email, is_primary: 1, is_read: 1, receives_bookings: 1, remote_id: calendarId }],
  });
  await sealRefreshToken(services, { workspace_id, id: account.id }, server.refreshTokenOf(email));
  const [id = ''] = account.calendars;
  await services.database.change('update calendar_syncs set due_at = $2 where calendar_id = $1', [
    id,
    clock.now(),
  ]);
  await services.database.transaction(async (tx) => tx.notify('calendars_due'));
  return { ...account, calendar: { id } };
}

async function sealRefreshToken(
  { secrets, database }: Services,
  key: { workspace_id: string; id: string },
  token: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const seal = await secrets.sealer(tx);
    await tx.run(
      'update calendar_connections set sealed_refresh_token = $3 where workspace_id = $1 and id = $2',
      [...[key.workspace_id, key.id, seal(token, tokenPlace('sealed_refresh_token', key))]],
    );
  });
}
