import type { SealedPlace } from '../secrets/sealing.ts';

/** The sealed columns of an endpoint. */
export type SealedColumn = 'sealed_secret' | 'sealed_former_secret' | 'sealed_headers';

export function placeIn(column: SealedColumn, workspaceId: string, endpointId: string): SealedPlace {
  return ['webhook_endpoints', column, workspaceId, endpointId];
}
