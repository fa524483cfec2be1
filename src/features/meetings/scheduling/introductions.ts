import type { Context } from '../../../context.ts';
import type { Reader } from '../../../storage/database.ts';
import { composeIntroduction, type Facts, hasSomethingToSay } from '../../../writer/built-in.ts';
import type { Writer } from '../../../writer/writer.ts';
import { findMember } from '../../people/members/operations.ts';
import { readTeamIntroduction } from '../../turns/teams/operations.ts';
import type { MeetingRequest } from '../requests/rules.ts';

/** What a writer made of the facts about an organizer. */
export interface Introduction {
  organizer_id: string;
  text: string | null;
}

/** Undefined when there is nobody to introduce. Can take long, so never call it in a transaction. */
export async function writeIntroduction(
  context: Context,
  writer: Writer,
  request: MeetingRequest,
): Promise<Introduction | undefined> {
  const facts = await factsOf(context, context.database, request);
  return facts && { organizer_id: request.organizer_id, text: await writer.introduce(facts) };
}

/** The introduction for this organizer's first message: what was written, or else what Rota composes. Null for none. */
export async function introductionOf(
  context: Context,
  reader: Reader,
  request: MeetingRequest,
  written?: Introduction,
): Promise<string | null> {
  const facts = await factsOf(context, reader, request);
  if (!facts) return null;
  const text = written?.organizer_id === request.organizer_id ? written.text : composeIntroduction(facts);
  // Empty instead of null, so that it is not asked for again.
  return text ?? '';
}

/** Whether the operator's model will be asked to word the introduction when times are offered. */
export async function isWordedByModel(
  context: Context,
  reader: Reader,
  request: MeetingRequest,
): Promise<boolean> {
  if (context.config.writerUrl === undefined) return false;
  const facts = await factsOf(context, reader, request);
  return facts !== undefined && hasSomethingToSay(facts);
}

async function factsOf(
  context: Context,
  reader: Reader,
  request: MeetingRequest,
): Promise<Facts | undefined> {
  const { introduction, notify_participants, team_id } = request;
  if (introduction !== null || !notify_participants) return undefined;
  const team = team_id === null ? undefined : await readTeamIntroduction(context, reader, team_id);
  if (!request.include_introduction && !team?.is_wanted) return undefined;
  const organizer = await findMember(context, reader, request.organizer_id);
  if (!organizer) return undefined;
  return {
    name: request.organizer_name ?? organizer.name,
    title: organizer.title,
    introduction: organizer.introduction,
    guidance: team?.guidance ?? null,
  };
}
