// Hostile text in everything stored as text that the console or a tool may show, even where the API would refuse it.
import type { Row } from '../../../src/storage/rows.ts';
import type { Node } from '../server/rota.ts';

const pieces = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus=alert(1) autofocus x='",
  '</title></textarea></style></script></select></template></svg><svg onload=alert(1)>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<!--<p>&lt;b&gt;&amp;amp;&#x41;&#0;{{7*7}}<%= 7 %>]]>',
  '<base href=//example.net><meta http-equiv=refresh content=0;url=//example.net>',
  '<form action=//example.net><button formaction=javascript:alert(1)>',
  '\u202Egro.elpmaxe\u202C \u2066x \u200b\ufeff\u0001\u007f 𝕏 ﷽ 🧑🏽‍🚀 Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘',
  '%00%0d%0aSet-Cookie:x=1',
];

/** Breaks out of text, attributes and scripts, unless it is escaped. */
export const markup = pieces.join(' ');
/** Would run if somebody followed it as a link. */
export const address = 'javascript:alert(document.domain)//';
/** Too long for any line. */
export const endless = 'W'.repeat(10_000);

/** A text and a URL. The URL is valid: no other could have been stored. */
export interface Poison {
  text: string;
  url: string;
}

/** Columns with text that people or other machines wrote, by table. */
const free: Record<string, string[]> = {
  workspaces: ['name', 'handle'],
  workspace_branding: ['company_name', 'postal_address'],
  scheduling_settings: ['sender_name', 'signature'],
  api_keys: ['name', 'key_prefix'],
  audit_entries: ['action', 'actor_id', 'target_type', 'target_id', 'reason', 'tool'],
  members: ['email', 'name', 'title', 'introduction'],
  entitlements: ['plan_key'],
  teams: ['name', 'slug', 'description', 'introduction_guidance'],
  meeting_types: ['name', 'description'],
  meeting_requests: [
    'organizer_name',
    'title',
    'purpose',
    'description',
    'introduction',
    'calendar_event_id',
  ],
  meeting_request_participants: ['email', 'name', 'comment'],
  suggested_participants: ['email', 'name'],
  opt_outs: ['email'],
  booking_links: ['title'],
  calendars: ['name', 'username'],
  calendar_syncs: ['last_error'],
  calendar_connections: ['account_email'],
  messages: [
    'sender_name',
    'sender_address',
    'recipient_name',
    'recipient_address',
    'reply_to',
    'subject',
    'text',
    'rule',
    'last_error',
  ],
  webhook_endpoints: ['description', 'disabled_reason'],
  webhook_attempts: ['error', 'response_body'],
  sessions: ['user_agent', 'client_address'],
};

const urls: Record<string, string[]> = {
  members: ['meeting_url'],
  calendars: ['url'],
  webhook_endpoints: ['url'],
  workspace_branding: ['website_url'],
};

/** Anybody may call a place as they like. */
const somewhere = (_: unknown, text: string) => ({ kind: 'custom', text });

/** JSON with text in it. */
const written: Record<string, Record<string, (value: never, text: string) => object | null>> = {
  audit_entries: {
    changes: (changes: object, text) => ({
      ...changes,
      [text]: [text, { [text]: [text, 7] }],
      name: [null, text],
    }),
  },
  scheduling_settings: { location: somewhere },
  teams: { location: somewhere },
  booking_links: { location: somewhere },
  meeting_requests: {
    location: somewhere,
    place: (place: object | null, text) => place && { ...place, location: somewhere(place, text) },
  },
  meeting_request_participants: {
    answers: (answers: object[] | null, text) =>
      answers?.map((each) => ({ ...each, label: text, value: text })) ?? null,
  },
  meeting_types: {
    location: somewhere,
    questions: (questions: object[], text) =>
      questions.map((each) => ({ ...each, label: text, kind: 'choice', choices: [text] })),
  },
  events: { payload: (payload: object, text) => ({ ...payload, title: text, [text]: { [text]: [text] } }) },
  turns: {
    candidates: (candidates: object[], text) =>
      candidates.map((each) => ({ ...each, name: text, email: text })),
  },
};

/**
 * Columns with text that the service made or checked letter by letter: ids, states, zones, lists of known words, digests and sealed
 * values; and tables of which no page shows any text.
 */
const checked =
  /(^|_)(id|ids|hash|folded|status|mode|role|type|kind|direction|health|timezone|scopes|events|weekly|overrides)$/;
const made: Record<string, string[]> = {
  workspace_branding: ['accent_color', 'logo_key'],
  api_keys: ['allowed_networks'],
  scheduling_settings: [
    'follow_up_after_business_days',
    'holidays',
    'embed_origins',
    'outsiders_may_invite',
    'locale',
    'reminders',
  ],
  meeting_requests: ['attention_reason', 'reminders', 'no_show_by', 'no_show_places'],
  meeting_request_participants: ['response', 'attendance', 'wishes', 'locale', 'phone_number'],
  meeting_request_schedules: ['reminders'],
  meeting_types: ['slug', 'reminders', 'choose_host'],
  // Its own pages say it, and those of this workspace are open.
  workspaces: ['suspended_reason'],
  webhook_deliveries: ['traceparent', 'tracestate'],
  entitlements: ['enforcement_mode'],
  calendars: ['sealed_password', 'service', 'remote_id'],
  calendar_connections: [
    'provider',
    'return_url',
    'sealed_verifier',
    'sealed_refresh_token',
    'sealed_access_token',
  ],
  calendar_syncs: ['lane', 'etag', 'collection_url', 'read_for'],
  messages: [
    'content',
    'invite',
    'invite_method',
    'invite_of',
    'invite_details',
    'in_reply_to',
    'thread',
    'understood_as',
    'lane',
    'ignored_because',
  ],
  turns: ['reason'],
  webhook_endpoints: ['sealed_secret', 'sealed_headers', 'sealed_former_secret', 'failures'],
};
const unseen = new Set([
  ...[
    'api_key_makers',
    'booking_confirmations',
    'booking_link_uses',
    'meeting_type_confirmations',
    'meeting_type_uses',
    'busy_times',
    'calendar_entries',
    'calendar_objects',
  ],
  ...['erasures', 'link_keys', 'moves', 'operator_answers', 'operator_keys', 'outsider_days'],
  ...['secret_key_marks', 'sent_forms', 'skipped_first_steps', 'usage_months', 'workspace_handles'],
  ...[
    'idempotent_answers',
    'inbox',
    'invites',
    'schema_migrations',
    'sign_in_links',
    'meeting_type_slugs',
    'team_slugs',
    'workspace_logos',
  ],
]);

/** Text columns in neither list: add new ones to one of the lists above. */
export async function undecided({ services: { database } }: Node): Promise<string[]> {
  const columns = await database.all<{ place: string; column_name: string }>(
    `select tables.name as place, columns.name as column_name
     from sqlite_master as tables, pragma_table_info(tables.name) as columns
     where tables.type = 'table' and lower(columns.type) = 'text'`,
  );
  const lists = [free, urls, made] as Record<string, string[]>[];
  return columns
    .filter(({ place, column_name }) => !unseen.has(place) && !checked.test(column_name))
    .filter(({ place, column_name }) => !lists.some((each) => each[place]?.includes(column_name)))
    .filter(({ place, column_name }) => !written[place]?.[column_name])
    .map(({ place, column_name }) => `${place}.${column_name}`);
}

/** Poisons everything stored, in all workspaces, except columns with these names. */
export async function poison(
  { services: { database } }: Node,
  { text, url }: Poison,
  left: string[] = [],
): Promise<void> {
  for (const [values, tables] of [
    [text, free],
    [url, urls],
  ] as const) {
    for (const [table, columns] of Object.entries(tables)) {
      const poisoned = columns.filter((column) => !left.includes(column));
      if (poisoned.length === 0) continue;
      const assignments = poisoned.map((column) => `${column} = $1`).join(', ');
      await database.change(`update ${table} set ${assignments}`, [values]);
    }
  }
  for (const [table, columns] of Object.entries(written)) {
    for (const [column, change] of Object.entries(columns)) {
      // Not every table has an id.
      const found = await database.all<Row>(`select distinct ${column} as value from ${table}`);
      for (const { value } of found) {
        const changed = change(JSON.parse((value as string | null) ?? 'null') as never, text);
        await database.change(`update ${table} set ${column} = $2 where ${column} is not distinct from $1`, [
          value as string | null,
          changed && JSON.stringify(changed),
        ]);
      }
    }
  }
}
