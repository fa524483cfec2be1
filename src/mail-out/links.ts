import { ulidOf } from '../ids.ts';
import { type LinkKeys, makeToken } from '../tokens/link-tokens.ts';

// Messages can be read with an API key or in the console, and their readers must not be able to sign in as somebody else. So the
// link of a `sign_in` or an `invitation` isn't stored with it, but put in when the message is sent.
const PAGE = '/console/sign-in/';
const STORED = 'only-in-the-mail';

/** The sign-in page, by the id of the link or of its message. Without keys and id, the URL has a placeholder, as it is stored. */
export function signInUrl(serviceUrl: string, keys?: LinkKeys, id?: string): string {
  return serviceUrl + PAGE + (keys && id !== undefined ? tokenOf(keys, id) : STORED);
}

/** Puts the link into the text of a message. */
export function withSignInLink(text: string, keys: LinkKeys, messageId: string): string {
  return text.replaceAll(PAGE + STORED, PAGE + tokenOf(keys, messageId));
}

const tokenOf = (keys: LinkKeys, id: string) => makeToken(keys, 'sign_in', { ulid: ulidOf(id), place: 0 });

// What opting out stops, and why the link is enough: docs/decisions/0027-the-words-of-messages.md.

/** A participant of a request. */
interface Reader {
  request_id: string;
  place: number;
}

/** Where a participant opts out of such mail. The link must do nothing else, because mail providers' programs call it, too. */
export function stopUrl(serviceUrl: string, keys: LinkKeys, { request_id, place }: Reader): string {
  return `${serviceUrl}/m/stop/${makeToken(keys, 'stop', { ulid: ulidOf(request_id), place })}`;
}
