import { syncTable } from '../../src/calendar-sync/queries.ts';
import { showPage } from '../../src/features/meetings/booking-page/show.ts';
import { book } from '../../src/features/meetings/public-pages/book.ts';
import { findDays } from '../../src/features/meetings/public-pages/days.ts';
import { findPageOfLink, openPage } from '../../src/features/meetings/public-pages/open.ts';
import { updateLastUsed } from '../../src/features/workspace/api-keys/queries.ts';
import { readerOf } from '../../src/html/reader.ts';
import { createIdempotency } from '../../src/http/idempotency.ts';
import { createSharedRateLimiter } from '../../src/http/rate-limit.ts';
import { type Case, callApi } from './case.ts';
import { OLDEST_ID, PAGE } from './past.ts';

let made = 0;
const keptIn = { table: 'idempotent_answers', keyColumn: 'api_key_id' } as const;

/** Work beside the operations: what each call needs, background work, and refusals. */
export const aside: Case[] = [
  {
    name: 'a POST with an Idempotency-Key',
    beside: 'kept answers',
    call({ context, keyId }) {
      const identity = { id: keyId, secret: 'raw' };
      const call = { identity, keptIn, key: `key ${++made}`, requestDigest: '' };
      const { once } = createIdempotency(context.database, context.clock);
      return once(call, async () => ({ status: 200, text: '' }));
    },
  },
  {
    name: 'looking for answers that are no longer kept',
    beside: 'kept answers',
    async call({ context: { database, clock } }) {
      const kinds = [{ name: 'api_key', keepsAnswersIn: keptIn }];
      const removal = { database, lock: 'bench', signal: new AbortController().signal };
      for (const { sweep } of createIdempotency(database, clock).sweepsOf(kinds)) await sweep(removal, []);
    },
  },
  {
    name: 'writing when a key was used',
    beside: 'revoked and expired keys',
    call: ({ context: { database, clock }, keyId }) =>
      database.transaction((tx) => updateLastUsed(tx, [{ id: keyId, at: clock.now() }])),
  },
  {
    name: 'looking for calendars that are due',
    beside: 'calendars of deactivated members',
    call: ({ context: { database, clock } }) =>
      syncTable.createDueSearch()(database, clock.now(), PAGE, { lane_ids: [], workspace_ids: [] }),
  },
  {
    name: 'the page of a participant',
    beside: 'requests',
    call: ({ context }) => {
      const visit = {
        link: { ulid: OLDEST_ID, place: 0 },
        token: '',
        reader: readerOf(undefined, undefined),
      };
      return showPage(context, visit, {
        option: undefined,
        timezone: undefined,
        outcome: undefined,
        open: undefined,
      });
    },
  },
  {
    name: 'a booking with a link, and its cancellation',
    beside: 'bookings with it',
    async call(past) {
      const opened = await openPage(await findPageOfLink(past.context, past.linkId.slice('bl_'.length)));
      const [free] = (await findDays(opened, { timezone: 'UTC', locale: 'en' }, undefined)).times;
      const booked = await book(opened, {
        nonce: `nonce ${++made}`,
        name: 'Guest',
        email: `new-${made}@example.org`,
        timezone: null,
        locale: null,
        note: null,
        phone_number: null,
        answers: [],
        host_id: null,
        starts_at: free?.starts_at ?? 0,
        client_address: null,
      });
      if (booked.outcome !== 'booked') throw new Error(`The time is ${booked.outcome}`);
      await callApi(past, 'cancelMeetingRequest', { path: { id: booked.request_id } });
    },
  },
  {
    name: 'the rate limit',
    beside: 'windows',
    // On SQLite it is in memory.
    engine: 'postgres',
    call: async ({ context, keyId }) => {
      const windows = [
        { subject: keyId, limit: 120 },
        { subject: context.caller.workspaceId, limit: 1_200 },
      ];
      await createSharedRateLimiter(context.database).take(windows, context.clock.now());
    },
  },
  {
    name: `deactivateWorkspaceMember, refused for ${PAGE + 1} open requests`,
    beside: 'requests that are over',
    async call(past) {
      const input = { path: { id: past.veteran.id } };
      const refusal = await callApi(past, 'deactivateWorkspaceMember', input).catch((error) => error);
      if (!String(refusal).includes(`organizes ${PAGE + 1} active`)) throw refusal;
    },
  },
];
