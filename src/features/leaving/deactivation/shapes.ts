import { Clearable, Email } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';

export const Deactivation = Type.Object({
  transfer_to: Clearable(
    Email(
      'The email of another active member, who takes over the meeting requests that are active, paused, or booked and still to come.',
      'ben@example.com',
    ),
  ),
  force: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether to hand over booked requests even if the new organizer has other bookings then.',
      examples: [false],
    }),
  ),
});
