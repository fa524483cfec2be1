import { URL_LENGTH } from '../../../limits/limits.ts';
import { Clearable, Nullable, OneOf, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { PHONE_NUMBER_LENGTH } from '../../../text/phone-numbers.ts';
import { placeStatuses } from './place.ts';
import { callers, LOCATION_LENGTH, locationKinds } from './rules.ts';

const kind = OneOf(
  locationKinds,
  '`link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for ' +
    'each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting ' +
    'is booked. `custom`: any text.',
);
const url = {
  description: '`link` only: an https address.',
  examples: ['https://meet.example.org/ada'],
};
const template = {
  description:
    '`generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters.',
  examples: ['https://meet.example.org/{id}'],
};
const caller = {
  description: '`phone` only: who calls. When the `host` does, guests are asked for their number.',
};
const number = {
  description: '`phone` only: the number to call, as E.164, when the guest calls; null when the host does.',
  examples: ['+442079460018'],
};
const address = {
  description: '`in_person` only: where to go.',
  examples: ['12 Analytical Street, London'],
};
const text = { description: '`custom` only: where or how.', examples: ['At the café in the lobby'] };
const example = { examples: [{ kind: 'link', url: url.examples[0] }] };

/** A location in an input. `locationFrom` checks what belongs to its kind. */
export const LocationInput = (description: string) =>
  Clearable(
    Type.Object(
      {
        kind,
        url: Clearable(Type.String({ maxLength: URL_LENGTH, ...url })),
        template: Clearable(Type.String({ maxLength: URL_LENGTH, ...template })),
        caller: Clearable(OneOfText(caller.description)),
        number: Clearable(Type.String({ maxLength: PHONE_NUMBER_LENGTH, ...number })),
        address: Clearable(Type.String({ maxLength: LOCATION_LENGTH, ...address })),
        text: Clearable(Type.String({ maxLength: LOCATION_LENGTH, ...text })),
      },
      { description, ...example },
    ),
  );

/** A location in a response. */
export const ShownLocation = (description: string) =>
  Nullable({
    ...Resource({
      kind,
      url: Type.Optional(Type.String(url)),
      template: Type.Optional(Type.String(template)),
      caller: Type.Optional(OneOfText(caller.description)),
      number: Type.Optional(Nullable(Type.String(number))),
      address: Type.Optional(Type.String(address)),
      text: Type.Optional(Type.String(text)),
    }),
    description,
    ...example,
  });

/** Where a booked meeting takes place, as the API and events show it. */
export const ShownPlace = (description: string) =>
  Nullable({
    ...Resource({
      kind,
      text: Nullable(
        Type.String({
          description: 'The place in words: an address, a link, whom to call; null while there is none.',
          examples: [url.examples[0]],
        }),
      ),
      join_url: Nullable(
        Type.String({ description: 'Where to join by video; null otherwise.', examples: url.examples }),
      ),
      phone_number: Nullable(
        Type.String({
          description:
            'The number to call, as E.164: of the company, or of the first guest, who is called; null otherwise.',
          examples: [null],
        }),
      ),
      status: OneOf(
        placeStatuses,
        '`pending` while another service makes it, `failed` if there is none: the request needs attention then, and the meeting stands.',
      ),
    }),
    description,
    examples: [
      {
        kind: 'link',
        text: url.examples[0],
        join_url: url.examples[0],
        phone_number: null,
        status: 'ready',
      },
    ],
  });

function OneOfText(description: string) {
  return { ...OneOf(callers, description), type: 'string' as const };
}
