import { Clearable, Email } from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';

export const Deactivation = Type.Object({
  transfer_to: Clearable(
    Email(
      'The email of another active member, who takes over the active and paused meeting requests.',
      'ben@example.com',
    ),
  ),
});
