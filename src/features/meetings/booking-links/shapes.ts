import { MAX_DURATION_MINUTES } from '../../../limits/limits.ts';
import { exampleId } from '../../../shapes/examples.ts';
import { At, Clearable, CreatedAt, Id, Name, Nullable, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { LocationInput, ShownLocation } from '../../workspace/locations/shapes.ts';
import { MAX_USES } from './rules.ts';

const meetingType =
  'The meeting type that is booked with it, one of the team. Its name, duration, location, questions and limits count where the link says nothing else. Null for none.';
const title = {
  description:
    'The title of the meetings; if null, the name of the meeting type, and without one the page shows the name of the team.',
};
const exampleTitle = 'Product demo';
const duration = {
  description:
    "How long a meeting takes, in minutes; null for as long as the meeting type says, else the workspace's usual duration.",
  examples: [30],
};
const maxUses = {
  description: 'How many meetings can be booked with it; null for no limit.',
  examples: [50],
};
const verifyEmail =
  'Whether people have to confirm their address by mail before anything is booked. Until they do, the time is not held.';
const location =
  'Where the meetings booked with it take place, unless the request says otherwise; null for where those of the meeting type or the team do.';

export const BookingLink = Resource(
  {
    id: Id('bookingLink', 'Names the link.'),
    team_id: Id('team', 'The team whose free times the page shows.'),
    meeting_type_id: Nullable(Id('meetingType', meetingType)),
    title: Nullable(Type.String({ ...title, examples: [exampleTitle] })),
    duration_minutes: Nullable(Type.Integer(duration)),
    expires_at: Nullable(At('When it expires; null for never.', '2026-12-31T23:00:00.000Z')),
    max_uses: Nullable(Type.Integer(maxUses)),
    uses: Type.Integer({ description: 'How many meetings were booked with it.', examples: [7] }),
    verify_email: Type.Boolean({ description: verifyEmail, examples: [true] }),
    location: ShownLocation(location),
    url: Type.String({
      description: 'The URL of the page. Anybody who has it can book.',
      examples: [
        'https://rota.example.com/b/01kb3n3c8g8q4t7m2n6p0r1s000004h2m9v6x3c8b5n1k7j4f0d2s9w6e3r8t5y1z7a4q0p2',
      ],
    }),
    created_at: CreatedAt('bookingLink', 'When the link was created.'),
  },
  'BookingLink',
  'A page where anybody can book a time with a team.',
);

const given = {
  meeting_type_id: Clearable(Type.String({ description: meetingType, examples: [exampleId('meetingType')] })),
  title: Clearable(Name(exampleTitle, title.description)),
  duration_minutes: Clearable(Type.Integer({ minimum: 1, maximum: MAX_DURATION_MINUTES, ...duration })),
  expires_at: Clearable(At('When it expires: a time in the future; null for never.', '2026-12-31T23:00:00Z')),
  max_uses: Clearable(Type.Integer({ minimum: 1, maximum: MAX_USES, ...maxUses })),
  location: LocationInput(location),
};

export const NewBookingLink = Type.Object({
  ...given,
  verify_email: Clearable(
    Type.Boolean({
      description: `${verifyEmail} Default: as the meeting type says; without one true, unless links only work on this machine.`,
      examples: [true],
    }),
  ),
});

export const BookingLinkChange = Type.Object({
  ...given,
  verify_email: Type.Optional(Type.Boolean({ description: verifyEmail, examples: [true] })),
});
