import { notFound } from '../../errors.ts';
import { acceptJson } from '../content-types.ts';
import { jsonError } from '../error-response.ts';
import { closedPage } from '../headers.ts';
import type { Access, AccessKind } from './access.ts';

const NAME = 'public';

export const everybody: Access = { kind: NAME, authorize() {} };

export const publicAccess: AccessKind = {
  name: NAME,
  identify: () => ({ given: {}, logged: {} }),
  headers: closedPage,
  acceptBodies: acceptJson,
  // The last kind in the list claims what is left.
  ownsPath: () => true,
  unknownPath: () => notFound('Path', "the API's paths begin with /api/v1, and /docs lists them"),
  errorResponse: jsonError,
  namesIgnored: false,
  describe: () => ({ security: [], headers: {}, refusals: [] }),
};
