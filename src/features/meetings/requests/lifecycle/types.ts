// A request of a meeting type: what the type says counts where the request says nothing.
import type { Context } from '../../../../context.ts';
import { invalidRequest, validationError } from '../../../../errors.ts';
import type { Reader } from '../../../../storage/database.ts';
import { foldEmail } from '../../../../text/emails.ts';
import type { SlotType } from '../../../calendar/slots/rules.ts';
import { findMembers } from '../../../people/members/operations.ts';
import { findGivenType, requireActiveType } from '../../meeting-types/given.ts';
import { readMeetingType } from '../../meeting-types/operations.ts';
import type { MeetingType } from '../../meeting-types/rules.ts';
import type { MeetingRequest } from '../rules.ts';
import type { NewRequest } from './announcements.ts';

/** A new request, completed by its type. */
export interface TypedRequest {
  body: NewRequest;
  type: MeetingType | undefined;
}

/** Who takes the request, its title and its duration come from the type. A team or an organizer that is given has to be the type's. */
export async function completeByType(
  context: Context,
  reader: Reader,
  body: NewRequest,
): Promise<TypedRequest> {
  const type = await findGivenType(context, reader, body.meeting_type_id);
  if (!type) return { body, type };
  requireActiveType(type);
  const organizer_email = await organizerFor(context, reader, type, body);
  return {
    type,
    body: {
      ...body,
      team_id: type.team_id,
      organizer_email,
      context: {
        ...body.context,
        title: body.context?.title || type.name,
        duration_minutes: body.context?.duration_minutes ?? type.duration_minutes,
      },
    },
  };
}

async function organizerFor(
  context: Context,
  reader: Reader,
  { team_id, member_id }: MeetingType,
  given: Pick<NewRequest, 'team_id' | 'organizer_email'>,
): Promise<string | null> {
  if (given.team_id && given.team_id !== team_id)
    throw invalidRequest('team_id must be that of the meeting type, or be left out', {
      field: 'team_id',
      plain: 'This meeting type belongs to somebody else. Leave the team empty.',
    });
  if (member_id === null) return given.organizer_email ?? null;
  const [member] = await findMembers(context, reader, [member_id]);
  if (!member || member.deactivated_at !== null)
    throw validationError('meeting_type_id is a meeting type of a deactivated member', {
      field: 'meeting_type_id',
      plain: 'The person who takes these meetings is deactivated. Choose another meeting type.',
    });
  if (given.organizer_email && foldEmail(given.organizer_email) !== foldEmail(member.email))
    throw invalidRequest('organizer_email must be that of the meeting type, or be left out', {
      field: 'organizer_email',
      plain: 'Somebody else takes the meetings of this type. Leave the host empty.',
    });
  return member.email;
}

/** The type of a request; undefined for one without a type, and once that is deleted. */
export async function readRequestType(
  context: Context,
  reader: Reader,
  { meeting_type_id }: Pick<MeetingRequest, 'meeting_type_id'>,
): Promise<(MeetingType & SlotType) | undefined> {
  return meeting_type_id === null ? undefined : readMeetingType(context, reader, meeting_type_id);
}
