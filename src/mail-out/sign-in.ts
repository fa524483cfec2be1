// Whoever reads messages, with an API key or in the console, must not be able to sign in as somebody else. So the link of a
// `sign_in` message is not stored with it: it is put in when the message is sent.
import { ulidOf } from '../ids.ts';
import { type LinkKeys, makeToken } from '../tokens/link-tokens.ts';

const PAGE = '/console/sign-in/';
const STORED = 'only-in-the-mail';

/** The page of a link, by the id of the link or of its message; without them, as it is stored. */
export function signInUrl(serviceUrl: string, keys?: LinkKeys, id?: string): string {
  return serviceUrl + PAGE + (keys && id !== undefined ? tokenOf(keys, id) : STORED);
}

/** The text of a message, with its link in place. */
export function withSignInLink(text: string, keys: LinkKeys, messageId: string): string {
  return text.replaceAll(PAGE + STORED, PAGE + tokenOf(keys, messageId));
}

const tokenOf = (keys: LinkKeys, id: string) => makeToken(keys, 'sign_in', { ulid: ulidOf(id), place: 0 });
