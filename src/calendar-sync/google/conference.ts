import type { Json } from '../accounts/api.ts';
import { objectIn, objectsIn, textIn } from '../accounts/json.ts';
import type { Conference } from '../accounts/provider.ts';

export const CONFERENCE_FIELDS =
  'hangoutLink,conferenceData(createRequest(status),entryPoints(entryPointType,uri))';
/** Google's are at most 1,300 characters. */
const MAX_URL_LENGTH = 2_000;

/** Asks for a Google Meet. With the same id again, Google makes no other. */
export const conferenceRequest = (requestId: string) => ({
  conferenceData: { createRequest: { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } } },
});

/** Of an event; undefined if it has none. */
export function conferenceFrom({ conferenceData, hangoutLink }: Json): Conference | undefined {
  const { createRequest, entryPoints } = objectIn(conferenceData);
  const video = objectsIn(entryPoints).find(({ entryPointType }) => entryPointType === 'video');
  const join_url = secureUrl(video?.uri) ?? secureUrl(hangoutLink);
  if (join_url !== undefined) return { status: 'ready', join_url };
  const status = textIn(objectIn(objectIn(createRequest).status).statusCode);
  if (status === undefined) return undefined;
  return { status: status === 'pending' ? 'pending' : 'failed' };
}

function secureUrl(value: unknown): string | undefined {
  const url = typeof value === 'string' && value.length <= MAX_URL_LENGTH ? URL.parse(value) : null;
  return url?.protocol === 'https:' ? url.href : undefined;
}
