import { INTRODUCTION_LENGTH, INVITATION_DAYS, URL_LENGTH } from '../../../limits/limits.ts';
import {
  At,
  Clearable,
  CreatedAt,
  Email,
  Id,
  Name,
  Nullable,
  OneOf,
  Resource,
  TimeZone,
} from '../../../shapes/fields.ts';
import { type Static, Type } from '../../../shapes/type.ts';
import { memberRoles } from './rules.ts';

const timezone = { ...TimeZone, description: 'An IANA time zone; null for the one of the workspace.' };
const title = {
  description: 'What the person does; null when it is not known.',
  examples: ['Solutions engineer'],
};
const introduction = {
  description: 'What participants may be told about the person; null for nothing.',
  examples: ['Ada has helped forty teams to move their reporting.'],
};
const meetingUrl = {
  description:
    'Where the person meets people by video: an https address, for meetings whose location is `personal_link`; null for none.',
  examples: ['https://meet.example.org/ada'],
};

export const Member = Resource(
  {
    id: Id(
      'member',
      'Names the member; elsewhere it is called `workspace_membership_id` or `membership_id`.',
    ),
    email: Type.String({
      description: 'Unique in the workspace, whatever its case, even among deactivated members.',
      examples: ['ada@example.com'],
    }),
    name: Nullable(
      Type.String({ description: 'The whole name; null when it is not known.', examples: ['Ada Lovelace'] }),
    ),
    role: OneOf(
      memberRoles,
      'What the member may do in the console: an `admin` may do everything there. Only its scopes decide what a key may do.',
    ),
    timezone: Nullable(timezone),
    title: Nullable(Type.String(title)),
    introduction: Nullable(Type.String(introduction)),
    meeting_url: Nullable(Type.String(meetingUrl)),
    invited_at: Nullable(
      At('When an invitation was last sent to the member; null if none was.', '2026-11-02T08:02:47.590Z'),
    ),
    last_signed_in_at: Nullable(
      At('When the member last signed in to the console; null if not yet.', '2026-11-02T08:30:11.204Z'),
    ),
    deactivated_at: Nullable(At('When the member was deactivated; null for an active one.', null)),
    created_at: CreatedAt('member', 'When the member was added to the workspace.'),
  },
  'WorkspaceMember',
  'A person in the workspace.',
);

const email = Email('Unique in the workspace, whatever its case.');
const name = Clearable({ ...Name('Ada Lovelace', 'The whole name, if it is known.'), minLength: 0 });
const role = OneOf(
  memberRoles,
  'What the member may do in the console: an `admin` may do everything there, and make keys with every scope.',
);

const details = {
  timezone: Clearable(timezone),
  title: Clearable({ ...Name('Solutions engineer', 'What the person does.'), minLength: 0 }),
  introduction: Clearable(Type.String({ maxLength: INTRODUCTION_LENGTH, ...introduction })),
  meeting_url: Clearable(Type.String({ 'x-trimmed': true, maxLength: URL_LENGTH, ...meetingUrl })),
};

export const MemberInput = Type.Object({
  email,
  name,
  role: Type.Optional({ ...role, default: 'member' }),
  ...details,
  send_invitation: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        `Whether the person gets a mail with a link that signs them in to the console. It works once, within ${INVITATION_DAYS} days, ` +
        'and leads them through their time zone, hours and calendar.',
      examples: [true],
    }),
  ),
});
export type MemberInput = Static<typeof MemberInput>;
export type NewMember = Omit<MemberInput, 'send_invitation'>;

export const MemberUpdate = Type.Object({
  email: Type.Optional(email),
  name,
  role: Type.Optional(role),
  ...details,
});
export type MemberUpdate = Static<typeof MemberUpdate>;

/** The chapter of the API description for these routes. */
export const group = {
  name: 'Workspace members',
  description: 'The people of the workspace, who organize meetings, sit in teams and have seats.',
};
export const path = { id: { kind: 'member', what: 'Workspace member' } } as const;

/** A refusal of the routes that set an address. */
export const emailTaken = { validation_error: 'email belongs to a member of this workspace already' };
/** For their descriptions. */
export const ADMINS =
  'To make an admin, or to change the role or the email of one, a key needs `members.admin` as well, and must neither expire nor be bound to networks.';
