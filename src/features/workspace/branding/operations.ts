import type { Context, Services } from '../../../context.ts';
import { invalidRequest, notFound } from '../../../errors.ts';
import type { Brand } from '../../../html/brand/brand.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { changesBetween } from '../audit-log/rules.ts';
import { lockWorkspace } from '../workspaces/operations.ts';
import { whyClosed } from '../workspaces/rules.ts';
import { checkImage } from './image.ts';
import { replaceLogo, selectBranding, selectLogoByKey, upsertBranding } from './queries.ts';
import { type Branding, brandFields, checkWebsite, type Logo, MAX_LOGO_BYTES, makeLogoKey } from './rules.ts';
import type { BrandingUpdate } from './shapes.ts';
import { brandOf, logoUrl } from './shown.ts';

export type PresentedBranding = ReturnType<typeof present>;

/** What pages and mails show of the company. */
export async function readBranding({ caller }: Context, reader: Reader): Promise<Brand> {
  return brandOf(await select(reader, caller.workspaceId));
}

/** The logo with this key, for anybody who was shown its URL. A closed workspace shows none. */
export async function openLogo(services: Services, key: string) {
  const row = await selectLogoByKey(services.database, key);
  if (!row || whyClosed(row)) throw notFound('Logo');
  return { contentType: row.logo_type, bytes: row.image };
}

export async function getBranding(context: Context) {
  return present(context, await select(context.database, context.caller.workspaceId));
}

export async function updateBranding(context: Context, input: BrandingUpdate) {
  const { database, caller, clock } = context;
  const wanted = {
    ...input,
    ...emptyAsNull(input, ['company_name', 'website_url', 'postal_address']),
    ...(input.accent_color && { accent_color: input.accent_color.toLowerCase() }),
  };
  if (wanted.website_url) checkWebsite(wanted.website_url);
  return database.transaction(async (tx) => {
    const before = await lockBranding(context, tx);
    const after = { ...before, ...wanted };
    const changes = changesBetween(before, after, [...brandFields]);
    if (changes) {
      await upsertBranding(tx, caller.workspaceId, after, clock.now());
      await record(context, tx, 'branding.updated', changes);
    }
    return present(context, after);
  });
}

export async function setLogo(context: Context, bytes: Uint8Array) {
  if (bytes.length > MAX_LOGO_BYTES) throw tooLarge(bytes.length);
  const image = checkImage(bytes);
  return context.database.transaction(async (tx) => {
    const before = await lockBranding(context, tx);
    const logo = { ...image, key: makeLogoKey(), bytes: bytes.length };
    await changeLogo(context, tx, before, logo, bytes);
    await record(context, tx, 'branding.logo_set', { logo: [inWords(before.logo), inWords(logo)] });
    return present(context, { ...before, logo });
  });
}

export async function deleteLogo(context: Context): Promise<void> {
  await context.database.transaction(async (tx) => {
    const before = await lockBranding(context, tx);
    if (!before.logo) throw notFound('Logo');
    await changeLogo(context, tx, before, null);
    await record(context, tx, 'branding.logo_removed', { logo: [inWords(before.logo), null] });
  });
}

const tooLarge = (bytes: number) =>
  invalidRequest(
    `The logo must be at most ${MAX_LOGO_BYTES / 1024} KiB: this file has ${Math.ceil(bytes / 1024)} KiB`,
    { field: 'logo' },
  );

async function changeLogo(
  { caller, clock }: Context,
  tx: Transaction,
  before: Branding,
  logo: Logo | null,
  image?: Uint8Array,
): Promise<void> {
  await upsertBranding(tx, caller.workspaceId, { ...before, logo }, clock.now());
  const row = logo && image && { logo_key: logo.key, logo_type: logo.type, image };
  await replaceLogo(tx, caller.workspaceId, row ?? null);
}

/** The brand may not have a row yet, so the workspace's is locked. */
async function lockBranding(context: Context, tx: Transaction): Promise<Branding> {
  await lockWorkspace(context, tx);
  return select(tx, context.caller.workspaceId);
}

async function select(reader: Reader, workspaceId: string): Promise<Branding> {
  const branding = await selectBranding(reader, workspaceId);
  if (!branding) throw notFound('Workspace');
  return branding;
}

function record(
  context: Context,
  tx: Transaction,
  action: string,
  changes: Record<string, [before: unknown, after: unknown]>,
) {
  const target = { type: 'workspace', id: context.caller.workspaceId } as const;
  return recordAudit(context, tx, { action, target, changes });
}

/** What the audit log keeps of a logo: enough to tell it from another one. */
const inWords = (logo: Logo | null) =>
  logo && `${logo.type}, ${logo.width} × ${logo.height} pixels, ${logo.bytes} bytes`;

function emptyAsNull<Field extends keyof BrandingUpdate>(input: BrandingUpdate, fields: Field[]) {
  return Object.fromEntries(
    fields.filter((field) => input[field] !== undefined).map((field) => [field, input[field] || null]),
  ) as Pick<BrandingUpdate, Field>;
}

function present({ address }: Services, { workspace_name, logo, ...fields }: Branding) {
  return {
    ...fields,
    company_name: fields.company_name ?? workspace_name,
    logo: logo && {
      url: `${address.url}${logoUrl(logo.key)}`,
      content_type: logo.type,
      width: logo.width,
      height: logo.height,
      size_bytes: logo.bytes,
    },
  };
}
