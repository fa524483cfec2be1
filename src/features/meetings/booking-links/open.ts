import type { Context, Services } from '../../../context.ts';
import { gone } from '../../../errors.ts';
import { type Brand, brandOfClosed, withBrand } from '../../../html/brand/brand.ts';
import { withFrames } from '../../../html/embeddable.ts';
import { idOf } from '../../../ids.ts';
import type { Transaction } from '../../../storage/database.ts';
import { brandFrom } from '../../workspace/branding/shown.ts';
import { whyClosed } from '../../workspace/workspaces/rules.ts';
import { countUse, selectLink, selectLinkForUpdate, selectWorkspaceOfLink } from './queries.ts';
import type { BookingLink } from './rules.ts';

/** A link that somebody opened. */
export interface FoundLink {
  /** The link is the actor in the audit log. */
  context: Context;
  /** Of the link's workspace. */
  brand: Brand;
  link: BookingLink;
}

/** Finds a link, even an expired one: its token proves that it existed. Refuses one of a closed workspace. */
export async function findLink(services: Services, ulid: string): Promise<FoundLink> {
  const id = idOf('bookingLink', ulid);
  const workspace = await selectWorkspaceOfLink(services.database, id);
  if (!workspace) throw gone('The link');
  const brand = brandFrom(workspace);
  const refusal = whyClosed(workspace);
  if (refusal) throw withBrand(refusal, brandOfClosed(brand));
  const link = await selectLink(services.database, workspace.workspace_id, id);
  if (!link) throw goneOf({ brand });
  return { context: asLink(services, workspace.workspace_id, id), brand, link };
}

/** The link can't be used any more. The page that says so names the company, and may be shown where the link's page is. */
export const goneOf = ({ brand, embed_origins = [] }: { brand: Brand; embed_origins?: readonly string[] }) =>
  withFrames(withBrand(gone('The link'), brand), embed_origins);

function asLink(services: Services, workspaceId: string, id: string): Context {
  return { ...services, caller: { workspaceId, actor: { type: 'booking_link', id }, scopes: [] } };
}

/** Locks the link until the transaction ends. Undefined if it has been deleted. */
export const lockLink = ({ caller }: Context, tx: Transaction, id: string) =>
  selectLinkForUpdate(tx, caller.workspaceId, id);

/** A meeting was booked with a link that the caller has locked. */
export const countUseOf = ({ caller }: Context, tx: Transaction, id: string) =>
  countUse(tx, caller.workspaceId, id);
