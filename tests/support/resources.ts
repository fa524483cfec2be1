// What the API answers with, as types.

import type { Payload } from './events.ts';

export interface Member {
  id: string;
  email: string;
  name: string | null;
  role: string;
  deactivated_at: string | null;
  created_at: string;
}

export interface Membership {
  id: string;
  team_id: string;
  role: string;
  workspace_membership_id: string;
  email: string;
  name: string | null;
  paused_at: string | null;
  last_assigned_at: string | null;
  created_at: string;
}

export interface ListedTeam {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  mode: string;
  email_address: string | null;
  member_count: number;
  stack_always_apply: boolean;
  include_all_members: boolean;
  introduce_member: boolean;
  introduction_guidance: string | null;
  active: boolean;
  deactivated_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface NewTeam extends ListedTeam {
  members: Membership[];
}

export interface Team extends NewTeam {
  next_assignee: Membership | null;
}

export interface RotationEntry {
  place: number | null;
  eligible: boolean;
  team_membership_id: string | null;
  workspace_membership_id: string;
  email: string;
  name: string | null;
  status: string;
  paused_until: string | null;
  last_turn: { number: number; assigned_at: string } | null;
  turns_last_30_days: number;
}

export interface Rotation {
  team_id: string;
  mode: string;
  active: boolean;
  queue: RotationEntry[];
}

export interface Turn {
  id: string;
  team_id: string;
  number: number;
  team_membership_id: string | null;
  workspace_membership_id: string;
  email: string;
  name: string | null;
  meeting_request_id: string | null;
  reason: string;
  candidates: { status: string; last_turn: number | null }[];
  created_at: string;
}

export interface AuditEntry {
  id: string;
  action: string;
  actor: { type: string; id: string };
  target: { type: string; id: string };
  changes: Record<string, [before: unknown, after: unknown]>;
  reason: string | null;
  created_at: string;
}

export interface Page<Item> {
  data: Item[];
  meta: { limit: number; has_more: boolean; next_cursor: string | null };
}

export interface MeetingRequest {
  id: string;
  organizer_email: string;
  participant_emails: string[];
  status: string;
  title: string | null;
  purpose: string | null;
  description: string | null;
  include_introduction: boolean;
  duration_minutes: number | null;
  timeframe: { start: string; end: string } | null;
  team_id: string | null;
  host_emails: string[];
  calendar_event_id: string | null;
  starts_at: string | null;
  created_at: string;
  updated_at: string;
  booked_at: string | null;
  cancelled_at: string | null;
  paused_at: string | null;
}

export interface Seat {
  id: string;
  membership_id: string;
  entitlement_id: string;
  member_email: string;
  member_name: string;
  started_at: string;
  ended_at: string | null;
}

export interface Entitlement {
  id: string;
  plan_key: string;
  seat_capacity: number;
  seat_unlimited: boolean;
  active_seats: number;
  enforcement_mode: string;
}

export interface SeatList {
  data: Seat[];
  meta: { limit: number; has_more: boolean; next_cursor: string | null; entitlements: Entitlement[] };
}

export interface AssignedSeat {
  membership_id: string;
  email: string;
  entitlement_id: string;
  assignment_id: string;
  started_at: string;
}

export interface Endpoint {
  id: string;
  url: string;
  description: string | null;
  enabled: boolean;
  events: string[];
  disabled_at: string | null;
  disabled_reason: string | null;
  created_at: string;
  updated_at: string;
}

export interface Delivery {
  id: string;
  event_type: string;
  status: 'pending' | 'success' | 'failed';
  payload: Payload;
  response_code: number | null;
  attempts: number;
  delivered_at: string | null;
  last_attempted_at: string | null;
  created_at: string;
}

export interface LoggedAttempt {
  number: number;
  started_at: string;
  duration_ms: number;
  response_code: number | null;
  error: string | null;
  response_body: string | null;
}

export interface DeliveryWithLog extends Delivery {
  attempt_log: LoggedAttempt[];
}
