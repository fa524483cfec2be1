// A member who is signed in to the console, reads pages and sends forms.
import assert from 'node:assert/strict';
import {
  createSignInLink,
  findSession,
  signIn as signInWith,
} from '../../../src/features/people/sessions/operations.ts';
import { setCookie } from '../../../src/http/cookies.ts';
import { makeFormToken } from '../../../src/tokens/form-tokens.ts';
import { send, type WireAnswer } from '../server/http.ts';
import type { Node } from '../server/rota.ts';
import { type Sent, sendForm } from '../server/visits.ts';

export interface Person {
  id: string;
  email: string;
}

/** The link that `rota sign-in` would print. */
export async function linkFor(node: Node, person: Person, workspaceId = node.workspaceId): Promise<string> {
  const actor = { type: 'cli', id: 'tests' } as const;
  const context = { ...node.services, caller: { workspaceId, actor, scopes: [] } };
  return (await createSignInLink(context, person)).url;
}

/** The owner, whom the first start creates. */
export async function owner(node: Node): Promise<Person> {
  const answer = await node.get('/api/v1/workspace_members?email=owner@example.com');
  const [member] = (answer.body as { data: Person[] }).data;
  assert.ok(member);
  return member;
}

/** The value of the header `Cookie`. */
export function cookieOf(node: Node, secret: string): string {
  const [pair] = setCookie(node.services.address.url, 'session', { value: secret, seconds: 1 }).split(';');
  return pair as string;
}

export class SignedIn {
  readonly node: Node;
  readonly secret: string;
  readonly sessionId: string;

  constructor(node: Node, secret: string, sessionId: string) {
    this.node = node;
    this.secret = secret;
    this.sessionId = sessionId;
  }

  get cookie(): string {
    return cookieOf(this.node, this.secret);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<WireAnswer> {
    return send({ method: 'GET', url: this.node.url + path, headers: { cookie: this.cookie, ...headers } });
  }

  /** Sends a form as the browser would. */
  post(path: string, fields: Sent['fields'] = {}, { form, headers }: Sent = {}): Promise<WireAnswer> {
    const token = form === undefined ? this.formToken() : form;
    return sendForm(this.node, path, { fields, form: token, headers: { cookie: this.cookie, ...headers } });
  }

  /** The token in the forms of their pages. */
  formToken(): string {
    const { secrets, clock } = this.node.services;
    return makeFormToken(secrets.linkKeys(), this.sessionId, clock.now());
  }
}

/** Signs somebody in on a new browser, without opening pages. */
export async function signedIn(
  node: Node,
  person: Person,
  workspaceId = node.workspaceId,
): Promise<SignedIn> {
  const token = new URL(await linkFor(node, person, workspaceId)).pathname.split('/').at(-1) as string;
  const browser = { user_agent: 'Tests', client_address: '127.0.0.1', replaces: undefined, visit: undefined };
  const { secret } = await signInWith(node.services, token, browser);
  const found = await findSession(node.services, secret);
  assert.ok(found);
  return new SignedIn(node, secret, found.session.id);
}
