// Every column of the database that holds text, and what an erasure does to an address in it. A test compares the list with the
// schema: a new column needs a decision here.
import { own, type Place } from './place.ts';
import { bookingsOfPages } from './places-of-pages.ts';
import { deleteOwnRow, eraseEntry, eraseMail, eraseMessage, type Fields, skipOwnRow } from './row-rules.ts';
import { unwritten } from './unwritten-places.ts';

const requestInPayload = ({ payload }: Fields) => (JSON.parse(String(payload)) as { id?: string }).id;

interface PayloadWithPlace {
  place?: { kind: string; phone_number: string | null } | null;
}

/** Where a host called the first participant: the payload doesn't say whose number it is. */
function withoutNumber({ payload }: Fields): Fields | undefined {
  const given = JSON.parse(String(payload)) as PayloadWithPlace;
  if (given.place?.kind !== 'phone' || given.place.phone_number === null) return undefined;
  return { payload: JSON.stringify({ ...given, place: { ...given.place, text: null, phone_number: null } }) };
}

/** Read in this order by `steps.ts`. */
export const places: Record<string, Place> = {
  events: {
    columns: { ...own('workspace_id', 'id', 'type'), payload: 'json' },
    walk: { by: ['id'], recent: 'event', request: requestInPayload, withoutFirst: withoutNumber },
    counted: 'events',
  },
  webhook_attempts: {
    columns: { ...own('workspace_id', 'delivery_id'), error: 'echo', response_body: 'echo' },
    // An old delivery may be attempted right now, with the payload from before the erasure, so the last pass reads all of them again.
    walk: { by: ['delivery_id', 'number'] },
    counted: 'deliveries',
  },
  audit_entries: {
    columns: {
      ...own('id', 'workspace_id', 'action', 'actor_type', 'target_type', 'target_id', 'tool'),
      actor_id: 'address',
      changes: 'json',
      reason: 'text',
    },
    walk: {
      by: ['id'],
      recent: 'auditEntry',
      also: ['target_id'],
      request: ({ target_id }) => target_id,
      erase: eraseEntry,
    },
    counted: 'audit_entries',
  },
  ...bookingsOfPages,
  inbox: {
    columns: {
      ...own(
        'workspace_id',
        'id',
        'target',
        'target_id',
        'recipient_address',
        'message_key',
        'client_address',
        'waits_for_request_id',
        'claim_id',
      ),
      envelope_sender: 'address',
      client_name: 'text',
      raw: 'mail',
    },
    // A mail can have a megabyte.
    walk: {
      by: ['id'],
      recent: 'message',
      batch: 8,
      also: ['due_at', 'waits_for_request_id'],
      erase: eraseMail,
    },
    counted: 'mails',
  },
  messages: {
    columns: {
      ...own(
        'workspace_id',
        'id',
        'request_id',
        'direction',
        'kind',
        'invite_method',
        'invite_of',
        'status',
        'understood_as',
        'lane',
        'claim_id',
        'rule',
      ),
      sender_name: 'text',
      sender_address: 'address',
      recipient_name: 'text',
      recipient_address: 'address',
      reply_to: 'address',
      subject: 'text',
      text: 'text',
      content: 'json',
      invite: 'text',
      invite_details: 'json',
      message_id: 'text',
      in_reply_to: 'text',
      thread: 'json',
      last_error: 'text',
      ignored_because: 'text',
    },
    walk: { by: ['id'], recent: 'message', batch: 100, also: ['direction', 'status'], erase: eraseMessage },
    counted: 'messages',
  },
  invites: {
    columns: {
      ...own('workspace_id', 'request_id', 'uid', 'organizer_address', 'host_ids', 'calendar_host_ids'),
      text: 'text',
    },
    walk: { by: ['request_id'], recent: 'meetingRequest', batch: 100 },
    counted: 'invites',
  },
  meeting_requests: {
    columns: {
      ...own(
        'workspace_id',
        'id',
        'organizer_id',
        'organizer_timezone',
        'team_id',
        'status',
        'attention_reason',
        'meeting_type_id',
        'reminders',
        'no_show_by',
        'no_show_places',
      ),
      organizer_name: 'text',
      title: 'text',
      purpose: 'text',
      description: 'text',
      location: 'json',
      place: 'json',
      calendar_event_id: 'text',
      introduction: 'text',
    },
    walk: { by: ['id'], recent: 'meetingRequest' },
    counted: 'meeting_requests',
  },
  meeting_request_participants: {
    columns: {
      ...own('workspace_id', 'request_id', 'timezone', 'locale', 'response', 'attendance'),
      email: 'address',
      email_folded: 'address',
      name: 'text',
      phone_number: 'text',
      comment: 'text',
      wishes: 'json',
      answers: 'json',
    },
    walk: { by: ['request_id', 'place'], recent: 'meetingRequest', erase: skipOwnRow },
    counted: 'meeting_requests',
  },
  suggested_participants: {
    columns: {
      ...own('workspace_id', 'request_id'),
      email: 'address',
      email_folded: 'address',
      name: 'text',
    },
    walk: { by: ['request_id', 'place'], recent: 'meetingRequest', erase: deleteOwnRow },
    counted: 'others',
  },
  opt_outs: {
    columns: { ...own('workspace_id', 'id'), email: 'address', email_folded: 'address' },
    walk: { by: ['id'], recent: 'optOut', erase: deleteOwnRow },
    counted: 'others',
  },

  // Callers choose its `tracestate`.
  webhook_deliveries: {
    columns: {
      ...own(
        'workspace_id',
        'id',
        'endpoint_id',
        'event_id',
        'event_type',
        'status',
        'claim_id',
        'traceparent',
      ),
      tracestate: 'echo',
    },
    walk: { by: ['id'], recent: 'delivery' },
    counted: 'deliveries',
  },

  // What members write about themselves and their workspace may mention anybody.
  members: {
    columns: {
      ...own('id', 'workspace_id', 'email', 'email_folded', 'role', 'timezone'),
      name: 'text',
      title: 'text',
      introduction: 'text',
      meeting_url: 'text',
    },
    walk: { by: ['id'] },
  },
  teams: {
    columns: {
      ...own('workspace_id', 'id', 'slug', 'mode'),
      name: 'text',
      description: 'text',
      introduction_guidance: 'text',
      location: 'json',
    },
    walk: { by: ['id'] },
  },
  booking_links: {
    columns: {
      ...own('workspace_id', 'id', 'team_id', 'meeting_type_id'),
      title: 'text',
      location: 'json',
    },
    walk: { by: ['id'] },
  },
  meeting_types: {
    columns: {
      ...own('workspace_id', 'id', 'slug', 'team_id', 'member_id', 'reminders', 'choose_host'),
      name: 'text',
      description: 'text',
      location: 'json',
      questions: 'json',
    },
    walk: { by: ['id'] },
  },
  calendars: {
    columns: {
      ...own('workspace_id', 'id', 'member_id', 'type', 'service', 'connection_id'),
      name: 'text',
      url: 'setting',
      username: 'setting',
      sealed_password: 'sealed',
      // A calendar that somebody else shares is often called by their address.
      remote_id: 'mirror',
    },
    walk: { by: ['id'] },
  },
  calendar_connections: {
    columns: {
      ...own(
        'workspace_id',
        'id',
        'member_id',
        'provider',
        'status',
        'state_hash',
        'browser_hash',
        'refresh_claim_id',
        'claim_id',
      ),
      account_id: 'mirror',
      account_email: 'setting',
      sealed_verifier: 'sealed',
      return_url: 'setting',
      sealed_refresh_token: 'sealed',
      sealed_access_token: 'sealed',
    },
    walk: { by: ['id'] },
  },
  calendar_syncs: {
    columns: {
      ...own('workspace_id', 'calendar_id', 'lane', 'health', 'claim_id', 'content_hash', 'read_for'),
      last_error: 'echo',
      etag: 'mirror',
      collection_url: 'mirror',
    },
    walk: { by: ['calendar_id'] },
  },
  webhook_endpoints: {
    columns: {
      ...own('workspace_id', 'id', 'events', 'failures'),
      url: 'setting',
      description: 'text',
      sealed_secret: 'sealed',
      sealed_headers: 'sealed',
      sealed_former_secret: 'sealed',
      disabled_reason: 'text',
    },
    walk: { by: ['id'] },
  },
  api_keys: {
    columns: {
      ...own('id', 'workspace_id', 'key_hash', 'key_prefix', 'scopes', 'allowed_networks', 'replaced_by_id'),
      name: 'text',
    },
    walk: { by: ['id'] },
  },
  scheduling_settings: {
    columns: {
      ...own(
        'workspace_id',
        'follow_up_after_business_days',
        'reminders',
        'holidays',
        'outsiders_may_invite',
        'locale',
        'embed_origins',
      ),
      sender_name: 'text',
      signature: 'text',
      location: 'json',
    },
    walk: { by: ['workspace_id'] },
  },
  workspace_branding: {
    columns: {
      ...own('workspace_id', 'accent_color', 'logo_key', 'logo_type'),
      company_name: 'text',
      website_url: 'text',
      postal_address: 'text',
    },
    walk: { by: ['workspace_id'] },
  },
  workspaces: {
    columns: { ...own('id', 'handle', 'timezone', 'external_id'), name: 'text', suspended_reason: 'text' },
    walk: { by: ['id'], workspace: 'id' },
  },
  sessions: {
    columns: {
      ...own('workspace_id', 'id', 'member_id', 'secret_hash', 'client_address'),
      user_agent: 'text',
    },
    walk: { by: ['id'] },
  },
  sent_forms: {
    columns: { ...own('workspace_id', 'session_id', 'digest'), leads_to: 'text' },
    walk: { by: ['session_id', 'digest'] },
  },
  // A member may have had the address before.
  sign_in_links: {
    columns: { ...own('workspace_id', 'id', 'member_id'), email_folded: 'address' },
    walk: { by: ['id'], erase: deleteOwnRow },
  },

  ...unwritten,
};
