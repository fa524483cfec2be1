import { exampleId } from '../../../shapes/examples.ts';
import { At, Clearable, Email, Text } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { Days, PartsOfDay, wishBounds } from '../../calendar/options/shapes.ts';

const MAX_OFFERED = 10;
/** As many options as a request keeps. */
const MAX_ACCEPTED = 200;

export const NewOptions = Type.Object({
  starts_at: Clearable(
    Type.Array(At('When the meeting could begin: a whole minute.', '2026-11-18T14:00:00Z'), {
      minItems: 1,
      maxItems: MAX_OFFERED,
      description:
        'Times to offer instead, each once, when every host is free. If left out, Rota chooses times not offered before.',
    }),
  ),
});

export const NewAnswer = Type.Object({
  participant_email: Email('The participant who answered.', 'grace@example.org'),
  option_ids: Clearable(
    Type.Array(Type.String({ examples: [exampleId('option')] }), {
      minItems: 1,
      maxItems: MAX_ACCEPTED,
      description: 'The ids of all offered options that work for them. Not with `none_work`.',
    }),
  ),
  none_work: Clearable(
    Type.Boolean({
      description: 'True when no option works for them. Other times are then offered.',
      examples: [false],
    }),
  ),
  comment: Clearable(Text({ description: 'What else they said.', examples: ['Early in the day is best.'] })),
  wishes: Clearable(
    Type.Object(
      {
        days: Clearable(Days('The days that would suit; none, or left out, for any.')),
        parts_of_day: Clearable(
          PartsOfDay('The parts of the day that would suit; none, or left out, for any.'),
        ),
        earliest_date: Clearable(wishBounds.earliest_date),
        latest_date: Clearable(wishBounds.latest_date),
        earliest_time: Clearable(wishBounds.earliest_time),
        latest_time: Clearable(wishBounds.latest_time),
        except_dates: Clearable(wishBounds.except_dates),
      },
      {
        description:
          'When they would like to meet, on their own clock. Later offers match it as far as such times are free.',
      },
    ),
  ),
});
