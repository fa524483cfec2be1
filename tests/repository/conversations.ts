// Worked conversations of the skill: how the files are read, and how one is carried out with a service.
import assert from 'node:assert/strict';
import { idPrefixes } from '../../src/ids.ts';
import { reply } from '../support/makers/letters.ts';
import { applyTransition, makeRequest, REQUESTS } from '../support/makers/meeting-requests.ts';
import { passTime, untilIdle } from '../support/makers/scheduling.ts';
import { createMember, TEAMS } from '../support/makers/team-members.ts';
import type { Agent } from '../support/server/agent.ts';
import type { Team } from '../support/server/resources.ts';
import { dataOf, type Node } from '../support/server/rota.ts';

/** What there is before the first word. */
interface Setting {
  now: string;
  members: { email: string; name: string }[];
  teams: { name: string; mode: string; members: string[] }[];
  /** As a request to the API has them, but for the name of the team, and the time of those that are booked. */
  meetings?: { team?: string; starts_at?: string; [field: string]: unknown }[];
}

/** What happens while nobody talks: time passes until `at`, and a participant may reply to the last mail about their meeting. */
interface Meanwhile {
  at: string;
  from?: string;
  text?: string;
}

export type Step =
  | { kind: 'call'; tool: string; input: object; shown: Shown }
  | { kind: 'meanwhile'; what: Meanwhile };
type Shown = { answer: object } | { refusal: string };

export interface Conversation {
  setting: Setting;
  steps: Step[];
  /** Everything but the blocks. */
  prose: string;
}

const BLOCK = /^```(\w+) ([a-z_]+)(?: ([a-z_]+))?\n([\s\S]*?)^```$/gm;

/**
 * The form of a file: blocks of JSON that are marked `setting`, `call` with the name of a tool, `answer` and `meanwhile`, and text that is
 * marked `refusal`. After each call comes its answer or its refusal.
 */
export function readConversation(text: string): Conversation {
  const blocks = [...text.matchAll(BLOCK)].map(([, language, mark, tool, body = '']) => ({
    mark: mark as string,
    tool: tool ?? '',
    body: language === 'json' ? JSON.parse(body) : body.trim(),
  }));
  const prose = text.replace(BLOCK, '');
  assert.doesNotMatch(prose, /^```/m, 'every block has a mark');
  const [setting, ...rest] = blocks;
  assert.equal(setting?.mark, 'setting', 'the first block is the setting');
  const steps: Step[] = [];
  for (let place = 0; place < rest.length; place += 1) {
    const { mark, tool, body } = rest[place] as (typeof rest)[number];
    if (mark === 'meanwhile') {
      steps.push({ kind: 'meanwhile', what: body });
      continue;
    }
    assert.equal(mark, 'call');
    const next = rest[++place];
    assert.ok(next?.mark === 'answer' || next?.mark === 'refusal', `${tool} has an answer`);
    const shown: Shown = next.mark === 'answer' ? { answer: next.body } : { refusal: next.body };
    steps.push({ kind: 'call', tool, input: body, shown });
  }
  return { setting: setting?.body, steps, prose };
}

/** Makes the setting, on a node whose clock says its time. */
export async function makeSetting(node: Node, { members, teams, meetings = [] }: Setting): Promise<void> {
  const ids = new Map<string, string>();
  for (const member of members) ids.set(member.email, (await createMember(node, member)).id);
  const teamIds = new Map<string, string>();
  for (const { name, mode, members } of teams) {
    const member_ids = members.map((email) => ids.get(email));
    teamIds.set(name, dataOf<Team>(await node.post(TEAMS, { name, mode, member_ids })).id);
  }
  for (const { team, starts_at, ...fields } of meetings) {
    const { id } = await makeRequest(node, { ...fields, ...(team && { team_id: teamIds.get(team) }) });
    await untilIdle(node);
    if (starts_at) dataOf(await applyTransition(node, id, 'book', { starts_at }));
  }
  await untilIdle(node);
}

/** Makes every call of the conversation, and compares what the file shows with what the service says. */
export async function converse(node: Node, agent: Agent, { steps, prose }: Conversation): Promise<void> {
  const ids = new KnownIds();
  const said: string[] = [];
  for (const step of steps) {
    if (step.kind === 'meanwhile') {
      await happen(node, step.what);
      continue;
    }
    const { tool, shown } = step;
    const input = ids.real(step.input);
    if ('refusal' in shown) {
      assertText(ids.real(shown.refusal), await agent.refusal(tool, input), tool);
    } else {
      const answer = await agent.call(tool, input);
      said.push(...textsIn(answer));
      try {
        assertShown(ids, shown.answer, answer, tool);
      } catch (error) {
        throw new Error(`The answer was ${JSON.stringify(answer, null, 2)}`, { cause: error });
      }
    }
    await untilIdle(node);
  }
  // Nor does anybody talk of ids, or quote lines, that were in no answer.
  ids.real(prose);
  for (const [, line = ''] of prose.matchAll(/^> (.+)$/gm)) {
    assert.ok(
      said.some((text) => text.includes(line)),
      `"${line}" was in no answer`,
    );
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

async function happen(node: Node, { at, from, text }: Meanwhile): Promise<void> {
  const ms = Date.parse(at) - node.clock.now();
  assert.ok(ms >= 0, `${at} is over`);
  await passTime(node, ms);
  if (from === undefined) return;
  const [last] = dataOf<{ id: string }[]>(await node.get(`${REQUESTS}?participant_email=${from}&limit=1`));
  assert.ok(last, `${from} is a participant`);
  await reply(node, last.id, text ?? '', { from });
}

const ANY_ID = new RegExp(`\\b(?:${Object.values(idPrefixes).join('|')})_[0-9A-Z]{26}\\b`, 'g');

/** Ids are others in every run. Those of the file stand for those that the service has made. */
class KnownIds {
  readonly #real = new Map<string, string>();

  /** An id that an answer shows: the first time, it stands for the real one from then on. */
  meet(shown: string, real: string, where: string): void {
    const known = this.#real.get(shown);
    if (known === undefined) {
      assert.equal(shown.split('_')[0], real.split('_')[0], where);
      assert.ok(![...this.#real.values()].includes(real), `${where}: ${real} had another id before`);
      this.#real.set(shown, real);
    } else {
      assert.equal(real, known, where);
    }
  }

  /** The same with real ids. One that was in no answer is made up. */
  real<Value>(value: Value): Value {
    const text = JSON.stringify(value).replace(ANY_ID, (shown) => {
      const real = this.#real.get(shown);
      assert.ok(real, `${shown} was in no answer before`);
      return real;
    });
    return JSON.parse(text);
  }
}

const CUT = '…';

/** What is shown has to be there. Fields may be left out, and of lists and texts what stands where the dots are. */
function assertShown(ids: KnownIds, shown: unknown, real: unknown, where: string): void {
  if (typeof shown === 'string' && typeof real === 'string') {
    if (shown.match(ANY_ID)?.[0] === shown) ids.meet(shown, real, where);
    else assertText(ids.real(shown), real, where);
  } else if (Array.isArray(shown) && Array.isArray(real)) {
    const isCut = shown.at(-1) === CUT;
    const items = isCut ? shown.slice(0, -1) : shown;
    assert.ok(isCut || items.length === real.length, `${where} has ${real.length} items`);
    for (const [place, item] of items.entries()) assertShown(ids, item, real[place], `${where}[${place}]`);
  } else if (isObject(shown) && isObject(real)) {
    for (const [name, value] of Object.entries(shown)) {
      assert.ok(name in real, `${where}.${name} is not there`);
      assertShown(ids, value, real[name], `${where}.${name}`);
    }
  } else {
    assert.deepEqual(real, shown, where);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function assertText(shown: string, real: string, where: string): void {
  const parts = shown.split(CUT).map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  assert.match(real, new RegExp(`^${parts.join('[\\s\\S]*')}$`), where);
}
