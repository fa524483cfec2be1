import { Id, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { Message } from '../messages/shapes.ts';

export const TakenMail = Resource({
  data: Message,
  meta: Resource(
    {
      message_ids: Type.Array(Id('message'), {
        description: 'One message for each recipient of this workspace. The first is the one that is shown.',
      }),
    },
    'InboundMessageMeta',
    'What the mail has become.',
  ),
});
