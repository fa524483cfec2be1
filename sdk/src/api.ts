// Made by `npm run generate` from /openapi.json: change the routes in src/features/ instead.

export interface ListedTeam {
  id: string;
  name: string;
  /** Made from the name; unique in the workspace. */
  slug: string;
  description: string | null;
  mode: 'pool' | 'stack' | 'manual';
  /** Scheduling address; null in manual mode and while the workspace has no handle. */
  email_address: string | null;
  member_count: number;
  /** Stack mode only: the team joins the hosts of every request. */
  stack_always_apply: boolean;
  /** Stack mode only: every active workspace member takes part. */
  include_all_members: boolean;
  /** Pool mode only: introduce the assigned member to the participant. */
  introduce_member: boolean;
  /** Pool mode only: what to say in the introduction. */
  introduction_guidance: string | null;
  active: boolean;
  deactivated_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface PageMeta {
  limit: number;
  has_more: boolean;
  /** Pass it as `cursor` to get the next page. */
  next_cursor: string | null;
}

export interface TeamMembership {
  id: string;
  team_id: string;
  role: 'member' | 'manager';
  workspace_membership_id: string;
  email: string;
  name: string | null;
  paused_at: string | null;
  /** When the rotation last chose the member; null before that and after a pause. */
  last_assigned_at: string | null;
  created_at: string;
}

export interface Team {
  id: string;
  name: string;
  /** Made from the name; unique in the workspace. */
  slug: string;
  description: string | null;
  mode: 'pool' | 'stack' | 'manual';
  /** Scheduling address; null in manual mode and while the workspace has no handle. */
  email_address: string | null;
  member_count: number;
  /** Stack mode only: the team joins the hosts of every request. */
  stack_always_apply: boolean;
  /** Stack mode only: every active workspace member takes part. */
  include_all_members: boolean;
  /** Pool mode only: introduce the assigned member to the participant. */
  introduce_member: boolean;
  /** Pool mode only: what to say in the introduction. */
  introduction_guidance: string | null;
  active: boolean;
  deactivated_at: string | null;
  created_at: string;
  updated_at: string;
  members: TeamMembership[];
  /** Pool mode only: who gets the next turn; null when nobody can. */
  next_assignee: TeamMembership | null;
}

export interface NewTeam {
  id: string;
  name: string;
  /** Made from the name; unique in the workspace. */
  slug: string;
  description: string | null;
  mode: 'pool' | 'stack' | 'manual';
  /** Scheduling address; null in manual mode and while the workspace has no handle. */
  email_address: string | null;
  member_count: number;
  /** Stack mode only: the team joins the hosts of every request. */
  stack_always_apply: boolean;
  /** Stack mode only: every active workspace member takes part. */
  include_all_members: boolean;
  /** Pool mode only: introduce the assigned member to the participant. */
  introduce_member: boolean;
  /** Pool mode only: what to say in the introduction. */
  introduction_guidance: string | null;
  active: boolean;
  deactivated_at: string | null;
  created_at: string;
  updated_at: string;
  members: TeamMembership[];
}

export interface Rotation {
  team_id: string;
  mode: 'pool' | 'stack' | 'manual';
  /** False for a deactivated team, which assigns nobody. */
  active: boolean;
  /** First those who can take a turn, in their order, then the others; the first 500 of them. Empty in manual mode. */
  queue: {
    /** 1 takes the next turn; null is not in the queue. */
    place: number | null;
    eligible: boolean;
    /** Null for a host who is not in the team: a stack team may include every member. */
    team_membership_id: string | null;
    workspace_membership_id: string;
    email: string;
    name: string | null;
    /** Only who is available can take a turn. */
    status: 'available' | 'paused' | 'deactivated';
    /** When the pause ends by itself. */
    paused_until: string | null;
    last_turn: {
      /** Counts the team's turns from 1. */
      number: number;
      assigned_at: string;
    } | null;
    turns_last_30_days: number;
  }[];
  /** How many there are, whether `queue` has all of them or not. */
  queue_total: number;
}

export interface ListedTurn {
  id: string;
  team_id: string;
  /** Counts the team's turns from 1. */
  number: number;
  /** Null for a host who is not in the team: a stack team may include every member. */
  team_membership_id: string | null;
  workspace_membership_id: string;
  email: string;
  name: string | null;
  /** What the turn was for; null when for something that Rota does not know of. */
  meeting_request_id: string | null;
  /** Why the turn fell on this one. */
  reason: 'named' | 'unpaused' | 'never_assigned' | 'least_recently_assigned';
  created_at: string;
}

export interface Turn {
  id: string;
  team_id: string;
  /** Counts the team's turns from 1. */
  number: number;
  /** Null for a host who is not in the team: a stack team may include every member. */
  team_membership_id: string | null;
  workspace_membership_id: string;
  email: string;
  name: string | null;
  /** What the turn was for; null when for something that Rota does not know of. */
  meeting_request_id: string | null;
  /** Why the turn fell on this one. */
  reason: 'named' | 'unpaused' | 'never_assigned' | 'least_recently_assigned';
  created_at: string;
  /** Who was considered, as they stood at that moment. Of more than 100, so many: some who could not take it, and those around the chosen one in the queue. */
  candidates: {
    /** Null for a host who is not in the team: a stack team may include every member. */
    team_membership_id: string | null;
    workspace_membership_id: string;
    /** Only who is available can take a turn. */
    status: 'available' | 'paused' | 'deactivated';
    /** Null is before all numbers: never assigned, or just unpaused. */
    last_turn: number | null;
  }[];
  /** How many were considered. */
  candidates_total: number;
  /** How many of them could have taken the turn. */
  candidates_eligible: number;
}

export interface MeetingRequest {
  id: string;
  organizer_email: string;
  participant_emails: string[];
  status: 'active' | 'booked' | 'cancelled' | 'paused';
  title: string | null;
  purpose: string | null;
  description: string | null;
  include_introduction: boolean;
  /** How long the meeting takes. */
  duration_minutes: number | null;
  timeframe: {
    start: string;
    end: string;
  } | null;
  /** The team that it was routed through. */
  team_id: string | null;
  /** Everybody who takes part on the side of the workspace: the organizer, then stack teams. */
  host_emails: string[];
  /** The meeting in the calendar. */
  calendar_event_id: string | null;
  starts_at: string | null;
  created_at: string;
  updated_at: string;
  booked_at: string | null;
  /** A time in `booked_at` tells that it was booked. */
  cancelled_at: string | null;
  /** Null again once it is resumed. */
  paused_at: string | null;
}

export interface WorkspaceMember {
  id: string;
  email: string;
  name: string | null;
  role: 'member' | 'admin';
  deactivated_at: string | null;
  created_at: string;
}

export interface SeatAssignment {
  id: string;
  membership_id: string;
  entitlement_id: string;
  member_email: string;
  /** The email when no name is known. */
  member_name: string;
  started_at: string;
  ended_at: string | null;
}

export interface Entitlement {
  id: string;
  plan_key: string;
  seat_capacity: number;
  seat_unlimited: boolean;
  /** Seats that are assigned now. */
  active_seats: number;
  /** `hard` refuses a seat past the capacity, `soft` allows it. */
  enforcement_mode: 'hard' | 'soft';
}

export interface AssignedSeat {
  membership_id: string;
  email: string;
  entitlement_id: string;
  assignment_id: string;
  started_at: string;
}

export interface WebhookEndpoint {
  id: string;
  /** Where deliveries go. */
  url: string;
  description: string | null;
  /** While it is false, deliveries wait. */
  enabled: boolean;
  events: ('meeting_request.created' | 'meeting_request.booked' | 'meeting_request.cancelled' | 'meeting_request.paused' | 'meeting_request.resumed' | 'meeting_request.organizer_changed' | 'meeting_request.follow_up_sent' | 'member.deactivated' | 'webhook_endpoint.backlog_full' | 'webhook_endpoint.backlog_cleared')[];
  disabled_at: string | null;
  /** `manual`, or `too_many_failures`. */
  disabled_reason: string | null;
  created_at: string;
  updated_at: string;
}

export interface WebhookEndpointWithSecret {
  id: string;
  /** Where deliveries go. */
  url: string;
  description: string | null;
  /** While it is false, deliveries wait. */
  enabled: boolean;
  events: ('meeting_request.created' | 'meeting_request.booked' | 'meeting_request.cancelled' | 'meeting_request.paused' | 'meeting_request.resumed' | 'meeting_request.organizer_changed' | 'meeting_request.follow_up_sent' | 'member.deactivated' | 'webhook_endpoint.backlog_full' | 'webhook_endpoint.backlog_cleared')[];
  disabled_at: string | null;
  /** `manual`, or `too_many_failures`. */
  disabled_reason: string | null;
  created_at: string;
  updated_at: string;
  /** Deliveries are signed with it. It is shown here and never again. */
  signing_secret: string;
}

export interface MeetingRequestCreatedEvent {
  event: 'meeting_request.created';
  timestamp: string;
  id: string;
  organizer_email: string;
  participant_emails: string[];
  status: 'active';
  created_at: string;
}

export interface MeetingRequestBookedEvent {
  event: 'meeting_request.booked';
  timestamp: string;
  id: string;
  organizer_email: string;
  calendar_event_id: string;
  status: 'booked';
  booked_at: string;
}

export interface MeetingRequestCancelledEvent {
  event: 'meeting_request.cancelled';
  timestamp: string;
  id: string;
  organizer_email: string;
  status: 'cancelled';
  cancelled_at: string;
  /** Whether it had been booked before. */
  was_booked: boolean;
}

export interface MeetingRequestPausedEvent {
  event: 'meeting_request.paused';
  timestamp: string;
  id: string;
  organizer_email: string;
  status: 'paused';
  paused_at: string;
}

export interface MeetingRequestResumedEvent {
  event: 'meeting_request.resumed';
  timestamp: string;
  id: string;
  organizer_email: string;
  status: 'active';
  resumed_at: string;
}

export interface MeetingRequestOrganizerChangedEvent {
  event: 'meeting_request.organizer_changed';
  timestamp: string;
  id: string;
  old_organizer_email: string;
  new_organizer_email: string;
}

export interface MeetingRequestFollowUpSentEvent {
  event: 'meeting_request.follow_up_sent';
  timestamp: string;
  id: string;
  organizer_email: string;
  participant_emails: string[];
  sent_at: string;
}

export interface MemberDeactivatedEvent {
  event: 'member.deactivated';
  timestamp: string;
  id: string;
  email: string;
  name: string | null;
  deactivated_at: string;
  /** Who took over the meeting requests, if anybody. */
  transferred_to: string | null;
}

export interface WebhookEndpointBacklogFullEvent {
  event: 'webhook_endpoint.backlog_full';
  timestamp: string;
  id: string;
  /** How many wait. */
  pending: number;
  full_at: string;
}

export interface WebhookEndpointBacklogClearedEvent {
  event: 'webhook_endpoint.backlog_cleared';
  timestamp: string;
  id: string;
  full_at: string;
  cleared_at: string;
}

export interface TestEvent {
  event: 'test';
  timestamp: string;
  message: string;
}

/** What is sent to webhook endpoints. */
export type EventPayload = MeetingRequestCreatedEvent | MeetingRequestBookedEvent | MeetingRequestCancelledEvent | MeetingRequestPausedEvent | MeetingRequestResumedEvent | MeetingRequestOrganizerChangedEvent | MeetingRequestFollowUpSentEvent | MemberDeactivatedEvent | WebhookEndpointBacklogFullEvent | WebhookEndpointBacklogClearedEvent | TestEvent;

export interface WebhookDelivery {
  id: string;
  event_type: string;
  status: 'pending' | 'success' | 'failed';
  payload: EventPayload;
  /** Of the last attempt; null when there was no answer. */
  response_code: number | null;
  /** How many have been made, of 8. */
  attempts: number;
  delivered_at: string | null;
  last_attempted_at: string | null;
  created_at: string;
}

export interface WebhookDeliveryWithLog {
  id: string;
  event_type: string;
  status: 'pending' | 'success' | 'failed';
  payload: EventPayload;
  /** Of the last attempt; null when there was no answer. */
  response_code: number | null;
  /** How many have been made, of 8. */
  attempts: number;
  delivered_at: string | null;
  last_attempted_at: string | null;
  created_at: string;
  /** Every attempt, the last 100 of them: `number` tells how many came before. */
  attempt_log: {
    /** Counts on when a delivery is retried. */
    number: number;
    started_at: string;
    duration_ms: number;
    /** Of the last attempt; null when there was no answer. */
    response_code: number | null;
    /** Why there was no whole answer. */
    error: string | null;
    /** The first 4 KiB of the answer. */
    response_body: string | null;
  }[];
}

export interface Event {
  id: string;
  type: string;
  payload: EventPayload;
  created_at: string;
}

export interface Workspace {
  id: string;
  name: string;
  /** Part of the teams' scheduling addresses; unique on this server. */
  handle: string | null;
  created_at: string;
  updated_at: string;
}

export interface ApiKey {
  id: string;
  /** Label given at creation. */
  name: string;
  /** The beginning of the key, to recognise it by. */
  key_prefix: string;
  scopes: ('teams.read' | 'teams.write' | 'api_keys.read' | 'api_keys.write' | 'seats.read' | 'seats.write' | 'webhooks.read' | 'webhooks.write' | 'meeting_requests.read' | 'meeting_requests.write' | 'members.read' | 'members.write' | 'audit_log.read' | 'workspace.read' | 'workspace.write')[];
  expires_at: string | null;
  last_used_at: string | null;
  created_at: string;
}

export interface NewApiKey {
  id: string;
  /** Label given at creation. */
  name: string;
  /** The beginning of the key, to recognise it by. */
  key_prefix: string;
  scopes: ('teams.read' | 'teams.write' | 'api_keys.read' | 'api_keys.write' | 'seats.read' | 'seats.write' | 'webhooks.read' | 'webhooks.write' | 'meeting_requests.read' | 'meeting_requests.write' | 'members.read' | 'members.write' | 'audit_log.read' | 'workspace.read' | 'workspace.write')[];
  expires_at: string | null;
  last_used_at: string | null;
  created_at: string;
  /** The raw key. It is shown here and never again. */
  key: string;
}

export interface AuditEntry {
  id: string;
  /** What was done. */
  action: string;
  actor: {
    type: 'api_key' | 'cli' | 'system';
    id: string;
  };
  target: {
    type: string;
    id: string;
  };
  /** For each field that changed: its value before and after. */
  changes: Record<string, unknown[]>;
  reason: string | null;
  created_at: string;
}

/** What each operation takes, and what it answers. */
export interface Operations {
  /** List teams. */
  listTeams: {
    query?: {
      /** How many items a page has. A number out of range is taken as the nearest in range. */
      limit?: number;
      /** The `next_cursor` of the page before; without it, the list's beginning. */
      cursor?: string;
      /** `true` lists active teams only, `false` deactivated ones only. */
      active?: boolean;
      /** Only the team that mail to this address reaches, be it a former address of the team. */
      email_address?: string;
    };
    answer: {
      data: ListedTeam[];
      meta: PageMeta;
    };
  };
  /** Create a team. */
  createTeam: {
    body: {
      name: string;
      description?: string | null;
      mode?: 'pool' | 'stack' | 'manual';
      /** Ids of the workspace members to begin with. */
      member_ids?: string[] | null;
      /** Stack mode only: the team joins the hosts of every request. */
      stack_always_apply?: boolean;
      /** Stack mode only: every active workspace member takes part. */
      include_all_members?: boolean;
    };
    answer: {
      data: NewTeam;
    };
  };
  /** Read a team with its members, and who is next. */
  getTeam: {
    path: {
      /** The id of the Team. */
      id: string;
    };
    answer: {
      data: Team;
    };
  };
  /** Change a team; what belongs to another mode than the team has is ignored. */
  updateTeam: {
    path: {
      /** The id of the Team. */
      id: string;
    };
    body?: {
      name?: string;
      description?: string | null;
      mode?: 'pool' | 'stack' | 'manual';
      /** Stack mode only: the team joins the hosts of every request. */
      stack_always_apply?: boolean;
      /** Stack mode only: every active workspace member takes part. */
      include_all_members?: boolean;
      /** Pool mode only: introduce the assigned member to the participant. */
      introduce_member?: boolean;
      /** Pool mode only: what to say in the introduction. */
      introduction_guidance?: string | null;
    };
    answer: {
      data: Team;
    };
  };
  /** Deactivate a team: nothing new is routed to it. */
  deactivateTeam: {
    path: {
      /** The id of the Team. */
      id: string;
    };
    answer: {
      data: Team;
    };
  };
  /** Add a workspace member to a team. */
  addTeamMember: {
    path: {
      /** The id of the Team. */
      team_id: string;
    };
    body: {
      /** The id of an active workspace member. */
      workspace_membership_id: string;
      /** Managers can edit team settings. */
      role?: 'member' | 'manager';
    };
    answer: {
      data: TeamMembership;
    };
  };
  /** Change a member's role in the team. */
  updateTeamMember: {
    path: {
      /** The id of the Team. */
      team_id: string;
      /** The id of the Team membership. */
      id: string;
    };
    body: {
      role: 'member' | 'manager';
    };
    answer: {
      data: TeamMembership;
    };
  };
  /** Remove a member from the team. */
  removeTeamMember: {
    path: {
      /** The id of the Team. */
      team_id: string;
      /** The id of the Team membership. */
      id: string;
    };
    answer: undefined;
  };
  /** Keep a member out of the rotation. */
  pauseTeamMember: {
    path: {
      /** The id of the Team. */
      team_id: string;
      /** The id of the Team membership. */
      id: string;
    };
    body?: {
      /** When the pause ends by itself; without it, when somebody ends it. */
      until?: string | null;
    };
    answer: {
      data: TeamMembership;
    };
  };
  /** Bring a paused member back, to the front of the queue. */
  unpauseTeamMember: {
    path: {
      /** The id of the Team. */
      team_id: string;
      /** The id of the Team membership. */
      id: string;
    };
    answer: {
      data: TeamMembership;
    };
  };
  /** Read a team's queue: who is next, who is not in it and why, and who had how many turns. */
  getRotation: {
    path: {
      /** The id of the Team. */
      id: string;
    };
    answer: {
      data: Rotation;
    };
  };
  /** List a team's turns, each with its reason. */
  listAssignments: {
    path: {
      /** The id of the Team. */
      id: string;
    };
    query?: {
      /** How many items a page has. A number out of range is taken as the nearest in range. */
      limit?: number;
      /** The `next_cursor` of the page before; without it, the list's beginning. */
      cursor?: string;
    };
    answer: {
      data: ListedTurn[];
      meta: PageMeta;
    };
  };
  /** Assign the next turn, for something other than a meeting request. */
  createAssignment: {
    path: {
      /** The id of the Team. */
      id: string;
    };
    answer: {
      data: Turn;
    };
  };
  /** Read a turn with who was considered for it. */
  getAssignment: {
    path: {
      /** The id of the Team. */
      id: string;
      /** The id of the Assignment. */
      turn_id: string;
    };
    answer: {
      data: Turn;
    };
  };
  /** List meeting requests. */
  listMeetingRequests: {
    query?: {
      /** How many items a page has. A number out of range is taken as the nearest in range. */
      limit?: number;
      /** The `next_cursor` of the page before; without it, the list's beginning. */
      cursor?: string;
      /** Only requests in this state. */
      status?: 'active' | 'booked' | 'cancelled' | 'paused';
      /** Only those of this organizer, whatever its upper and lower case. */
      organizer_email?: string;
      /** Only those with this participant, whatever its upper and lower case. */
      participant_email?: string;
      /** Only those that were routed through this team. */
      team_id?: string;
      /** Only those made at this time or later. */
      created_after?: string;
      /** Only those made at this time or earlier. */
      created_before?: string;
    };
    answer: {
      data: MeetingRequest[];
      meta: PageMeta;
    };
  };
  /** Ask for a meeting, with a member or through a team. */
  createMeetingRequest: {
    body: {
      /** An active member. Required without a team and with one in manual mode; not with one in pool mode. */
      organizer_email?: string | null;
      organizer_name?: string | null;
      organizer_timezone?: string | null;
      /** The team that decides who takes the request. */
      team_id?: string | null;
      /** Either this or `participants`. */
      participant_emails?: string[] | null;
      /** Either this or `participant_emails`. */
      participants?: {
        /** Whom to meet. */
        email: string;
        name?: string | null;
        timezone?: string | null;
      }[] | null;
      include_introduction?: boolean;
      context?: {
        title?: string | null;
        purpose?: string | null;
        description?: string | null;
        /** How long the meeting takes. */
        duration_minutes?: number | null;
        timeframe?: {
          start: string;
          end: string;
        } | null;
      } | null;
    };
    answer: {
      data: MeetingRequest;
    };
  };
  /** Read a meeting request. */
  getMeetingRequest: {
    path: {
      /** The id of the Meeting request. */
      id: string;
    };
    answer: {
      data: MeetingRequest;
    };
  };
  /** Book an active request: a time was found. */
  bookMeetingRequest: {
    path: {
      /** The id of the Meeting request. */
      id: string;
    };
    body: {
      starts_at: string;
      /** How long the meeting takes. */
      duration_minutes?: number | null;
      /** The calendar's own id of the meeting; one is made when it is left out. */
      calendar_event_id?: string | null;
    };
    answer: {
      data: MeetingRequest;
    };
  };
  /** Cancel a request, booked or not. */
  cancelMeetingRequest: {
    path: {
      /** The id of the Meeting request. */
      id: string;
    };
    body?: {
      /** Whether the participants are to be told. */
      notify?: boolean;
    };
    answer: {
      data: MeetingRequest;
    };
  };
  /** Pause an active request. */
  pauseMeetingRequest: {
    path: {
      /** The id of the Meeting request. */
      id: string;
    };
    answer: {
      data: MeetingRequest;
    };
  };
  /** Resume a paused request. */
  resumeMeetingRequest: {
    path: {
      /** The id of the Meeting request. */
      id: string;
    };
    answer: {
      data: MeetingRequest;
    };
  };
  /** Give an active or paused request to another organizer. */
  changeMeetingRequestOrganizer: {
    path: {
      /** The id of the Meeting request. */
      id: string;
    };
    body: {
      /** Another active member. */
      organizer_email: string;
    };
    answer: {
      data: MeetingRequest;
    };
  };
  /** Say that the participants of an active request were asked again. */
  followUpMeetingRequest: {
    path: {
      /** The id of the Meeting request. */
      id: string;
    };
    answer: {
      data: MeetingRequest;
    };
  };
  /** List the active members of the workspace. */
  listWorkspaceMembers: {
    query?: {
      /** How many items a page has. A number out of range is taken as the nearest in range. */
      limit?: number;
      /** The `next_cursor` of the page before; without it, the list's beginning. */
      cursor?: string;
      /** Only the member with this email, whatever its upper and lower case. */
      email?: string;
      /** Only members with this role. */
      role?: 'member' | 'admin';
      /** `true` lists deactivated members too. */
      include_deactivated?: boolean;
    };
    answer: {
      data: WorkspaceMember[];
      meta: PageMeta;
    };
  };
  /** Add a person to the workspace. */
  createWorkspaceMember: {
    body: {
      /** Unique in the workspace, whatever its upper and lower case. */
      email: string;
      name?: string | null;
      role?: 'member' | 'admin';
    };
    answer: {
      data: WorkspaceMember;
    };
  };
  /** Read a member. */
  getWorkspaceMember: {
    path: {
      /** The id of the Workspace member. */
      id: string;
    };
    answer: {
      data: WorkspaceMember;
    };
  };
  /** Bring a deactivated member back. */
  reactivateWorkspaceMember: {
    path: {
      /** The id of the Workspace member. */
      id: string;
    };
    answer: {
      data: WorkspaceMember;
    };
  };
  /** Take a member out of everything. */
  deactivateWorkspaceMember: {
    path: {
      /** The id of the Workspace member. */
      id: string;
    };
    body?: {
      /** The email of another active member, who takes over the active and paused meeting requests. */
      transfer_to?: string | null;
    };
    answer: {
      data: WorkspaceMember;
    };
  };
  /** List active seats, and how many there may be. */
  listSeats: {
    query?: {
      /** How many items a page has. A number out of range is taken as the nearest in range. */
      limit?: number;
      /** The `next_cursor` of the page before; without it, the list's beginning. */
      cursor?: string;
    };
    answer: {
      data: SeatAssignment[];
      meta: {
        limit: number;
        has_more: boolean;
        /** Pass it as `cursor` to get the next page. */
        next_cursor: string | null;
        /** The active ones, the default first, and those that still have seats. */
        entitlements: Entitlement[];
      };
    };
  };
  /** Give a member a seat. */
  assignSeat: {
    path: {
      /** The id of the Workspace member. */
      membership_id: string;
    };
    body?: {
      /** Without it, the active entitlement with the highest priority. */
      entitlement_id?: string | null;
    };
    answer: {
      data: AssignedSeat;
    };
  };
  /** Give many members a seat: those who can have one get one. */
  assignSeats: {
    body: {
      /** Ids of workspace members; who comes first is served first. */
      membership_ids: string[];
      /** Without it, the active entitlement with the highest priority. */
      entitlement_id?: string | null;
    };
    answer: {
      data: {
        assigned: AssignedSeat[];
        skipped: {
          membership_id: string;
          reason: 'already_seated';
          message: string;
        }[];
        rejected: {
          membership_id: string;
          reason: 'no_capacity' | 'inactive' | 'unknown';
          message: string;
        }[];
      };
    };
  };
  /** End a member's seat. */
  removeSeat: {
    path: {
      /** The id of the Workspace member. */
      membership_id: string;
    };
    answer: undefined;
  };
  /** Set how many seats there may be under an entitlement. */
  setSeatCapacity: {
    body: {
      capacity: number;
      /** Without it, the active entitlement with the highest priority. */
      entitlement_id?: string | null;
      /** For the audit log. */
      reason?: string | null;
    };
    answer: {
      data: Entitlement;
    };
  };
  /** List webhook endpoints. */
  listWebhookEndpoints: {
    query?: {
      /** How many items a page has. A number out of range is taken as the nearest in range. */
      limit?: number;
      /** The `next_cursor` of the page before; without it, the list's beginning. */
      cursor?: string;
    };
    answer: {
      data: WebhookEndpoint[];
      meta: PageMeta;
    };
  };
  /** Create a webhook endpoint. */
  createWebhookEndpoint: {
    body: {
      url: string;
      /** What it is told of. */
      events: ('meeting_request.created' | 'meeting_request.booked' | 'meeting_request.cancelled' | 'meeting_request.paused' | 'meeting_request.resumed' | 'meeting_request.organizer_changed' | 'meeting_request.follow_up_sent' | 'member.deactivated' | 'webhook_endpoint.backlog_full' | 'webhook_endpoint.backlog_cleared')[];
      description?: string | null;
      /** Sent with each delivery; never shown again. */
      headers?: {
        key: string;
        value: string;
      }[] | null;
    };
    answer: {
      data: WebhookEndpointWithSecret;
    };
  };
  /** Read a webhook endpoint. */
  getWebhookEndpoint: {
    path: {
      /** The id of the Webhook endpoint. */
      id: string;
    };
    answer: {
      data: WebhookEndpoint;
    };
  };
  /** Change, disable or enable a webhook endpoint. */
  updateWebhookEndpoint: {
    path: {
      /** The id of the Webhook endpoint. */
      id: string;
    };
    body?: {
      url?: string;
      /** What it is told of. */
      events?: ('meeting_request.created' | 'meeting_request.booked' | 'meeting_request.cancelled' | 'meeting_request.paused' | 'meeting_request.resumed' | 'meeting_request.organizer_changed' | 'meeting_request.follow_up_sent' | 'member.deactivated' | 'webhook_endpoint.backlog_full' | 'webhook_endpoint.backlog_cleared')[];
      description?: string | null;
      /** In place of those it had. */
      headers?: {
        key: string;
        value: string;
      }[] | null;
      /** Deliveries wait while it is disabled, and are sent once it is enabled. */
      enabled?: boolean;
    };
    answer: {
      data: WebhookEndpoint;
    };
  };
  /** Delete a webhook endpoint and its deliveries for good. */
  deleteWebhookEndpoint: {
    path: {
      /** The id of the Webhook endpoint. */
      id: string;
    };
    answer: undefined;
  };
  /** Replace the signing secret; the former one signs too for 24 hours. */
  rotateWebhookSecret: {
    path: {
      /** The id of the Webhook endpoint. */
      id: string;
    };
    answer: {
      data: WebhookEndpointWithSecret;
    };
  };
  /** Send a test event to a webhook endpoint. */
  testWebhookEndpoint: {
    path: {
      /** The id of the Webhook endpoint. */
      id: string;
    };
    answer: {
      data: {
        delivery_id: string;
        status: 'queued';
      };
    };
  };
  /** List deliveries to a webhook endpoint. */
  listWebhookDeliveries: {
    path: {
      /** The id of the Webhook endpoint. */
      webhook_endpoint_id: string;
    };
    query?: {
      /** How many items a page has. A number out of range is taken as the nearest in range. */
      limit?: number;
      /** The `next_cursor` of the page before; without it, the list's beginning. */
      cursor?: string;
      /** Only deliveries in this state. */
      status?: 'pending' | 'success' | 'failed';
      /** Only deliveries of this type of event. */
      event_type?: string;
    };
    answer: {
      data: WebhookDelivery[];
      meta: PageMeta;
    };
  };
  /** Read a delivery with the attempts that were made. */
  getWebhookDelivery: {
    path: {
      /** The id of the Webhook endpoint. */
      webhook_endpoint_id: string;
      /** The id of the Webhook delivery. */
      id: string;
    };
    answer: {
      data: WebhookDeliveryWithLog;
    };
  };
  /** Send a failed or successful delivery again. */
  retryWebhookDelivery: {
    path: {
      /** The id of the Webhook endpoint. */
      webhook_endpoint_id: string;
      /** The id of the Webhook delivery. */
      id: string;
    };
    answer: {
      data: WebhookDelivery;
    };
  };
  /** Send everything again that has failed since a time. */
  recoverWebhookDeliveries: {
    path: {
      /** The id of the Webhook endpoint. */
      webhook_endpoint_id: string;
    };
    body: {
      since: string;
    };
    answer: {
      data: {
        /** How many. */
        recovered: number;
      };
    };
  };
  /** List what has happened, or follow it as it happens. */
  listEvents: {
    query?: {
      /** How many items a page has. A number out of range is taken as the nearest in range. */
      limit?: number;
      /** The `next_cursor` of the page before; without it, the list's beginning. */
      cursor?: string;
      /** Only events that follow this one, in the order in which they happened. */
      after?: string;
    };
    answer: {
      data: Event[];
      meta: PageMeta;
    };
  };
  /** Read the key's workspace. */
  getWorkspace: {
    answer: {
      data: Workspace;
    };
  };
  /** Rename the workspace, or set its handle. */
  updateWorkspace: {
    body?: {
      name?: string;
      /** Part of the teams' scheduling addresses; unique on this server. */
      handle?: string | null;
    };
    answer: {
      data: Workspace;
    };
  };
  /** List the keys that are neither revoked nor expired. */
  listApiKeys: {
    query?: {
      /** How many items a page has. A number out of range is taken as the nearest in range. */
      limit?: number;
      /** The `next_cursor` of the page before; without it, the list's beginning. */
      cursor?: string;
    };
    answer: {
      data: ApiKey[];
      meta: PageMeta;
    };
  };
  /** Create a key. */
  createApiKey: {
    body: {
      name: string;
      /** What the key may do; none when left out. Only scopes that the calling key holds. */
      scopes?: ('teams.read' | 'teams.write' | 'api_keys.read' | 'api_keys.write' | 'seats.read' | 'seats.write' | 'webhooks.read' | 'webhooks.write' | 'meeting_requests.read' | 'meeting_requests.write' | 'members.read' | 'members.write' | 'audit_log.read' | 'workspace.read' | 'workspace.write')[] | null;
      /** When the key stops working; never when left out. */
      expires_at?: string | null;
    };
    answer: {
      data: NewApiKey;
    };
  };
  /** Revoke a key for good. */
  revokeApiKey: {
    path: {
      /** The id of the API key. */
      id: string;
    };
    answer: undefined;
  };
  /** List what was changed, when and by whom. */
  listAuditEntries: {
    query?: {
      /** How many items a page has. A number out of range is taken as the nearest in range. */
      limit?: number;
      /** The `next_cursor` of the page before; without it, the list's beginning. */
      cursor?: string;
      /** Only entries with this action, such as `api_key.created`. */
      action?: string;
      /** Only entries about the thing with this id. */
      target_id?: string;
    };
    answer: {
      data: AuditEntry[];
      meta: PageMeta;
    };
  };
  /** Does the process live? */
  getHealth: {
    answer: {
      status: 'ok';
    };
  };
  /** Can it serve: can the database be written, and is it not about to stop? */
  getReadiness: {
    answer: {
      status: 'ok';
    };
  };
  /** Figures for Prometheus. */
  getMetrics: {
    answer: string;
  };
  /** This description of the API, as OpenAPI 3.1. */
  getApiDescription: {
    answer: Record<string, unknown>;
  };
  /** This description of the API, as a page to read. */
  getReference: {
    answer: string;
  };
}

/** The method and the path of each. */
export const routes = {
  listTeams: ['GET', '/api/v1/teams'],
  createTeam: ['POST', '/api/v1/teams'],
  getTeam: ['GET', '/api/v1/teams/{id}'],
  updateTeam: ['PATCH', '/api/v1/teams/{id}'],
  deactivateTeam: ['POST', '/api/v1/teams/{id}/deactivate'],
  addTeamMember: ['POST', '/api/v1/teams/{team_id}/members'],
  updateTeamMember: ['PATCH', '/api/v1/teams/{team_id}/members/{id}'],
  removeTeamMember: ['DELETE', '/api/v1/teams/{team_id}/members/{id}'],
  pauseTeamMember: ['POST', '/api/v1/teams/{team_id}/members/{id}/pause'],
  unpauseTeamMember: ['POST', '/api/v1/teams/{team_id}/members/{id}/unpause'],
  getRotation: ['GET', '/api/v1/teams/{id}/rotation'],
  listAssignments: ['GET', '/api/v1/teams/{id}/assignments'],
  createAssignment: ['POST', '/api/v1/teams/{id}/assignments'],
  getAssignment: ['GET', '/api/v1/teams/{id}/assignments/{turn_id}'],
  listMeetingRequests: ['GET', '/api/v1/meeting_requests'],
  createMeetingRequest: ['POST', '/api/v1/meeting_requests'],
  getMeetingRequest: ['GET', '/api/v1/meeting_requests/{id}'],
  bookMeetingRequest: ['POST', '/api/v1/meeting_requests/{id}/book'],
  cancelMeetingRequest: ['POST', '/api/v1/meeting_requests/{id}/cancel'],
  pauseMeetingRequest: ['POST', '/api/v1/meeting_requests/{id}/pause'],
  resumeMeetingRequest: ['POST', '/api/v1/meeting_requests/{id}/resume'],
  changeMeetingRequestOrganizer: ['POST', '/api/v1/meeting_requests/{id}/change_organizer'],
  followUpMeetingRequest: ['POST', '/api/v1/meeting_requests/{id}/follow_up'],
  listWorkspaceMembers: ['GET', '/api/v1/workspace_members'],
  createWorkspaceMember: ['POST', '/api/v1/workspace_members'],
  getWorkspaceMember: ['GET', '/api/v1/workspace_members/{id}'],
  reactivateWorkspaceMember: ['POST', '/api/v1/workspace_members/{id}/reactivate'],
  deactivateWorkspaceMember: ['POST', '/api/v1/workspace_members/{id}/deactivate'],
  listSeats: ['GET', '/api/v1/seats'],
  assignSeat: ['POST', '/api/v1/seats/{membership_id}/assign'],
  assignSeats: ['POST', '/api/v1/seats/assign_bulk'],
  removeSeat: ['DELETE', '/api/v1/seats/{membership_id}'],
  setSeatCapacity: ['POST', '/api/v1/seats/capacity'],
  listWebhookEndpoints: ['GET', '/api/v1/webhook_endpoints'],
  createWebhookEndpoint: ['POST', '/api/v1/webhook_endpoints'],
  getWebhookEndpoint: ['GET', '/api/v1/webhook_endpoints/{id}'],
  updateWebhookEndpoint: ['PATCH', '/api/v1/webhook_endpoints/{id}'],
  deleteWebhookEndpoint: ['DELETE', '/api/v1/webhook_endpoints/{id}'],
  rotateWebhookSecret: ['POST', '/api/v1/webhook_endpoints/{id}/rotate_secret'],
  testWebhookEndpoint: ['POST', '/api/v1/webhook_endpoints/{id}/test'],
  listWebhookDeliveries: ['GET', '/api/v1/webhook_endpoints/{webhook_endpoint_id}/deliveries'],
  getWebhookDelivery: ['GET', '/api/v1/webhook_endpoints/{webhook_endpoint_id}/deliveries/{id}'],
  retryWebhookDelivery: ['POST', '/api/v1/webhook_endpoints/{webhook_endpoint_id}/deliveries/{id}/retry'],
  recoverWebhookDeliveries: ['POST', '/api/v1/webhook_endpoints/{webhook_endpoint_id}/recover'],
  listEvents: ['GET', '/api/v1/events'],
  getWorkspace: ['GET', '/api/v1/workspace'],
  updateWorkspace: ['PATCH', '/api/v1/workspace'],
  listApiKeys: ['GET', '/api/v1/api_keys'],
  createApiKey: ['POST', '/api/v1/api_keys'],
  revokeApiKey: ['DELETE', '/api/v1/api_keys/{id}'],
  listAuditEntries: ['GET', '/api/v1/audit_log'],
  getHealth: ['GET', '/healthz'],
  getReadiness: ['GET', '/readyz'],
  getMetrics: ['GET', '/metrics'],
  getApiDescription: ['GET', '/openapi.json'],
  getReference: ['GET', '/docs'],
} as const satisfies Record<keyof Operations, readonly [method: string, path: string]>;
