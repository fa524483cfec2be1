import type { Context, Services } from '../../../context.ts';
import { notFound, validationError } from '../../../errors.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import type { Static } from '../../../shapes/type.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { numberedSlug, slugFrom } from '../../../text/slugs.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { findActiveMembers } from '../../people/members/operations.ts';
import { lockTeam } from '../../turns/rotation/routed-teams.ts';
import type { Mode } from '../../turns/rotation/rules.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { changesBetween, changesFromNothing } from '../../workspace/audit-log/rules.ts';
import { givenLocation } from '../../workspace/locations/operations.ts';
import { orderedReminders } from '../../workspace/scheduling-settings/rules.ts';
import { readWorkspace } from '../../workspace/workspaces/operations.ts';
import {
  countTypes,
  deleteSlugs,
  insertSlug,
  insertType,
  selectLastSlugNumber,
  selectNamedTypes,
  selectOwnSlug,
  selectPublicTypes,
  selectType,
  selectTypeBySlug,
  selectTypeForUpdate,
  selectTypeNames,
  selectTypes,
  type TypeFilter,
  updateTypeRow,
} from './queries.ts';
import { checkQuestions } from './questions.ts';
import {
  changeable,
  checkHostChoice,
  checkOwner,
  checkSlug,
  confirmsByDefault,
  isReservedSlug,
  MAX_TYPES,
  type MeetingType,
  publicUrl,
  requireBookableTeam,
  slugTaken,
} from './rules.ts';
import type { MeetingTypeChange, NewMeetingType } from './shapes.ts';

export async function listMeetingTypes(
  context: Context,
  filter: TypeFilter,
  page: PageRequest,
): Promise<Page<ReturnType<typeof presentType>>> {
  const { database, caller } = context;
  const types = await selectTypes(database, caller.workspaceId, filter, page);
  return takePage(types, page, (type) => presentType(context, type));
}

export async function getMeetingType(context: Context, id: string) {
  return presentType(context, await findMeetingType(context, context.database, id));
}

/** Undefined for one that doesn't exist, or not any more. */
export function readMeetingType(
  { caller }: Context,
  reader: Reader,
  id: string,
): Promise<MeetingType | undefined> {
  return selectType(reader, caller.workspaceId, id);
}

/** Whose row a booking of the type waits for: the team or the member that takes its meetings. Undefined for an unknown type. */
export async function readOwnerOfType(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<string | undefined> {
  const type = await selectType(reader, workspaceId, id);
  return type?.team_id ?? type?.member_id ?? undefined;
}

export async function findMeetingType(context: Context, reader: Reader, id: string): Promise<MeetingType> {
  const type = await readMeetingType(context, reader, id);
  if (!type) throw notFound('Meeting type');
  return type;
}

/** Locks the type until the transaction ends. Undefined for one that doesn't exist any more. */
export const lockMeetingType = ({ caller }: Context, tx: Transaction, id: string) =>
  selectTypeForUpdate(tx, caller.workspaceId, id);

/** The type that has or had this slug: its own slug says which one it has now. */
export function findMeetingTypeBySlug(
  { caller }: Context,
  reader: Reader,
  slug: string,
): Promise<MeetingType | undefined> {
  return selectTypeBySlug(reader, caller.workspaceId, slug);
}

/** Those that the public page of the workspace lists, by name: without those that can't be booked at the moment. */
export function listPublicTypes({ caller }: Context, reader: Reader, limit: number): Promise<MeetingType[]> {
  return selectPublicTypes(reader, caller.workspaceId, limit);
}

/** Types by a part of their name, in capitals or not: no index leads to it, so all that a workspace may have are read. */
export async function searchMeetingTypes({ database, caller }: Context, text: string, limit: number) {
  const wanted = text.toLowerCase();
  const types = await selectNamedTypes(database, caller.workspaceId, MAX_TYPES);
  return types
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, limit)
    .map((type) => ({ ...type, is_public: type.is_public === 1, active: type.active === 1 }));
}

/** The names of these types, including deleted ones. */
export function nameMeetingTypes({ database, caller }: Context, ids: string[]) {
  return selectTypeNames(database, caller.workspaceId, ids);
}

export async function createMeetingType(context: Context, body: Static<typeof NewMeetingType>) {
  const { database, caller, clock, ids, address } = context;
  const now = clock.now();
  const wanted: MeetingType = {
    id: ids('meetingType'),
    ...changedBy(context, emptyType, {
      ...body,
      confirm_email: body.confirm_email ?? confirmsByDefault(address.url),
    }),
    slug: '',
    created_at: now,
    updated_at: now,
    deleted_at: null,
    handle: null,
  };
  checkOwner(wanted);
  if (body.slug) checkSlug(body.slug);
  return database.transaction(async (tx) => {
    await requireOwner(context, tx, wanted);
    // Two at the same time may end up one above: the maximum only keeps lists short.
    if ((await countTypes(tx, caller.workspaceId)) >= MAX_TYPES)
      throw validationError(`A workspace may have ${MAX_TYPES} meeting types: delete one`);
    const { handle } = await readWorkspace(context, tx);
    const slug = body.slug
      ? await takeSlug(context, tx, wanted.id, body.slug)
      : await takeSlugFor(context, tx, wanted);
    const type = { ...wanted, slug, handle };
    await insertType(tx, caller.workspaceId, type);
    await recordAudit(context, tx, {
      action: 'meeting_type.created',
      target: { type: 'meeting_type', id: type.id },
      changes: changesFromNothing(auditedFields(type)),
    });
    return presentType(context, type);
  });
}

/** What is given counts from the next request and booking on; meetings that are booked stay as they are. */
export async function updateMeetingType(
  context: Context,
  id: string,
  body: Static<typeof MeetingTypeChange>,
) {
  const { database, caller, clock } = context;
  return database.transaction(async (tx) => {
    const found = await findMeetingType(context, tx, id);
    const wanted = changedBy(context, found, body);
    checkOwner(wanted);
    if (body.slug && body.slug !== found.slug) checkSlug(body.slug);
    // The team is locked before its types. A type that stays with its team may go on to be changed while that can't be booked.
    const isMoved = wanted.team_id !== found.team_id || wanted.member_id !== found.member_id;
    if (isMoved || body.choose_host) await requireOwner(context, tx, wanted);
    const before = await selectTypeForUpdate(tx, caller.workspaceId, id);
    if (!before) throw notFound('Meeting type');
    const changed = changedBy(context, before, body);
    checkOwner(changed);
    const slug = await slugAfter(context, tx, changed, body.slug);
    const after = { ...changed, slug, updated_at: clock.now() };
    const changes = changesBetween(auditedFields(before), auditedFields(after), [...changeable]);
    if (!changes) return presentType(context, before);
    await updateTypeRow(tx, caller.workspaceId, after);
    await recordAudit(context, tx, {
      action: 'meeting_type.updated',
      target: { type: 'meeting_type', id },
      changes,
    });
    return presentType(context, after);
  });
}

/** Its page disappears at once, and its slugs are free. Requests of it stay, and booking links go on without it. */
export async function deleteMeetingType(context: Context, id: string): Promise<void> {
  const { database, caller, clock } = context;
  await database.transaction(async (tx) => {
    const type = await selectTypeForUpdate(tx, caller.workspaceId, id);
    if (!type) throw notFound('Meeting type');
    await deleteSlugs(tx, caller.workspaceId, id);
    await updateTypeRow(tx, caller.workspaceId, { ...type, deleted_at: clock.now() });
    const fields = Object.entries(auditedFields(type));
    await recordAudit(context, tx, {
      action: 'meeting_type.deleted',
      target: { type: 'meeting_type', id },
      changes: Object.fromEntries(fields.map(([field, value]) => [field, [value, null]])),
    });
  });
}

const emptyType = {
  description: null,
  team_id: null,
  member_id: null,
  duration_minutes: null,
  location: null,
  minimum_notice_minutes: null,
  buffer_before_minutes: null,
  buffer_after_minutes: null,
  slot_interval_minutes: null,
  booking_window_days: null,
  maximum_per_day: null,
  questions: [] as MeetingType['questions'],
  reminders: null as MeetingType['reminders'],
  choose_host: 'off' as const,
  is_public: true,
  active: true,
};

type Given = Static<typeof MeetingTypeChange>;

/** The type with what is given. A new owner replaces the former one. */
function changedBy<Before extends Partial<MeetingType>>(
  context: Context,
  before: Before,
  { slug: _, workspace_membership_id, team_id, location, questions, reminders, ...others }: Given,
): Before & Omit<MeetingType, 'id' | 'slug' | 'created_at' | 'updated_at' | 'deleted_at' | 'handle'> {
  const hasOwner = Boolean(team_id) || Boolean(workspace_membership_id);
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  return {
    ...before,
    ...Object.fromEntries(given),
    ...(others.description !== undefined && { description: others.description || null }),
    ...(hasOwner && { team_id: null, member_id: null }),
    ...(team_id !== undefined && { team_id: team_id || null }),
    ...(workspace_membership_id !== undefined && { member_id: workspace_membership_id || null }),
    ...(location !== undefined && { location: givenLocation(context, location) }),
    ...(questions !== undefined && { questions: checkQuestions(questions ?? []) }),
    ...(reminders !== undefined && { reminders: reminders && orderedReminders(reminders) }),
  } as ReturnType<typeof changedBy<Before>>;
}

/** Refuses an owner who couldn't take a meeting of the type. Locks the team, so that its mode stays. */
async function requireOwner(
  context: Context,
  tx: Transaction,
  { team_id, member_id, choose_host }: Pick<MeetingType, 'team_id' | 'member_id' | 'choose_host'>,
): Promise<void> {
  let mode: Mode | null = null;
  if (team_id !== null) {
    const team = await lockTeam(context, tx, team_id, () =>
      validationError('team_id is not a team of this workspace', {
        field: 'team_id',
        plain: 'This team doesn’t exist any more. Reload the page and choose another.',
      }),
    );
    requireBookableTeam(team);
    mode = team.mode;
  }
  if (member_id !== null) await findActiveMembers(context, tx, [member_id], () => 'workspace_membership_id');
  checkHostChoice({ choose_host }, mode);
}

type SlugOwner = Pick<MeetingType, 'id' | 'name' | 'slug'>;

/** The slug after a change: that which is given, one made from the name for null, or the same as before. */
function slugAfter(context: Context, tx: Transaction, type: SlugOwner, given: string | null | undefined) {
  if (given === undefined || given === type.slug) return type.slug;
  return given ? takeSlug(context, tx, type.id, given) : takeSlugFor(context, tx, type);
}

/** The slug for a name: the first with a number that is free, or the type's already. */
async function takeSlugFor({ caller }: Context, tx: Transaction, { id, name }: SlugOwner): Promise<string> {
  const base = slugFrom(name, 'meeting');
  const former = await selectOwnSlug(tx, caller.workspaceId, id, base);
  if (former !== undefined) return former;
  const last = await selectLastSlugNumber(tx, caller.workspaceId, base);
  for (let number = last + 1; ; number += 1) {
    const slug = numberedSlug(base, number);
    if (isReservedSlug(slug)) continue;
    if (await insertSlug(tx, caller.workspaceId, { slug, base, number, meeting_type_id: id })) return slug;
  }
}

/** Makes a given slug the type's, unless another type has or had it. */
async function takeSlug({ caller }: Context, tx: Transaction, id: string, slug: string): Promise<string> {
  const row = { slug, base: slug, number: 1, meeting_type_id: id };
  if (await insertSlug(tx, caller.workspaceId, row)) return slug;
  throw slugTaken(slug);
}

function auditedFields({ member_id, ...type }: MeetingType) {
  const fields = { ...type, workspace_membership_id: member_id };
  return Object.fromEntries(changeable.map((field) => [field, fields[field]])) as Pick<
    typeof fields,
    (typeof changeable)[number]
  >;
}

export function presentType({ address }: Services, type: MeetingType) {
  return {
    id: type.id,
    name: type.name,
    slug: type.slug,
    description: type.description,
    team_id: type.team_id,
    workspace_membership_id: type.member_id,
    duration_minutes: type.duration_minutes,
    location: type.location,
    minimum_notice_minutes: type.minimum_notice_minutes,
    buffer_before_minutes: type.buffer_before_minutes,
    buffer_after_minutes: type.buffer_after_minutes,
    slot_interval_minutes: type.slot_interval_minutes,
    booking_window_days: type.booking_window_days,
    maximum_per_day: type.maximum_per_day,
    questions: type.questions,
    reminders: type.reminders,
    confirm_email: type.confirm_email,
    choose_host: type.choose_host,
    is_public: type.is_public,
    active: type.active,
    url: publicUrl(address.url, type),
    created_at: formatTimestamp(type.created_at),
    updated_at: formatTimestamp(type.updated_at),
  };
}
