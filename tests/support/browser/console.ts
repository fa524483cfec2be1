// Members in a browser.
import { type Person, type SignedIn, signedIn } from '../console/signed-in.ts';
import type { Node } from '../server/rota.ts';
import type { Machine } from './visitors.ts';

/** A machine on which this session has begun. */
export function machineOf({ node, cookie }: SignedIn): Machine {
  const [name = '', value = ''] = cookie.split('=');
  const { hostname } = new URL(node.url);
  const session = { name, value, domain: hostname, path: '/', expires: -1, httpOnly: true, secure: false };
  return { storageState: { cookies: [{ ...session, sameSite: 'Lax' }], origins: [] } };
}

/** A machine on which this member is signed in. */
export const asMember = async (node: Node, person: Person): Promise<Machine> =>
  machineOf(await signedIn(node, person));
