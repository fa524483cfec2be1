// What stopping ends, and why the link is enough: docs/decisions/0027-the-words-of-messages.md.
import { ulidOf } from '../ids.ts';
import { type LinkKeys, makeToken } from '../tokens/link-tokens.ts';

/** A participant of a request. */
interface Reader {
  request_id: string;
  place: number;
}

/** Where a participant says that they want no more such mail. It is good for nothing else: programs of mail providers call it, too. */
export function stopUrl(serviceUrl: string, keys: LinkKeys, { request_id, place }: Reader): string {
  return `${serviceUrl}/m/stop/${makeToken(keys, 'stop', { ulid: ulidOf(request_id), place })}`;
}
