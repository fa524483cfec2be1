import { At, Clearable, Email, Nullable, OneOf, OneOfOrNull, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { MAX_PARTICIPANTS, noShows } from './rules.ts';

/** A field of a request. */
export const ShownNoShow = Nullable({
  ...Resource(
    {
      by: OneOf(noShows, "Who didn't come: `guest` or `host`."),
      participant_emails: Type.Array(Type.String({ examples: ['grace@example.org'] }), {
        description: "The participants who didn't come; none if it was a host.",
      }),
      at: At('When it was marked.', '2026-11-18T14:20:11.402Z'),
    },
    undefined,
    "Who didn't come to the meeting; null if nobody said that anybody was missing. Cleared when the meeting moves to a time to come.",
  ),
  examples: [null],
});

export const NoShow = Type.Object({
  by: OneOfOrNull(
    noShows,
    "Who didn't come: `guest`, or `host` for the workspace's side; null removes the mark.",
    'guest',
  ),
  participant_emails: Clearable(
    Type.Array(Email("A participant who didn't come.", 'grace@example.org'), {
      minItems: 1,
      maxItems: MAX_PARTICIPANTS,
      description: "Which participants didn't come; only with `guest`. Default: all of them.",
    }),
  ),
});
