import { scopes } from '../../../scopes.ts';
import { At, Clearable, CreatedAt, Id, Name, Nullable, OneOf, Resource } from '../../../shapes/fields.ts';
import { type Static, Type } from '../../../shapes/type.ts';

const Scopes = Type.Array(OneOf(scopes), {
  description: 'What the key may do. Each operation says which scope it needs.',
  examples: [['teams.read', 'teams.write']],
});

const MAX_NETWORKS = 50;
/** An IPv6 network in full is 43 characters long. */
const NETWORK_LENGTH = 50;

const Networks = Type.Array(Type.String({ maxLength: NETWORK_LENGTH }), {
  minItems: 1,
  maxItems: MAX_NETWORKS,
  description:
    'Addresses and networks that the key may be used from, with IPv4 or IPv6: calls from elsewhere are answered with 403. Null: from anywhere.',
  examples: [['192.0.2.0/24', '2001:db8::/32']],
});

const fields = {
  id: Id('apiKey', 'Names the key in paths and in the audit log; it is not the secret.'),
  name: Type.String({
    description: 'What people call the key.',
    examples: ['CRM sync'],
  }),
  key_prefix: Type.String({
    description: 'The beginning of the key, to recognise it by.',
    examples: ['sk_live_4fXb....'],
  }),
  scopes: Scopes,
  expires_at: Nullable(
    At('When the key stops working; null for one that never does.', '2027-11-15T00:00:00.000Z'),
  ),
  last_used_at: Nullable(
    At(
      'When it was last used, at most a second behind; null before its first call.',
      '2026-11-16T09:29:58.000Z',
    ),
  ),
  created_at: CreatedAt('apiKey', 'When the key was created.'),
  allowed_networks: Nullable(Networks),
  replaced_by_api_key_id: Nullable({
    ...Id('apiKey'),
    description: 'The key that took its place; null unless it was rerolled.',
    examples: [null],
  }),
  created_by_api_key_id: Nullable({
    ...Id('apiKey'),
    description:
      'The key that made it; null for a key from the console, the command line or the first start.',
    examples: [null],
  }),
};
export const ApiKey = Resource(fields, 'ApiKey', 'The credential of a program, without its secret value.');
export const NewApiKey = Resource(
  {
    ...fields,
    key: Type.String({
      description: 'The raw key. It is shown here and never again.',
      examples: ['sk_live_4fXbQ0hJ7sLr2mVtZ9yKcE1nWpGa8dUo3xT5Rq'],
    }),
  },
  'NewApiKey',
  'A key that was just created, with its secret value.',
);

export const ApiKeyInput = Type.Object({
  name: Name('CRM sync', 'What people will call the key: the program or the place that uses it.'),
  scopes: Clearable({
    ...Scopes,
    description: 'What the key may do; nothing when left out. Only scopes that the calling key has.',
  }),
  expires_at: Clearable(
    Type.String({
      format: 'date-time',
      description:
        'When the key stops working, at the latest when the calling key does. Left out or null: together with the calling key, which may be never.',
      examples: ['2027-11-15T00:00:00Z'],
    }),
  ),
  allowed_networks: Clearable({
    ...Networks,
    description:
      'Addresses and networks that the key may be used from, at most 50. Left out or null: those of the calling key, or anywhere. They must be ' +
      'within those of the calling key.',
  }),
});
export type ApiKeyInput = Static<typeof ApiKeyInput>;

export const ApiKeyChanges = Type.Object({
  name: Type.Optional(Name('CRM sync', 'What people will call the key.')),
  allowed_networks: Clearable({
    ...Networks,
    description:
      'Addresses and networks that the key may be used from, at most 50; null for anywhere. They must be within those of the calling ' +
      "key. A key can't lock itself out: its own list must have the address that the call comes from.",
  }),
});
export type ApiKeyChanges = Static<typeof ApiKeyChanges>;

export const MAX_GRACE_HOURS = 168;
export const Reroll = Type.Object({
  grace_hours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_GRACE_HOURS,
      default: 24,
      description: 'Hours that the old key keeps working, unless it expires before; 0 ends it at once.',
      examples: [24],
    }),
  ),
});
export type Reroll = Static<typeof Reroll>;
