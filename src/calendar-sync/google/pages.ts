import type { Api, ApiRequest, Json } from '../accounts/api.ts';
import { ProviderError } from '../accounts/errors.ts';
import { textIn } from '../accounts/json.ts';
import { isToken } from './fields.ts';

/** A hundred thousand events: more than any calendar has in the range. */
const MAX_PAGES = 40;

/** The answers of a list, page by page. */
export async function* pagesOf(api: Api, request: ApiRequest): AsyncGenerator<Json, void> {
  const seen = new Set<string>();
  let pageToken: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await api.call({ ...request, query: { ...request.query, pageToken } });
    yield page;
    pageToken = textIn(page.nextPageToken) || undefined;
    if (pageToken === undefined) return;
    if (seen.has(pageToken) || !isToken(pageToken)) break;
    seen.add(pageToken);
  }
  throw new ProviderError('Google kept returning more pages');
}
