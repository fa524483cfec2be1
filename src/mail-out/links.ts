import { ulidOf } from '../ids.ts';
import { type LinkKeys, makeToken } from '../tokens/link-tokens.ts';

// Whoever reads messages, with an API key or in the console, must not be able to sign in as somebody else. So the link of a
// `sign_in` message is not stored with it: it is put in when the message is sent.
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

// What stopping ends, and why the link is enough: docs/decisions/0027-the-words-of-messages.md.

/** A participant of a request. */
interface Reader {
  request_id: string;
  place: number;
}

/** Where a participant says that they want no more such mail. It is good for nothing else: programs of mail providers call it, too. */
export function stopUrl(serviceUrl: string, keys: LinkKeys, { request_id, place }: Reader): string {
  return `${serviceUrl}/m/stop/${makeToken(keys, 'stop', { ulid: ulidOf(request_id), place })}`;
}
