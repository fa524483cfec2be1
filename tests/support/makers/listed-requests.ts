// A new workspace with meeting requests, and ways to list them.
import assert from 'node:assert/strict';
import type { MeetingRequest, Page } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { REQUESTS, type TransitionName, transitions } from './meeting-requests.ts';
import { createMember, makeMember, TEAMS } from './team-members.ts';

/** The response of an empty list. */
export const EMPTY = { data: [], meta: { limit: 25, has_more: false, next_cursor: null } };

export type Filters = Record<string, string>;

/** A workspace without any requests but those of the test. */
export async function newWorkspace(node: Node) {
  const { rawKey: key } = await node.otherWorkspace();
  const list = async (filters: Filters = {}) => {
    const answer = await node.get(`${REQUESTS}?${new URLSearchParams(filters)}`, { key });
    assert.equal(answer.status, 200, answer.text);
    return answer.body as Page<MeetingRequest>;
  };
  return {
    key,
    list,
    /** The email of somebody new. */
    member: async (email?: string) =>
      (await (email === undefined ? makeMember(node, null, key) : createMember(node, { email }, key))).email,
    /** A team whose requests name their organizer. */
    team: async () =>
      dataOf<{ id: string }>(await node.post(TEAMS, { name: 'Sales', mode: 'manual' }, { key })).id,
    create: async (organizer_email: string, fields: object = {}) => {
      const body = { organizer_email, participant_emails: ['guest@example.org'], ...fields };
      return dataOf<MeetingRequest>(await node.post(REQUESTS, body, { key }));
    },
    applyTransition: async (
      { id }: MeetingRequest,
      name: TransitionName,
      body: object | undefined = transitions[name],
    ) => dataOf<MeetingRequest>(await node.post(`${REQUESTS}/${id}/${name}`, body, { key })),
    /** Reads all pages, and checks that each request is on only one. */
    walk: async (filters: Filters, between = async () => {}) => {
      const seen: MeetingRequest[] = [];
      for (let page: Filters = {}; ; ) {
        const { data, meta } = await list({ ...filters, ...page });
        seen.push(...data);
        assert.equal(
          new Set(idsOf(seen)).size,
          seen.length,
          `twice on the pages of ${JSON.stringify(filters)}`,
        );
        if (!meta.has_more) {
          assert.equal(meta.next_cursor, null);
          return seen;
        }
        assert.equal(data.length, Number(filters.limit));
        assert.equal(meta.next_cursor, data.at(-1)?.id);
        page = { cursor: meta.next_cursor as string };
        await between();
      }
    },
  };
}

export const idsOf = (requests: MeetingRequest[]) => requests.map(({ id }) => id);
