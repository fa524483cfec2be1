import { Resource } from '../shapes/fields.ts';
import { Type } from '../shapes/type.ts';

export const ErrorBody = Resource(
  {
    error: Resource(
      {
        type: Type.String({ description: 'What kind of error it is, for programs to go by.' }),
        message: Type.String({
          description: 'What went wrong, for people: it names the field and says what to do.',
        }),
        details: Type.Optional(
          Type.Unsafe<Record<string, unknown>>({
            type: 'object',
            additionalProperties: true,
            description:
              'Facts for programs, where there are any. A `starts_at` that is not free: `reasons`, as in a search for slots with `explain=true`, and ' +
              'the nearest `slots`.',
          }),
        ),
      },
      undefined,
      'What went wrong.',
    ),
  },
  'Error',
  'Every refusal but 401.',
);

/** 401 only: a plain string instead of an object. */
export const FlatErrorBody = Resource(
  { error: Type.String({ description: 'Whether the key is missing or not good, as a plain sentence.' }) },
  'Unauthorized',
  'A call without a key, or with one that is unknown, revoked or expired.',
);
