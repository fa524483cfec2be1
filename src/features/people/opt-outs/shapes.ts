import { CreatedAt, Id, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';

export const OptOut = Resource(
  {
    id: Id('optOut', 'Names the opt-out.'),
    email: Type.String({
      description: 'The address that is offered no times and sent no reminders.',
      examples: ['grace@example.org'],
    }),
    created_at: CreatedAt('optOut', 'When they asked for it.'),
  },
  'OptOut',
  'Somebody who asked the workspace not to write to them any more.',
);
