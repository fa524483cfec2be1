// Made by `npm run generate` from /openapi.json: change the routes in src/features/ instead.

/** A team as lists have it, without its members. */
export interface ListedTeam {
  /** Names the team. */
  id: string;
  /** What people call the team. */
  name: string;
  /** Made from the name; unique in the workspace. */
  slug: string;
  /** Free text; null when there is none. */
  description: string | null;
  /** `pool`: each request goes to the next in turn. `stack`: everybody takes part. `manual`: nobody is assigned. */
  mode: 'pool' | 'stack' | 'manual';
  /** The address of the team, which `GET /api/v1/teams?email_address=` finds it by; null in manual mode and while the workspace has no handle. */
  email_address: string | null;
  /** How many active members are in the team. */
  member_count: number;
  /** Stack mode only: the team joins the hosts of every request. False in other modes. */
  stack_always_apply: boolean;
  /** Stack mode only: every active workspace member takes part. False in other modes. */
  include_all_members: boolean;
  /** Pool mode only: whether the first message to the participants introduces the assigned member. False in other modes. */
  introduce_member: boolean;
  /** Pool mode only: what to say in the introduction. Null when there is nothing, and in other modes. */
  introduction_guidance: string | null;
  /** Pool mode only: whether a guest's no-show gives the turn back to the member who took it. True in other modes. */
  no_show_returns_turn: boolean;
  /** Where its meetings take place, unless their type, their link or the request says otherwise; null for where those of the workspace do. */
  location: {
    /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
    kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
    /** `link` only: an https address. */
    url?: string;
    /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
    template?: string;
    /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
    caller?: 'host' | 'guest';
    /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
    number?: string | null;
    /** `in_person` only: where to go. */
    address?: string;
    /** `custom` only: where or how. */
    text?: string;
  } | null;
  /** False once the team is deactivated: nothing new is routed to it. */
  active: boolean;
  /** When the team was deactivated; null for an active one. */
  deactivated_at: string | null;
  /** When the team was created. */
  created_at: string;
  /** When its settings last changed; its members do not count. */
  updated_at: string;
}

/** Where the page stands in its list. */
export interface PageMeta {
  /** The maximum number of items on a page: the `limit` in the request, or the nearest one allowed. */
  limit: number;
  /** Whether there is another page after this one. */
  has_more: boolean;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
}

/** A member's place in a team. */
export interface TeamMembership {
  /** Names the membership: this member in this team. */
  id: string;
  /** The team. */
  team_id: string;
  /** A `manager` edits the team and its members in the console. What a key may change is up to its scopes. */
  role: 'member' | 'manager';
  /** The workspace member. */
  workspace_membership_id: string;
  /** The email of the workspace member. */
  email: string;
  /** The name of the workspace member; null when it is not known. */
  name: string | null;
  /** Since when the member is kept out of the rotation; null while not paused. */
  paused_at: string | null;
  /** When the rotation last chose the member; null before that and after a pause. */
  last_assigned_at: string | null;
  /** When the member was added to the team. */
  created_at: string;
}

/** Members who share the work of meeting requests. */
export interface Team {
  /** Names the team. */
  id: string;
  /** What people call the team. */
  name: string;
  /** Made from the name; unique in the workspace. */
  slug: string;
  /** Free text; null when there is none. */
  description: string | null;
  /** `pool`: each request goes to the next in turn. `stack`: everybody takes part. `manual`: nobody is assigned. */
  mode: 'pool' | 'stack' | 'manual';
  /** The address of the team, which `GET /api/v1/teams?email_address=` finds it by; null in manual mode and while the workspace has no handle. */
  email_address: string | null;
  /** How many active members are in the team. */
  member_count: number;
  /** Stack mode only: the team joins the hosts of every request. False in other modes. */
  stack_always_apply: boolean;
  /** Stack mode only: every active workspace member takes part. False in other modes. */
  include_all_members: boolean;
  /** Pool mode only: whether the first message to the participants introduces the assigned member. False in other modes. */
  introduce_member: boolean;
  /** Pool mode only: what to say in the introduction. Null when there is nothing, and in other modes. */
  introduction_guidance: string | null;
  /** Pool mode only: whether a guest's no-show gives the turn back to the member who took it. True in other modes. */
  no_show_returns_turn: boolean;
  /** Where its meetings take place, unless their type, their link or the request says otherwise; null for where those of the workspace do. */
  location: {
    /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
    kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
    /** `link` only: an https address. */
    url?: string;
    /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
    template?: string;
    /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
    caller?: 'host' | 'guest';
    /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
    number?: string | null;
    /** `in_person` only: where to go. */
    address?: string;
    /** `custom` only: where or how. */
    text?: string;
  } | null;
  /** False once the team is deactivated: nothing new is routed to it. */
  active: boolean;
  /** When the team was deactivated; null for an active one. */
  deactivated_at: string | null;
  /** When the team was created. */
  created_at: string;
  /** When its settings last changed; its members do not count. */
  updated_at: string;
  /** Who is in the team, oldest membership first; without deactivated members. */
  members: TeamMembership[];
  /** Pool mode only: who gets the next turn; null when nobody can. */
  next_assignee: TeamMembership | null;
}

/** A team that was just created, with its members. */
export interface NewTeam {
  /** Names the team. */
  id: string;
  /** What people call the team. */
  name: string;
  /** Made from the name; unique in the workspace. */
  slug: string;
  /** Free text; null when there is none. */
  description: string | null;
  /** `pool`: each request goes to the next in turn. `stack`: everybody takes part. `manual`: nobody is assigned. */
  mode: 'pool' | 'stack' | 'manual';
  /** The address of the team, which `GET /api/v1/teams?email_address=` finds it by; null in manual mode and while the workspace has no handle. */
  email_address: string | null;
  /** How many active members are in the team. */
  member_count: number;
  /** Stack mode only: the team joins the hosts of every request. False in other modes. */
  stack_always_apply: boolean;
  /** Stack mode only: every active workspace member takes part. False in other modes. */
  include_all_members: boolean;
  /** Pool mode only: whether the first message to the participants introduces the assigned member. False in other modes. */
  introduce_member: boolean;
  /** Pool mode only: what to say in the introduction. Null when there is nothing, and in other modes. */
  introduction_guidance: string | null;
  /** Pool mode only: whether a guest's no-show gives the turn back to the member who took it. True in other modes. */
  no_show_returns_turn: boolean;
  /** Where its meetings take place, unless their type, their link or the request says otherwise; null for where those of the workspace do. */
  location: {
    /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
    kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
    /** `link` only: an https address. */
    url?: string;
    /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
    template?: string;
    /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
    caller?: 'host' | 'guest';
    /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
    number?: string | null;
    /** `in_person` only: where to go. */
    address?: string;
    /** `custom` only: where or how. */
    text?: string;
  } | null;
  /** False once the team is deactivated: nothing new is routed to it. */
  active: boolean;
  /** When the team was deactivated; null for an active one. */
  deactivated_at: string | null;
  /** When the team was created. */
  created_at: string;
  /** When its settings last changed; its members do not count. */
  updated_at: string;
  /** Who is in the team, oldest membership first; without deactivated members. */
  members: TeamMembership[];
}

/** The order in which members of a team take turns, and how many each had. */
export interface Rotation {
  /** The team. */
  team_id: string;
  /** How the team decides who takes a request: members in turn, everybody together, or nobody automatically. */
  mode: 'pool' | 'stack' | 'manual';
  /** False for a deactivated team, which assigns nobody. */
  active: boolean;
  /** First those who can take a turn, in their order, then the others; the first 500 of them. Empty in manual mode. */
  queue: {
    /** 1 takes the next turn; null for somebody who is not in the queue. */
    place: number | null;
    /** Whether they can take a turn: the same as status `available`. */
    eligible: boolean;
    /** Null for a host who is not in the team: a stack team may include every member. */
    team_membership_id: string | null;
    /** The workspace member. */
    workspace_membership_id: string;
    /** The email of the workspace member. */
    email: string;
    /** The name of the workspace member; null when it is not known. */
    name: string | null;
    /** Only `available` members can take a turn. Where the workspace requires seats, `no_seat` members get no meetings. */
    status: 'available' | 'paused' | 'no_seat' | 'deactivated';
    /** Why they have this place; null for somebody who is not in the queue. */
    reason: 'turn_returned' | 'unpaused' | 'never_assigned' | 'least_recently_assigned' | null;
    /** When the pause ends; null without a pause, and for one that somebody has to end. */
    paused_until: string | null;
    /** When a turn was given back that no turn since has made up for; null when none is owed. */
    owed_since: string | null;
    /** The turn taken last in this team; null before the first. */
    last_turn: {
      /** Counts the team's turns from 1. */
      number: number;
      /** When it was taken. */
      assigned_at: string;
    } | null;
    /** How many turns of this team they took in the last 30 days, without those that were given back. */
    turns_last_30_days: number;
  }[];
  /** How many there are, whether `queue` has all of them or not. */
  queue_total: number;
}

/** One decision of a team's rotation, as lists have it. */
export interface ListedTurn {
  /** Names the turn. */
  id: string;
  /** The team whose turn it was. */
  team_id: string;
  /** Counts the team's turns from 1. */
  number: number;
  /** Null for a host who is not in the team: a stack team may include every member. */
  team_membership_id: string | null;
  /** The workspace member. */
  workspace_membership_id: string;
  /** The email of the workspace member. */
  email: string;
  /** The name of the workspace member; null when it is not known. */
  name: string | null;
  /** The request that the turn was for; null for something outside Rota. */
  meeting_request_id: string | null;
  /** Why this member got the turn. */
  reason: 'named' | 'turn_returned' | 'unpaused' | 'never_assigned' | 'least_recently_assigned';
  /** When the turn was taken. */
  created_at: string;
  /** When its request was cancelled and the turn given back; null when it was not. */
  returned_at: string | null;
}

/** One decision of a team's rotation. */
export interface Turn {
  /** Names the turn. */
  id: string;
  /** The team whose turn it was. */
  team_id: string;
  /** Counts the team's turns from 1. */
  number: number;
  /** Null for a host who is not in the team: a stack team may include every member. */
  team_membership_id: string | null;
  /** The workspace member. */
  workspace_membership_id: string;
  /** The email of the workspace member. */
  email: string;
  /** The name of the workspace member; null when it is not known. */
  name: string | null;
  /** The request that the turn was for; null for something outside Rota. */
  meeting_request_id: string | null;
  /** Why this member got the turn. */
  reason: 'named' | 'turn_returned' | 'unpaused' | 'never_assigned' | 'least_recently_assigned';
  /** When the turn was taken. */
  created_at: string;
  /** When its request was cancelled and the turn given back; null when it was not. */
  returned_at: string | null;
  /** Who was considered, as they stood at that moment. Of more than 100, so many: some who could not take it, and those around the chosen one in the queue. */
  candidates: {
    /** Null for a host who is not in the team: a stack team may include every member. */
    team_membership_id: string | null;
    /** The workspace member. */
    workspace_membership_id: string;
    /** Only `available` members could take the turn. `no_seat`: got no meetings, because the workspace requires seats. `unavailable`: had no slot for the meeting, and kept their place in the queue. */
    status: 'available' | 'paused' | 'no_seat' | 'deactivated' | 'unavailable' | 'no_location';
    /** The number of the turn taken last. Null comes before all numbers: never assigned, just unpaused, or a turn was given back. */
    last_turn: number | null;
  }[];
  /** How many were considered. */
  candidates_total: number;
  /** How many of them could have taken the turn. Those who stood behind the chosen one were not asked for a slot. */
  candidates_eligible: number;
}

/** Something that guests are asked when they book. */
export interface Question {
  /** Names the answer. Lower-case letters, digits and underscores, beginning with a letter; unique in the type. */
  key: string;
  /** What is asked. */
  label: string;
  /** `text` up to 500 characters, `long_text` up to 5,000; `choice`: one of `choices`, `choices`: several; `phone`: a phone number; `number`; `checkbox`: a box to tick. */
  kind: 'text' | 'long_text' | 'choice' | 'choices' | 'phone' | 'number' | 'checkbox';
  /** Whether guests have to answer on a page. A required checkbox has to be ticked. */
  required: boolean;
  /** What there is to choose from, for the kinds `choice` and `choices`; null for others. */
  choices: string[] | null;
}

/** A kind of meeting that a team or a member offers, with what is asked, and its limits. */
export interface MeetingType {
  /** Names the meeting type. */
  id: string;
  /** What guests and members call this kind of meeting. It is the title of requests that have none. */
  name: string;
  /** The last part of its address: lower-case letters, digits and hyphens; unique in the workspace. */
  slug: string;
  /** What guests read about it; null for nothing. */
  description: string | null;
  /** The team that takes the meetings; null for a type of a member. */
  team_id: string | null;
  /** The member who takes the meetings; null for a type of a team. */
  workspace_membership_id: string | null;
  /** How long a meeting takes; null for the workspace's usual duration. */
  duration_minutes: number | null;
  /** Where the meetings are; null for what the team or the workspace says. */
  location: {
    /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
    kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
    /** `link` only: an https address. */
    url?: string;
    /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
    template?: string;
    /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
    caller?: 'host' | 'guest';
    /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
    number?: string | null;
    /** `in_person` only: where to go. */
    address?: string;
    /** `custom` only: where or how. */
    text?: string;
  } | null;
  /** The notice period; the longer one of this and the host's counts. Null for the host's alone. */
  minimum_notice_minutes: number | null;
  /** How long the host has to be free before a meeting; the longer one of this and the host's counts. Null for the host's alone. */
  buffer_before_minutes: number | null;
  /** How long the host has to be free after a meeting; the longer one of this and the host's counts. Null for the host's alone. */
  buffer_after_minutes: number | null;
  /** Slots begin at multiples of this, counted from midnight on the first host's clock; null for the workspace's. */
  slot_interval_minutes: number | null;
  /** How many days ahead a meeting can be booked; null for no such limit: times are then looked for in the workspace's `timeframe_days`. */
  booking_window_days: number | null;
  /** How many meetings of this type a host may have on a day. The host's own maximum counts all meetings. Null for the host's alone. */
  maximum_per_day: number | null;
  /** What guests are asked when they book, in this order. */
  questions: Question[];
  /** When guests are reminded of a meeting; null for the reminders of the workspace. In minutes before it, each once, up to five of them; empty for none. */
  reminders: number[] | null;
  /** Whether guests who book on its page have to confirm their address by mail before anything is booked. */
  confirm_email: boolean;
  /** Whether guests may choose who they meet: `optional` lets them choose a member of the pool team, or anyone. `off` for types of other teams and of members. */
  choose_host: 'off' | 'optional';
  /** Whether the workspace's public page lists it. Its own page works either way. */
  is_public: boolean;
  /** Whether it can be booked and requested. */
  active: boolean;
  /** The address of its page; null while the workspace has no handle. */
  url: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A page where anybody can book a time with a team. */
export interface BookingLink {
  /** Names the link. */
  id: string;
  /** The team whose free times the page shows. */
  team_id: string;
  /** The meeting type that is booked with it, one of the team. Its name, duration, location, questions and limits count where the link says nothing else. Null for none. */
  meeting_type_id: string | null;
  /** The title of the meetings; if null, the name of the meeting type, and without one the page shows the name of the team. */
  title: string | null;
  /** How long a meeting takes, in minutes; null for as long as the meeting type says, else the workspace's usual duration. */
  duration_minutes: number | null;
  /** When it expires; null for never. */
  expires_at: string | null;
  /** How many meetings can be booked with it; null for no limit. */
  max_uses: number | null;
  /** How many meetings were booked with it. */
  uses: number;
  /** Whether people have to confirm their address by mail before anything is booked. Until they do, the time is not held. */
  verify_email: boolean;
  /** Where the meetings booked with it take place, unless the request says otherwise; null for where those of the meeting type or the team do. */
  location: {
    /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
    kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
    /** `link` only: an https address. */
    url?: string;
    /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
    template?: string;
    /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
    caller?: 'host' | 'guest';
    /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
    number?: string | null;
    /** `in_person` only: where to go. */
    address?: string;
    /** `custom` only: where or how. */
    text?: string;
  } | null;
  /** The URL of the page. Anybody who has it can book. */
  url: string;
  /** When the link was created. */
  created_at: string;
}

/** A meeting to arrange between participants and the members of the workspace. */
export interface MeetingRequest {
  /** Names the request. */
  id: string;
  /** The member responsible for the request. */
  organizer_email: string;
  /** Whom to meet: people outside the workspace, each once. */
  participant_emails: string[];
  /** `active` until a time is found, then `booked`; `cancelled` is final. */
  status: 'active' | 'booked' | 'cancelled' | 'paused';
  /** What the meeting is called; null when nothing was said. */
  title: string | null;
  /** What it is for; null when nothing was said. */
  purpose: string | null;
  /** More about it, for everybody in the meeting: it is in the invitation. What somebody outside wrote is for the hosts alone. Null when nothing was said. */
  description: string | null;
  /** Whether the first message to the participants introduces the organizer. */
  include_introduction: boolean;
  /** How long the meeting takes, in minutes; null when nothing was said. */
  duration_minutes: number | null;
  /** When people are reminded of the meeting once it is booked; null for those of its meeting type or of the workspace. In minutes before it, each once, up to five of them; empty for none. */
  reminders: number[] | null;
  /** When the meeting should be; null when nothing was said. */
  timeframe: {
    /** Not before this time. */
    start: string;
    /** Not after this time; later than `start`. */
    end: string;
  } | null;
  /** The team that it was routed through; null for one without a team. */
  team_id: string | null;
  /** Its meeting type, even if that was deleted since; null for one without a type. */
  meeting_type_id: string | null;
  /** All hosts, on the workspace's side of the meeting: the organizer, then stack teams. */
  host_emails: string[];
  /** Where the meeting should be, if the request itself says so; null for what its meeting type, its team or the workspace says. */
  location: {
    /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
    kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
    /** `link` only: an https address. */
    url?: string;
    /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
    template?: string;
    /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
    caller?: 'host' | 'guest';
    /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
    number?: string | null;
    /** `in_person` only: where to go. */
    address?: string;
    /** `custom` only: where or how. */
    text?: string;
  } | null;
  /** Where the meeting is; null before it is booked, and without a location. */
  place: {
    /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
    kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
    /** The place in words: an address, a link, whom to call; null while there is none. */
    text: string | null;
    /** Where to join by video; null otherwise. */
    join_url: string | null;
    /** The number to call, as E.164: of the company, or of the first guest, who is called; null otherwise. */
    phone_number: string | null;
    /** `pending` while another service makes it, `failed` if there is none: the request needs attention then, and the meeting stands. */
    status: 'ready' | 'pending' | 'failed';
  } | null;
  /** The id of the meeting in a calendar, given or generated when it was booked; null before. */
  calendar_event_id: string | null;
  /** When the meeting begins; null before it is booked. It stays, and stays taken, while another time is being looked for. */
  starts_at: string | null;
  /** When the meeting ends; null before it is booked. */
  ends_at: string | null;
  /** Why the request needs attention; null if it does not. Cleared by the next thing that a person does about it. */
  attention: {
    /** Why Rota cannot carry on alone. */
    reason: 'no_times' | 'no_seat' | 'no_answer' | 'no_common_time' | 'unclear_reply' | 'bounced' | 'declined' | 'counter_proposal' | 'opted_out' | 'place_failed' | 'moved_in_calendar' | 'deleted_in_calendar';
    /** Since when. */
    since: string;
  } | null;
  /** Who didn't come to the meeting; null if nobody said that anybody was missing. Cleared when the meeting moves to a time to come. */
  no_show: {
    /** Who didn't come: `guest` or `host`. */
    by: 'guest' | 'host';
    /** The participants who didn't come; none if it was a host. */
    participant_emails: string[];
    /** When it was marked. */
    at: string;
  } | null;
  /** When the request was created. */
  created_at: string;
  /** When anything about it last changed. */
  updated_at: string;
  /** When it was booked; null before. It stays when a booked request is cancelled. */
  booked_at: string | null;
  /** When it was cancelled; null otherwise. */
  cancelled_at: string | null;
  /** Since when it is paused; null otherwise. It stays when a paused request is cancelled. */
  paused_at: string | null;
}

/** Somebody whom the request is for, with their answer to the offered times. */
export interface Participant {
  /** Where messages to them go. */
  email: string;
  /** Null when it is not known. */
  name: string | null;
  /** Null when it is not known. */
  timezone: string | null;
  /** The language that they are written to in, as they chose it or as it was given; null for that of the workspace. */
  locale: string | null;
  /** Where a host calls them, as E.164; null when it is not known. */
  phone_number: string | null;
  /** To what is offered: `none` so far, `chosen` with at least one option that works, `declined` when none does. */
  response: 'none' | 'chosen' | 'declined';
  /** When they answered; null before. */
  responded_at: string | null;
  /** What they wrote with their last answer, even if other times were offered since; null for nothing. */
  comment: string | null;
  /** When they would like to meet, on their own clock, according to their last answer; null for no wishes. Dates and hours are included if they gave any. */
  wishes: {
    /** The days that would suit; none for any. */
    days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
    /** The parts of the day that would suit; none for any. */
    parts_of_day: ('morning' | 'afternoon' | 'evening')[];
    /** The first day that would suit. */
    earliest_date?: string;
    /** The last day that would suit. */
    latest_date?: string;
    /** Not to begin before this, on any day. */
    earliest_time?: string;
    /** Not to end after this, on any day. */
    latest_time?: string;
    /** Days that do not suit. */
    except_dates?: string[];
  } | null;
  /** What they answered to the questions of the meeting type, by key; empty for nothing. */
  answers: Record<string, unknown>;
  /** What their calendar replied to the invite. `accepted` from the start for those who chose the time themselves. */
  attendance: 'none' | 'accepted' | 'declined' | 'tentative';
  /** Whether they asked the workspace not to write to them any more. Invites and changes of a booked meeting are sent all the same. */
  opted_out: boolean;
  /** Their own page of the request. Anybody with the link can answer for them, so it is null for keys without the scope `meeting_requests.write`. */
  booking_url: string | null;
}

/** Somebody who was suggested, but not asked yet. */
export interface SuggestedParticipant {
  /** Their address. */
  email: string;
  /** Null when it is not known. */
  name: string | null;
}

/** What became of the event of a meeting in the calendar of a host. */
export interface CalendarChange {
  /** The host whose calendar it is. */
  host_email: string;
  /** Whether the event was moved in the calendar, or deleted. */
  change: 'moved' | 'deleted';
  /** When it begins there now; null if it was deleted. */
  starts_at: string | null;
  /** When it ends there now; null if it was deleted. */
  ends_at: string | null;
}

/** A time that was offered to the participants. */
export interface Option {
  /** Names the option. */
  id: string;
  /** When the meeting would begin. */
  starts_at: string;
  /** When it would end. */
  ends_at: string;
  /** In which round it was offered: 1 is the first. */
  round: number;
  /** `offered` can be chosen; `withdrawn` not any more; `chosen` is the time of the meeting. */
  status: 'offered' | 'withdrawn' | 'chosen';
  /** The addresses of the participants it works for. */
  accepted_by: string[];
}

/** A meeting request with what was offered for it and answered. */
export interface ShownMeetingRequest {
  /** Names the request. */
  id: string;
  /** The member responsible for the request. */
  organizer_email: string;
  /** Whom to meet: people outside the workspace, each once. */
  participant_emails: string[];
  /** `active` until a time is found, then `booked`; `cancelled` is final. */
  status: 'active' | 'booked' | 'cancelled' | 'paused';
  /** What the meeting is called; null when nothing was said. */
  title: string | null;
  /** What it is for; null when nothing was said. */
  purpose: string | null;
  /** More about it, for everybody in the meeting: it is in the invitation. What somebody outside wrote is for the hosts alone. Null when nothing was said. */
  description: string | null;
  /** Whether the first message to the participants introduces the organizer. */
  include_introduction: boolean;
  /** How long the meeting takes, in minutes; null when nothing was said. */
  duration_minutes: number | null;
  /** When people are reminded of the meeting once it is booked; null for those of its meeting type or of the workspace. In minutes before it, each once, up to five of them; empty for none. */
  reminders: number[] | null;
  /** When the meeting should be; null when nothing was said. */
  timeframe: {
    /** Not before this time. */
    start: string;
    /** Not after this time; later than `start`. */
    end: string;
  } | null;
  /** The team that it was routed through; null for one without a team. */
  team_id: string | null;
  /** Its meeting type, even if that was deleted since; null for one without a type. */
  meeting_type_id: string | null;
  /** All hosts, on the workspace's side of the meeting: the organizer, then stack teams. */
  host_emails: string[];
  /** Where the meeting should be, if the request itself says so; null for what its meeting type, its team or the workspace says. */
  location: {
    /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
    kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
    /** `link` only: an https address. */
    url?: string;
    /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
    template?: string;
    /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
    caller?: 'host' | 'guest';
    /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
    number?: string | null;
    /** `in_person` only: where to go. */
    address?: string;
    /** `custom` only: where or how. */
    text?: string;
  } | null;
  /** Where the meeting is; null before it is booked, and without a location. */
  place: {
    /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
    kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
    /** The place in words: an address, a link, whom to call; null while there is none. */
    text: string | null;
    /** Where to join by video; null otherwise. */
    join_url: string | null;
    /** The number to call, as E.164: of the company, or of the first guest, who is called; null otherwise. */
    phone_number: string | null;
    /** `pending` while another service makes it, `failed` if there is none: the request needs attention then, and the meeting stands. */
    status: 'ready' | 'pending' | 'failed';
  } | null;
  /** The id of the meeting in a calendar, given or generated when it was booked; null before. */
  calendar_event_id: string | null;
  /** When the meeting begins; null before it is booked. It stays, and stays taken, while another time is being looked for. */
  starts_at: string | null;
  /** When the meeting ends; null before it is booked. */
  ends_at: string | null;
  /** Why the request needs attention; null if it does not. Cleared by the next thing that a person does about it. */
  attention: {
    /** Why Rota cannot carry on alone. */
    reason: 'no_times' | 'no_seat' | 'no_answer' | 'no_common_time' | 'unclear_reply' | 'bounced' | 'declined' | 'counter_proposal' | 'opted_out' | 'place_failed' | 'moved_in_calendar' | 'deleted_in_calendar';
    /** Since when. */
    since: string;
  } | null;
  /** Who didn't come to the meeting; null if nobody said that anybody was missing. Cleared when the meeting moves to a time to come. */
  no_show: {
    /** Who didn't come: `guest` or `host`. */
    by: 'guest' | 'host';
    /** The participants who didn't come; none if it was a host. */
    participant_emails: string[];
    /** When it was marked. */
    at: string;
  } | null;
  /** When the request was created. */
  created_at: string;
  /** When anything about it last changed. */
  updated_at: string;
  /** When it was booked; null before. It stays when a booked request is cancelled. */
  booked_at: string | null;
  /** When it was cancelled; null otherwise. */
  cancelled_at: string | null;
  /** Since when it is paused; null otherwise. It stays when a paused request is cancelled. */
  paused_at: string | null;
  /** The participants, in the order given. */
  participants: Participant[];
  /** Other people named in the mail that asked for the meeting. They were sent nothing; they can be added as participants. */
  suggested_participants: SuggestedParticipant[];
  /** What hosts did to the event of an upcoming meeting in a connected Google or Microsoft calendar, until somebody decides what to do. The meeting is still booked as it was. */
  calendar_changes: CalendarChange[];
  /** The times that were offered, in order of round and time. Of more than 200, the oldest that were withdrawn are left out. */
  options: Option[];
}

/** A time at which everybody who is needed is free. */
export interface Slot {
  /** When the meeting would begin. */
  starts_at: string;
  /** When it would end. */
  ends_at: string;
  /** Who would take part on the side of the workspace. */
  host_emails: string[];
}

/** A time that is no slot, and why. */
export interface RefusedStart {
  /** When a meeting can't begin. */
  starts_at: string;
  /** Each reason of each host who is in the way. */
  reasons: {
    /** A host. */
    email: string;
    /** Why this host can't be booked then. */
    reason: 'no_seat' | 'paused' | 'holiday' | 'not_that_day' | 'outside_hours' | 'notice' | 'booking_window' | 'busy' | 'buffer' | 'daily_maximum';
    /** Whose limit it is, the stricter of two: that of the `meeting_type`, or the `member`’s own. Only in a search for a meeting type, and for limits: `notice`, `booking_window`, `buffer`, `daily_maximum`. */
    limit_of?: 'meeting_type' | 'member';
  }[];
}

/** What was searched for. */
export interface SlotMeta {
  /** The maximum number of slots: the `limit` that was asked for, or the nearest allowed. */
  limit: number;
  /** Whether there are slots after these. */
  has_more: boolean;
  /** Where the search began. */
  from: string;
  /** Where it ended. */
  to: string;
  /** How long the meeting takes. */
  duration_minutes: number;
  /** Slots begin at multiples of this, counted from midnight on the first host's clock. */
  slot_interval_minutes: number;
  /** With `explain=true`: the other times at which a meeting could begin, and why each is refused, until `limit` slots are found or `to` is reached. */
  refused?: RefusedStart[];
  /** With `explain=true`: whether some times were left out. There are at most 5,000 reasons, and fewer for hundreds of hosts. */
  refused_has_more?: boolean;
}

/** One mail, and what became of it. */
export interface Message {
  /** Names the message. If Rota wrote it, it is also the first part of its `Message-ID`, the same on every attempt. */
  id: string;
  /** The request that it is about; null for one about something else. */
  meeting_request_id: string | null;
  /** `out`: written by Rota. `in`: it came in. */
  direction: 'in' | 'out';
  /** What it is for. To participants: `options` asks them to pick a time, `follow_up` asks again. To everybody who takes part: `booked`, `rescheduled`, `cancelled`. To the organizer: `assigned`, `attention`. To a member: `calendar_failing`, `calendar_disconnected`. To admins: `endpoint_disabled`, `keys_expiring`, `seats_nearly_full`, `outsiders_limited`. To whoever asked for a time with a booking link: `confirmation`. To a member who wants to sign in to the console: `sign_in`. To somebody who was added to the workspace: `invitation`. To an admin who tries whether mail goes out: `test`. What comes in: `request` asks for a meeting, `reply` answers a message, `calendar_reply` is what a calendar answers to an invite, `bounce` reports that a message was not delivered. */
  kind: 'options' | 'follow_up' | 'assigned' | 'booked' | 'rescheduled' | 'place_changed' | 'cancelled' | 'reminder' | 'attention' | 'calendar_failing' | 'calendar_disconnected' | 'endpoint_disabled' | 'keys_expiring' | 'seats_nearly_full' | 'outsiders_limited' | 'confirmation' | 'request' | 'reply' | 'calendar_reply' | 'bounce' | 'sign_in' | 'invitation' | 'test';
  /** The sender: name and address. For an incoming message, as it claims; what Rota does with it depends on whether that is proven. */
  from: string;
  /** The recipient's address. For an incoming message, one of ours. */
  to: string;
  /** Its subject line. */
  subject: string;
  /** What it says, as plain text, with its links. Whoever has a link can answer for the participant: for keys without the scope `meeting_requests.write`, `[link]` stands in its place. The link of a `sign_in` or an `invitation` is in the mail alone. Of one that came in, empty until it is read, and of one that was ignored, the first 5,000 characters. */
  text: string;
  /** `queued` until it is sent, also between two attempts. `sent`: the mail server has taken it. `kept`: no mail server is set, nothing has left. `failed`: refused for good, or the attempts are used up. `received`: it came in. `ignored`: it came in, and nothing was done about it. */
  status: 'queued' | 'sent' | 'kept' | 'failed' | 'received' | 'ignored';
  /** What an incoming message was understood as: `new_request`, `chose_options`, `none_work`, `courtesy`, `unclear`, `added_participants`, `attendance_accepted`, `attendance_declined`, `attendance_tentative`, `counter_proposal`, `bounced`, `delayed`, `delivered`, `out_of_office`. An `unclear` one is passed on to the organizer. Null for an outgoing message, before it is read, and if it was ignored. */
  understood_as: string | null;
  /** The rule by which it was understood; null if none was needed. */
  rule: string | null;
  /** Why an incoming message was ignored; null unless it is `ignored`. */
  ignored_because: string | null;
  /** How many attempts have been made to send it, of 9, since it was queued or sent again; 1 again once the mail server is back after it was away; 0 for one that is kept, or came in. */
  attempts: number;
  /** Why the last attempt did not work, such as what the mail server said; null if it did, and before the first. */
  last_error: string | null;
  /** When it was written, in the transaction of its cause; or when it came in. */
  created_at: string;
  /** When the mail server has taken it; null otherwise. */
  sent_at: string | null;
}

/** Somebody who asked the workspace not to write to them any more. */
export interface OptOut {
  /** Names the opt-out. */
  id: string;
  /** The address that is offered no times and sent no reminders. */
  email: string;
  /** When they asked for it. */
  created_at: string;
}

/** What the mail has become. */
export interface InboundMessageMeta {
  /** One message for each recipient of this workspace. The first is the one that is shown. */
  message_ids: string[];
}

/** A person in the workspace. */
export interface WorkspaceMember {
  /** Names the member; elsewhere it is called `workspace_membership_id` or `membership_id`. */
  id: string;
  /** Unique in the workspace, whatever its case, even among deactivated members. */
  email: string;
  /** The whole name; null when it is not known. */
  name: string | null;
  /** What the member may do in the console: an `admin` may do everything there. Only its scopes decide what a key may do. */
  role: 'member' | 'admin';
  /** An IANA time zone; null for the one of the workspace. */
  timezone: string | null;
  /** What the person does; null when it is not known. */
  title: string | null;
  /** What participants may be told about the person; null for nothing. */
  introduction: string | null;
  /** Where the person meets people by video: an https address, for meetings whose location is `personal_link`; null for none. */
  meeting_url: string | null;
  /** When an invitation was last sent to the member; null if none was. */
  invited_at: string | null;
  /** When the member last signed in to the console; null if not yet. */
  last_signed_in_at: string | null;
  /** When the member was deactivated; null for an active one. */
  deactivated_at: string | null;
  /** When the member was added to the workspace. */
  created_at: string;
}

/** Where busy times of a member come from. */
export interface Calendar {
  /** Names the calendar. */
  id: string;
  /** Whose calendar it is. */
  workspace_membership_id: string;
  /** `ics`: a feed that is fetched, such as the secret address of a Google calendar. `caldav`: a calendar on a CalDAV server. `pushed`: you send busy times. `google`, `microsoft`: a calendar of a connected account. */
  type: 'ics' | 'caldav' | 'pushed' | 'google' | 'microsoft';
  /** The connected account that it belongs to; null for `ics`, `caldav` and `pushed`. */
  calendar_connection_id: string | null;
  /** The address of that account, as the provider knows it; null for `ics`, `caldav` and `pushed`. */
  account_email: string | null;
  /** Whether it is the main calendar of its account. False for `ics`, `caldav` and `pushed`. */
  is_primary: boolean;
  /** Whether the account may write to it, so that it can receive bookings. True for `caldav`; false for `ics` and `pushed`. */
  is_writable: boolean;
  /** Whether its busy times count. True for `ics`, `caldav` and `pushed`; of a connected account, the main calendar is read, and others are once they are chosen. */
  is_read: boolean;
  /** Free text; null when there is none. */
  name: string | null;
  /** Where it is fetched from; null for `pushed`, `google` and `microsoft`. */
  url: string | null;
  /** Sent with the password; null when there is none. The password is never shown. */
  username: string | null;
  /** Whether bookings of the member are written to it. */
  receives_bookings: boolean;
  /** `new`: not read yet, or no longer. `ok`: the last attempt to read it succeeded. `failing`: it did not; the busy times of the last good copy count. */
  health: 'new' | 'ok' | 'failing';
  /** When it was last read, or pushed; null before that. */
  last_synced_at: string | null;
  /** Why the last attempt to read it failed, or what it could not read of it; null when all is well. */
  last_error: string | null;
  /** When the calendar was added. */
  created_at: string;
  /** When its settings last changed. */
  updated_at: string;
}

/** An account at Google or Microsoft whose calendars belong to a member. */
export interface CalendarConnection {
  /** Names the connection. */
  id: string;
  /** The member who gets the account’s calendars. */
  workspace_membership_id: string;
  /** Where the account is. */
  provider: 'google' | 'microsoft';
  /** `pending`: consent has not been given yet. `connected`: its calendars are read, and bookings can be written to them. `broken`: the provider has ended the access; connect the same account again. */
  status: 'pending' | 'connected' | 'broken';
  /** The address of the account, which can be another one than the member’s; null while pending. */
  account_email: string | null;
  /** When the link expires; null unless pending. */
  expires_at: string | null;
  /** When consent was given; null while pending. */
  connected_at: string | null;
  /** When the provider ended the access; null unless broken. */
  broken_at: string | null;
  /** When connecting began. */
  created_at: string;
  /** When the status last changed. */
  updated_at: string;
}

/** A connection that waits for consent. */
export interface BegunCalendarConnection {
  /** Names the connection. */
  id: string;
  /** The member who gets the account’s calendars. */
  workspace_membership_id: string;
  /** Where the account is. */
  provider: 'google' | 'microsoft';
  /** `pending`: consent has not been given yet. `connected`: its calendars are read, and bookings can be written to them. `broken`: the provider has ended the access; connect the same account again. */
  status: 'pending' | 'connected' | 'broken';
  /** The address of the account, which can be another one than the member’s; null while pending. */
  account_email: string | null;
  /** When the link expires; null unless pending. */
  expires_at: string | null;
  /** When consent was given; null while pending. */
  connected_at: string | null;
  /** When the provider ended the access; null unless broken. */
  broken_at: string | null;
  /** When connecting began. */
  created_at: string;
  /** When the status last changed. */
  updated_at: string;
  /** Send the member’s browser there. It works once, and only until `expires_at`. It is shown here and never again. */
  authorize_url: string;
}

/** When a member can be booked in principle. Busy times and bookings reduce it. */
export interface Availability {
  /** The IANA time zone of the hours. Null: the member's, and without one, the workspace's. */
  timezone: string | null;
  /** The hours of each week, by day and start; empty for none. Up to 10 a day. They may touch, but not overlap. Hours across midnight are two: until `24:00`, and from `00:00` on the next day. */
  weekly: {
    /** The day of the week. */
    day: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
    /** When it begins, on the clock of the time zone. */
    start: string;
    /** When it ends, after `start`; `24:00` is the end of the day. */
    end: string;
  }[];
  /** Other hours on single days, by date; up to 400 days with 1,000 hours in all. Days in the past stay until the list is replaced. */
  overrides: {
    /** The day, in the time zone. Each day once. */
    date: string;
    /** The hours of that day instead of the weekly ones, on a holiday of the workspace, too; empty for a day off. */
    hours: {
      /** When it begins, on the clock of the time zone. */
      start: string;
      /** When it ends, after `start`; `24:00` is the end of the day. */
      end: string;
    }[];
  }[];
  /** How long to keep free before a meeting. */
  buffer_before_minutes: number;
  /** How long to keep free after a meeting. */
  buffer_after_minutes: number;
  /** The notice period: how far ahead a meeting has to be found. */
  minimum_notice_minutes: number;
  /** How many bookings a day may have; null for any number. */
  maximum_per_day: number | null;
}

/** The record that a member is paid for. */
export interface SeatAssignment {
  /** Names the seat. */
  id: string;
  /** The workspace member who has the seat. */
  membership_id: string;
  /** What the seat counts under. */
  entitlement_id: string;
  /** The email of the member. */
  member_email: string;
  /** The name of the member, or the email when no name is known; never null. */
  member_name: string;
  /** When the seat was assigned. */
  started_at: string;
  /** When the seat ended; null for an active one. */
  ended_at: string | null;
}

/** What the workspace has paid for: a plan with a number of seats. */
export interface Entitlement {
  /** Names the entitlement. */
  id: string;
  /** The plan that was bought. */
  plan_key: string;
  /** How many seats there may be. */
  seat_capacity: number;
  /** When true, the capacity is ignored. */
  seat_unlimited: boolean;
  /** Seats that are assigned now. */
  active_seats: number;
  /** `hard` refuses a seat past the capacity, `soft` allows it. */
  enforcement_mode: 'hard' | 'soft';
}

/** A seat that was just assigned. */
export interface AssignedSeat {
  /** The workspace member who got the seat. */
  membership_id: string;
  /** The email of the member. */
  email: string;
  /** What the seat counts under. */
  entitlement_id: string;
  /** The `id` that the seat has in the list of seats. */
  assignment_id: string;
  /** When the seat was assigned. */
  started_at: string;
}

/** An address of another system that is told of some types of events. Custom headers are not shown. */
export interface WebhookEndpoint {
  /** Names the endpoint. */
  id: string;
  /** Where deliveries go. */
  url: string;
  /** Free text; null when there is none. */
  description: string | null;
  /** While it is false, deliveries wait. */
  enabled: boolean;
  /** The types of events that it is told of. */
  events: ('meeting_request.created' | 'meeting_request.booked' | 'meeting_request.rescheduled' | 'meeting_request.place_changed' | 'meeting_request.cancelled' | 'meeting_request.paused' | 'meeting_request.resumed' | 'meeting_request.organizer_changed' | 'meeting_request.follow_up_sent' | 'meeting_request.no_show' | 'meeting_request.needs_attention' | 'member.deactivated' | 'calendar.failing' | 'calendar.recovered' | 'calendar_connection.connected' | 'calendar_connection.broken' | 'webhook_endpoint.backlog_full' | 'webhook_endpoint.backlog_cleared' | 'webhook_endpoint.disabled' | 'api_key.expiring' | 'seats.nearly_full')[];
  /** Since when it is disabled; null while it is enabled. */
  disabled_at: string | null;
  /** `manual`, or `too_many_failures` after ten failed deliveries in 24 hours; null while it is enabled. */
  disabled_reason: string | null;
  /** When the endpoint was registered. */
  created_at: string;
  /** When its settings or its secret last changed. */
  updated_at: string;
}

/** An endpoint with its signing secret. */
export interface WebhookEndpointWithSecret {
  /** Names the endpoint. */
  id: string;
  /** Where deliveries go. */
  url: string;
  /** Free text; null when there is none. */
  description: string | null;
  /** While it is false, deliveries wait. */
  enabled: boolean;
  /** The types of events that it is told of. */
  events: ('meeting_request.created' | 'meeting_request.booked' | 'meeting_request.rescheduled' | 'meeting_request.place_changed' | 'meeting_request.cancelled' | 'meeting_request.paused' | 'meeting_request.resumed' | 'meeting_request.organizer_changed' | 'meeting_request.follow_up_sent' | 'meeting_request.no_show' | 'meeting_request.needs_attention' | 'member.deactivated' | 'calendar.failing' | 'calendar.recovered' | 'calendar_connection.connected' | 'calendar_connection.broken' | 'webhook_endpoint.backlog_full' | 'webhook_endpoint.backlog_cleared' | 'webhook_endpoint.disabled' | 'api_key.expiring' | 'seats.nearly_full')[];
  /** Since when it is disabled; null while it is enabled. */
  disabled_at: string | null;
  /** `manual`, or `too_many_failures` after ten failed deliveries in 24 hours; null while it is enabled. */
  disabled_reason: string | null;
  /** When the endpoint was registered. */
  created_at: string;
  /** When its settings or its secret last changed. */
  updated_at: string;
  /** Deliveries are signed with it. It is shown here and never again. */
  signing_secret: string;
}

/** A meeting request was created. */
export interface MeetingRequestCreatedEvent {
  /** The type of the event. */
  event: 'meeting_request.created';
  /** When it happened. */
  timestamp: string;
  /** The meeting request. */
  id: string;
  /** The member responsible for the request. */
  organizer_email: string;
  /** Whom the meeting is with. */
  participant_emails: string[];
  /** The meeting type of the request; null without one. */
  meeting_type_id?: string | null;
  /** The state of the request now. */
  status: 'active';
  /** When it was made. */
  created_at: string;
}

/** A time was found. */
export interface MeetingRequestBookedEvent {
  /** The type of the event. */
  event: 'meeting_request.booked';
  /** When it happened. */
  timestamp: string;
  /** The meeting request. */
  id: string;
  /** The member responsible for the request. */
  organizer_email: string;
  /** The id of the meeting in a calendar. */
  calendar_event_id: string;
  /** Where it takes place; null for a meeting without a location. */
  place?: {
    /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
    kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
    /** The place in words: an address, a link, whom to call; null while there is none. */
    text: string | null;
    /** Where to join by video; null otherwise. */
    join_url: string | null;
    /** The number to call, as E.164: of the company, or of the first guest, who is called; null otherwise. */
    phone_number: string | null;
    /** `pending` while another service makes it, `failed` if there is none: the request needs attention then, and the meeting stands. */
    status: 'ready' | 'pending' | 'failed';
  } | null;
  /** The meeting type of the request; null without one. */
  meeting_type_id?: string | null;
  /** Whom the meeting is with, and what they answered. */
  participants?: {
    /** Somebody whom the meeting is with. */
    email: string;
    /** What they answered to the questions of the meeting type, by key; empty for nothing, null once erased. */
    answers: Record<string, unknown> | null;
  }[];
  /** The state of the request now. */
  status: 'booked';
  /** When it was booked. */
  booked_at: string;
}

/** A booked meeting request was moved to another time, or a new time is being looked for. */
export interface MeetingRequestRescheduledEvent {
  /** The type of the event. */
  event: 'meeting_request.rescheduled';
  /** When it happened. */
  timestamp: string;
  /** The meeting request. */
  id: string;
  /** The member responsible for the request. */
  organizer_email: string;
  /** The id of the meeting in a calendar. */
  calendar_event_id: string;
  /** When the meeting was due to begin before the change. */
  old_starts_at: string;
  /** When it begins from now on; null while a new time is being looked for. */
  starts_at: string | null;
  /** Where it takes place; null for a meeting without a location. */
  place?: {
    /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
    kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
    /** The place in words: an address, a link, whom to call; null while there is none. */
    text: string | null;
    /** Where to join by video; null otherwise. */
    join_url: string | null;
    /** The number to call, as E.164: of the company, or of the first guest, who is called; null otherwise. */
    phone_number: string | null;
    /** `pending` while another service makes it, `failed` if there is none: the request needs attention then, and the meeting stands. */
    status: 'ready' | 'pending' | 'failed';
  } | null;
  /** `booked` at the new time; `active` while one is being looked for. */
  status: 'booked' | 'active';
}

/** A booked meeting takes place elsewhere, or the link to it is there now. */
export interface MeetingRequestPlaceChangedEvent {
  /** The type of the event. */
  event: 'meeting_request.place_changed';
  /** When it happened. */
  timestamp: string;
  /** The meeting request. */
  id: string;
  /** The member responsible for the request. */
  organizer_email: string;
  /** The id of the meeting in a calendar. */
  calendar_event_id: string;
  /** Where it takes place; null for a meeting without a location. */
  place: {
    /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
    kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
    /** The place in words: an address, a link, whom to call; null while there is none. */
    text: string | null;
    /** Where to join by video; null otherwise. */
    join_url: string | null;
    /** The number to call, as E.164: of the company, or of the first guest, who is called; null otherwise. */
    phone_number: string | null;
    /** `pending` while another service makes it, `failed` if there is none: the request needs attention then, and the meeting stands. */
    status: 'ready' | 'pending' | 'failed';
  } | null;
  /** When it was decided. */
  changed_at: string;
}

/** A meeting request was cancelled. */
export interface MeetingRequestCancelledEvent {
  /** The type of the event. */
  event: 'meeting_request.cancelled';
  /** When it happened. */
  timestamp: string;
  /** The meeting request. */
  id: string;
  /** The member responsible for the request. */
  organizer_email: string;
  /** The state of the request now. */
  status: 'cancelled';
  /** When it was cancelled. */
  cancelled_at: string;
  /** Whether it had been booked before. */
  was_booked: boolean;
}

/** A meeting request was paused. */
export interface MeetingRequestPausedEvent {
  /** The type of the event. */
  event: 'meeting_request.paused';
  /** When it happened. */
  timestamp: string;
  /** The meeting request. */
  id: string;
  /** The member responsible for the request. */
  organizer_email: string;
  /** The state of the request now. */
  status: 'paused';
  /** When it was paused. */
  paused_at: string;
}

/** A paused meeting request was resumed. */
export interface MeetingRequestResumedEvent {
  /** The type of the event. */
  event: 'meeting_request.resumed';
  /** When it happened. */
  timestamp: string;
  /** The meeting request. */
  id: string;
  /** The member responsible for the request. */
  organizer_email: string;
  /** The state of the request now. */
  status: 'active';
  /** When it was resumed. */
  resumed_at: string;
}

/** A meeting request got another organizer. */
export interface MeetingRequestOrganizerChangedEvent {
  /** The type of the event. */
  event: 'meeting_request.organizer_changed';
  /** When it happened. */
  timestamp: string;
  /** The meeting request. */
  id: string;
  /** The member responsible for the request until now. */
  old_organizer_email: string;
  /** The member responsible for it from now on. */
  new_organizer_email: string;
}

/** The participants were asked again. */
export interface MeetingRequestFollowUpSentEvent {
  /** The type of the event. */
  event: 'meeting_request.follow_up_sent';
  /** When it happened. */
  timestamp: string;
  /** The meeting request. */
  id: string;
  /** The member responsible for the request. */
  organizer_email: string;
  /** Whom the meeting is with. */
  participant_emails: string[];
  /** When it was recorded that they were asked. */
  sent_at: string;
}

/** Somebody didn't come to a meeting, or that was undone. */
export interface MeetingRequestNoShowEvent {
  /** The type of the event. */
  event: 'meeting_request.no_show';
  /** When it happened. */
  timestamp: string;
  /** The meeting request. */
  id: string;
  /** The member responsible for the request. */
  organizer_email: string;
  /** Who didn't come: `guest` or `host`; null once the mark is removed. */
  by: 'guest' | 'host' | null;
  /** The guests who didn't come; none if it was a host. */
  participant_emails: string[];
  /** The id of the meeting in a calendar. */
  calendar_event_id: string;
  /** When the meeting began. */
  starts_at: string;
  /** When it was marked; null once the mark is removed. */
  marked_at: string | null;
}

/** Rota can't carry on with a meeting request alone: a person has to step in. */
export interface MeetingRequestNeedsAttentionEvent {
  /** The type of the event. */
  event: 'meeting_request.needs_attention';
  /** When it happened. */
  timestamp: string;
  /** The meeting request. */
  id: string;
  /** The member responsible for the request. */
  organizer_email: string;
  /** `no_times`: the hosts have no time. `no_seat`: a host has no seat, and the workspace requires one. `no_answer`: somebody has not answered, even after follow-ups. `no_common_time`: nothing that was offered works for everybody. `bounced`: a message could not be delivered. `opted_out`: a participant asked not to be written to any more. `place_failed`: the meeting is booked, and there is no link to it. `moved_in_calendar`, `deleted_in_calendar`: a host did that to the event in their calendar; the meeting is still booked as it was, and nobody else knows. The others come with mail that is read: `unclear_reply`, `declined`, `counter_proposal`. */
  reason: 'no_times' | 'no_seat' | 'no_answer' | 'no_common_time' | 'unclear_reply' | 'bounced' | 'declined' | 'counter_proposal' | 'opted_out' | 'place_failed' | 'moved_in_calendar' | 'deleted_in_calendar';
  /** When Rota stopped. */
  since: string;
}

/** A workspace member was deactivated. */
export interface MemberDeactivatedEvent {
  /** The type of the event. */
  event: 'member.deactivated';
  /** When it happened. */
  timestamp: string;
  /** The workspace member. */
  id: string;
  /** The email of the member. */
  email: string;
  /** The name of the member; null when it is not known. */
  name: string | null;
  /** When the member was deactivated. */
  deactivated_at: string;
  /** Who took over the meeting requests; null when nobody did. */
  transferred_to: string | null;
}

/** A member's calendar could not be read for an hour. Its last good copy is still in use. */
export interface CalendarFailingEvent {
  /** The type of the event. */
  event: 'calendar.failing';
  /** When it happened. */
  timestamp: string;
  /** The calendar. */
  id: string;
  /** Whose calendar it is. */
  workspace_membership_id: string;
  /** The email of that member. */
  email: string;
  /** What went wrong the last time. */
  last_error: string;
  /** When the first of the failed attempts was made. */
  failing_since: string;
}

/** A calendar that was reported as failing can be read again. */
export interface CalendarRecoveredEvent {
  /** The type of the event. */
  event: 'calendar.recovered';
  /** When it happened. */
  timestamp: string;
  /** The calendar. */
  id: string;
  /** Whose calendar it is. */
  workspace_membership_id: string;
  /** The email of that member. */
  email: string;
  /** When the first of the failed attempts was made. */
  failing_since: string;
  /** When it could be read again. */
  recovered_at: string;
}

/** A member has connected an account at Google or Microsoft, or has connected it again. */
export interface CalendarConnectionConnectedEvent {
  /** The type of the event. */
  event: 'calendar_connection.connected';
  /** When it happened. */
  timestamp: string;
  /** The connection. */
  id: string;
  /** Whose account it is. */
  workspace_membership_id: string;
  /** The email of that member. */
  email: string;
  /** Where the account is. */
  provider: 'google' | 'microsoft';
  /** The address of the account. */
  account_email: string;
  /** When consent was given. */
  connected_at: string;
}

/** The provider has ended the access to a connected account. The member gets a mail, too: they have to connect the account again. */
export interface CalendarConnectionBrokenEvent {
  /** The type of the event. */
  event: 'calendar_connection.broken';
  /** When it happened. */
  timestamp: string;
  /** The connection. */
  id: string;
  /** Whose account it is. */
  workspace_membership_id: string;
  /** The email of that member. */
  email: string;
  /** Where the account is. */
  provider: 'google' | 'microsoft';
  /** The address of the account. */
  account_email: string;
  /** When the provider ended the access. */
  broken_at: string;
}

/** So many deliveries wait for an endpoint that none are added until there is room again. */
export interface WebhookEndpointBacklogFullEvent {
  /** The type of the event. */
  event: 'webhook_endpoint.backlog_full';
  /** When it happened. */
  timestamp: string;
  /** The webhook endpoint. */
  id: string;
  /** How many deliveries wait for it. */
  pending: number;
  /** Since when none are added. */
  full_at: string;
}

/** There is room again: events make deliveries for the endpoint. Those in between did not make any. */
export interface WebhookEndpointBacklogClearedEvent {
  /** The type of the event. */
  event: 'webhook_endpoint.backlog_cleared';
  /** When it happened. */
  timestamp: string;
  /** The webhook endpoint. */
  id: string;
  /** Since when none were added. */
  full_at: string;
  /** Since when they are added again. */
  cleared_at: string;
}

/** An endpoint was disabled because too many deliveries to it failed. Admins get a mail, too. */
export interface WebhookEndpointDisabledEvent {
  /** The type of the event. */
  event: 'webhook_endpoint.disabled';
  /** When it happened. */
  timestamp: string;
  /** The webhook endpoint. */
  id: string;
  /** Ten deliveries failed for good within a day. */
  disabled_reason: 'too_many_failures';
  /** Since when nothing is sent to it. */
  disabled_at: string;
}

/** An API key expires in seven days, or in one. Admins get a mail, too. */
export interface ApiKeyExpiringEvent {
  /** The type of the event. */
  event: 'api_key.expiring';
  /** When it happened. */
  timestamp: string;
  /** The API key. */
  id: string;
  /** The name of the key. */
  name: string;
  /** When it stops working. */
  expires_at: string;
}

/** Nine of ten seats of an entitlement are assigned, or more. Admins get a mail, too. */
export interface SeatsNearlyFullEvent {
  /** The type of the event. */
  event: 'seats.nearly_full';
  /** When it happened. */
  timestamp: string;
  /** The entitlement. */
  id: string;
  /** The plan that was bought. */
  plan_key: string;
  /** How many seats there may be. */
  seat_capacity: number;
  /** How many are assigned. */
  active_seats: number;
}

/** A test of an endpoint was requested; only that endpoint gets it. */
export interface TestEvent {
  /** The type of the event. */
  event: 'test';
  /** When it happened. */
  timestamp: string;
  /** A sentence that says that it is a test. */
  message: string;
}

/** What is sent to webhook endpoints. */
export type EventPayload = MeetingRequestCreatedEvent | MeetingRequestBookedEvent | MeetingRequestRescheduledEvent | MeetingRequestPlaceChangedEvent | MeetingRequestCancelledEvent | MeetingRequestPausedEvent | MeetingRequestResumedEvent | MeetingRequestOrganizerChangedEvent | MeetingRequestFollowUpSentEvent | MeetingRequestNoShowEvent | MeetingRequestNeedsAttentionEvent | MemberDeactivatedEvent | CalendarFailingEvent | CalendarRecoveredEvent | CalendarConnectionConnectedEvent | CalendarConnectionBrokenEvent | WebhookEndpointBacklogFullEvent | WebhookEndpointBacklogClearedEvent | WebhookEndpointDisabledEvent | ApiKeyExpiringEvent | SeatsNearlyFullEvent | TestEvent;

/** An event on its way to one endpoint. */
export interface WebhookDelivery {
  /** Names the delivery; sent as `X-Webhook-Id`, the same on every attempt. */
  id: string;
  /** What happened. */
  event_type: string;
  /** `pending` until the receiver answers 2xx; `failed` after the eighth failed attempt. */
  status: 'pending' | 'success' | 'failed';
  payload: EventPayload;
  /** The HTTP status of the last attempt; null before the first, and when there was no response. */
  response_code: number | null;
  /** How many attempts have been made, of 8. */
  attempts: number;
  /** When the receiver answered 2xx; null before. */
  delivered_at: string | null;
  /** When the last attempt began; null before the first. */
  last_attempted_at: string | null;
  /** When the event happened and the delivery was made. */
  created_at: string;
}

/** An event on its way to one endpoint, with its attempts. */
export interface WebhookDeliveryWithLog {
  /** Names the delivery; sent as `X-Webhook-Id`, the same on every attempt. */
  id: string;
  /** What happened. */
  event_type: string;
  /** `pending` until the receiver answers 2xx; `failed` after the eighth failed attempt. */
  status: 'pending' | 'success' | 'failed';
  payload: EventPayload;
  /** The HTTP status of the last attempt; null before the first, and when there was no response. */
  response_code: number | null;
  /** How many attempts have been made, of 8. */
  attempts: number;
  /** When the receiver answered 2xx; null before. */
  delivered_at: string | null;
  /** When the last attempt began; null before the first. */
  last_attempted_at: string | null;
  /** When the event happened and the delivery was made. */
  created_at: string;
  /** The last 100 attempts, oldest first: `number` tells how many came before. */
  attempt_log: {
    /** The number of the attempt, from 1. It goes on counting when a delivery is retried. */
    number: number;
    /** When the attempt began. */
    started_at: string;
    /** How long it took, in milliseconds. */
    duration_ms: number;
    /** The HTTP status of the response; null when there was none. */
    response_code: number | null;
    /** Why there was no complete response, such as `the connection was refused`; null when there was one. */
    error: string | null;
    /** The first 4 KiB of the response; null when there was none. */
    response_body: string | null;
  }[];
}

/** Something that happened, whether or not a webhook endpoint was told of it. */
export interface Event {
  /** Names the event. Pass it as `after` or `Last-Event-ID` to go on from there. */
  id: string;
  /** What happened. */
  type: string;
  payload: EventPayload;
  /** When it happened. */
  created_at: string;
}

/** One customer's data. Nothing in it is visible from another workspace. */
export interface Workspace {
  /** Names the workspace. */
  id: string;
  /** What people call the workspace. */
  name: string;
  /** Part of the teams' scheduling addresses; unique on this server. 1 to 63 lower-case letters, digits and inner hyphens. Null while none is set: then teams have no address. A former handle stays with the workspace, so mail to it still arrives. */
  handle: string | null;
  /** The IANA time zone of members who have not set one. */
  timezone: string;
  /** When the workspace was created. */
  created_at: string;
  /** When anything about it last changed. */
  updated_at: string;
}

/** How the meetings of the workspace are scheduled. */
export interface SchedulingSettings {
  /** How long a meeting takes when its request does not say. */
  duration_minutes: number;
  /** The number of times offered at once. */
  options_per_round: number;
  /** How many rounds of times are offered when none works, including the first. */
  rounds: number;
  /** How many days ahead to look for a time when the request has no timeframe. */
  timeframe_days: number;
  /** Slots begin at multiples of this, counted from midnight on the first host's clock. */
  slot_interval_minutes: number;
  /** After how many business days without a response participants are reminded, in ascending order; empty for never. */
  follow_up_after_business_days: number[];
  /** When people are reminded of a booked meeting, unless its request or its meeting type says otherwise. In minutes before it, each once, up to five of them; empty for none. */
  reminders: number[];
  /** Whether hosts get reminders of their meetings, too. */
  remind_hosts: boolean;
  /** The name that messages come from, behind that of the organizer. As long as it is `Rota`, the name of the company stands there. */
  sender_name: string;
  /** Whether participants may choose another time for a booked meeting. */
  participants_may_reschedule: boolean;
  /** Whether participants may cancel a booked meeting. */
  participants_may_cancel: boolean;
  /** Whether offered times are kept free from other requests until there is a response, for at most 72 hours. */
  hold_options: boolean;
  /** Whether only members with a seat get meetings. Others take no turns and have no slots. Booked meetings stay. */
  seats_required: boolean;
  /** Whom a mail from somebody who isn't a member invites in addition to its author. `nobody`: the organizer is told about the others, and may add them. `proven`: everybody in To and Cc, if it is certain who sent the mail. */
  outsiders_may_invite: 'nobody' | 'proven';
  /** Days on which the workspace is closed, in order, each once; up to 366. No member can be booked on that date in their own time zone, unless their availability has an override with hours for it. They are no business days, and neither are Saturdays and Sundays. */
  holidays: string[];
  /** The language of messages to participants of whom none is known: English, German, French or Spanish. A region decides how dates and times are written: `en-US` has a 12-hour clock. */
  locale: string;
  /** The websites that may show booking pages in a frame, each once, as scheme, host and port; up to 20. https only, but for localhost and 127.0.0.1; no wildcards. No other page can be framed by anybody. Empty: none. */
  embed_origins: string[];
  /** Where meetings take place, unless their team, their type, their link or the request says otherwise; null for nowhere in particular. */
  location: {
    /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
    kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
    /** `link` only: an https address. */
    url?: string;
    /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
    template?: string;
    /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
    caller?: 'host' | 'guest';
    /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
    number?: string | null;
    /** `in_person` only: where to go. */
    address?: string;
    /** `custom` only: where or how. */
    text?: string;
  } | null;
  /** The text below messages to participants; null for nothing. */
  signature: string | null;
}

/** What guests see of the company. */
export interface Branding {
  /** The company as guests know it, on every page and in every mail. While it is not set, the name of the workspace. */
  company_name: string;
  /** The colour of buttons and links, as `#rrggbb`; null for the usual one. Where it would be unreadable, a darker or lighter shade is used. */
  accent_color: string | null;
  /** The company's website, to which its name leads on pages; null for none. */
  website_url: string | null;
  /** The postal address in the footer of pages and mails; null for none. */
  postal_address: string | null;
  /** Whether pages and mails say that they were made with Rota. */
  show_rota: boolean;
  /** The logo of the company; null without one. */
  logo: {
    /** Where the image is, for anybody who has this address. It changes with each upload. */
    url: string;
    /** What its bytes say it is. */
    content_type: 'image/png' | 'image/jpeg' | 'image/webp';
    /** In pixels. */
    width: number;
    /** In pixels. */
    height: number;
    /** The size of the file. */
    size_bytes: number;
  } | null;
}

/** The credential of a program, without its secret value. */
export interface ApiKey {
  /** Names the key in paths and in the audit log; it is not the secret. */
  id: string;
  /** What people call the key. */
  name: string;
  /** The beginning of the key, to recognise it by. */
  key_prefix: string;
  /** What the key may do. Each operation says which scope it needs. */
  scopes: ('teams.read' | 'teams.write' | 'api_keys.read' | 'api_keys.write' | 'seats.read' | 'seats.write' | 'webhooks.read' | 'webhooks.write' | 'meeting_requests.read' | 'meeting_requests.write' | 'meeting_types.read' | 'meeting_types.write' | 'messages.read' | 'messages.write' | 'members.read' | 'members.write' | 'members.admin' | 'calendars.read' | 'calendars.write' | 'audit_log.read' | 'privacy.read' | 'privacy.write' | 'workspace.read' | 'workspace.write')[];
  /** When the key stops working; null for one that never does. */
  expires_at: string | null;
  /** When it was last used, at most a second behind; null before its first call. */
  last_used_at: string | null;
  /** When the key was created. */
  created_at: string;
  /** Addresses and networks that the key may be used from, with IPv4 or IPv6: calls from elsewhere are answered with 403. Null: from anywhere. */
  allowed_networks: string[] | null;
  /** The key that took its place; null unless it was rerolled. */
  replaced_by_api_key_id: string | null;
  /** The key that made it; null for a key from the console, the command line or the first start. */
  created_by_api_key_id: string | null;
}

/** A key that was just created, with its secret value. */
export interface NewApiKey {
  /** Names the key in paths and in the audit log; it is not the secret. */
  id: string;
  /** What people call the key. */
  name: string;
  /** The beginning of the key, to recognise it by. */
  key_prefix: string;
  /** What the key may do. Each operation says which scope it needs. */
  scopes: ('teams.read' | 'teams.write' | 'api_keys.read' | 'api_keys.write' | 'seats.read' | 'seats.write' | 'webhooks.read' | 'webhooks.write' | 'meeting_requests.read' | 'meeting_requests.write' | 'meeting_types.read' | 'meeting_types.write' | 'messages.read' | 'messages.write' | 'members.read' | 'members.write' | 'members.admin' | 'calendars.read' | 'calendars.write' | 'audit_log.read' | 'privacy.read' | 'privacy.write' | 'workspace.read' | 'workspace.write')[];
  /** When the key stops working; null for one that never does. */
  expires_at: string | null;
  /** When it was last used, at most a second behind; null before its first call. */
  last_used_at: string | null;
  /** When the key was created. */
  created_at: string;
  /** Addresses and networks that the key may be used from, with IPv4 or IPv6: calls from elsewhere are answered with 403. Null: from anywhere. */
  allowed_networks: string[] | null;
  /** The key that took its place; null unless it was rerolled. */
  replaced_by_api_key_id: string | null;
  /** The key that made it; null for a key from the console, the command line or the first start. */
  created_by_api_key_id: string | null;
  /** The raw key. It is shown here and never again. */
  key: string;
}

/** The record of one change. It is written together with the change itself. */
export interface AuditEntry {
  /** Names the entry. */
  id: string;
  /** What was done: a kind of thing, and what happened to it. */
  action: string;
  /** Who did it. */
  actor: {
    /** A key, a member in the console or by mail, a participant on their page or by mail, somebody with a booking link, somebody at the command line, or the service itself. */
    type: 'api_key' | 'member' | 'participant' | 'booking_link' | 'meeting_type' | 'cli' | 'operator' | 'system';
    /** The id of the key, of the member or of the booking link; the address of the participant; for the others, the name of the user or of the part of the service. */
    id: string;
  };
  /** The tool of the MCP server that was called for it, by an agent with the key; null otherwise. */
  tool: string | null;
  /** What was changed. */
  target: {
    /** What kind of thing it is. */
    type: string;
    /** Which one: the id of the thing. */
    id: string;
  };
  /** For each field that changed: its value before and after. */
  changes: Record<string, unknown[]>;
  /** The reason that the caller gave; null if there is none. */
  reason: string | null;
  /** When it was done. */
  created_at: string;
}

/** A workspace as operators see it. */
export interface OperatedWorkspace {
  /** Names the workspace. */
  id: string;
  /** What people call the workspace. */
  name: string;
  /** Part of the teams' scheduling addresses; unique on this server. 1 to 63 lower-case letters, digits and inner hyphens. Null while none is set: then teams have no address. A former handle stays with the workspace, so mail to it still arrives. */
  handle: string | null;
  /** The IANA time zone of members who have not set one. */
  timezone: string;
  /** When the workspace was created. */
  created_at: string;
  /** When anything about it last changed. */
  updated_at: string;
  /** What another system, such as one for billing, calls the workspace; unique on this server. */
  external_id: string | null;
  /** While it is `suspended`, its keys and links are refused and nothing is sent. `deleting` does the same until the workspace is removed at `delete_at`. */
  status: 'active' | 'suspended' | 'deleting';
  /** When it was suspended; null unless it is. */
  suspended_at: string | null;
  /** The reason that the operator gave. Callers with a key of the workspace see it. */
  suspended_reason: string | null;
  /** When everything in it will be removed; null unless it is being deleted. */
  delete_at: string | null;
}

/** How much the workspace may have and use. */
export interface WorkspaceLimits {
  /** Requests that all keys of the workspace together may make in any 60 seconds. */
  requests_per_minute: {
    /** What was set for this workspace; null for the limit of the settings. */
    set: number | null;
    /** What applies now; 0 for no limit. */
    effective: number;
  };
  /** API keys that work. */
  api_keys: {
    /** What was set for this workspace; null for the limit of the settings. */
    set: number | null;
    /** What applies now; 0 for no limit. */
    effective: number;
  };
  /** Active teams. */
  teams: {
    /** What was set for this workspace; null for the limit of the settings. */
    set: number | null;
    /** What applies now; 0 for no limit. */
    effective: number;
  };
  /** Webhook endpoints. */
  webhook_endpoints: {
    /** What was set for this workspace; null for the limit of the settings. */
    set: number | null;
    /** What applies now; 0 for no limit. */
    effective: number;
  };
  /** Active members. */
  members: {
    /** What was set for this workspace; null for the limit of the settings. */
    set: number | null;
    /** What applies now; 0 for no limit. */
    effective: number;
  };
  /** Messages sent in a day, by UTC. The rest is sent the next day. */
  messages_per_day: {
    /** What was set for this workspace; null for the limit of the settings. */
    set: number | null;
    /** What applies now; 0 for no limit. */
    effective: number;
  };
  /** Messages counted on this UTC day. They are counted only while there is a limit for them. */
  messages_today: number;
  /** Messages that wait for the next day because of the limit. */
  messages_held: number;
}

/** A plan with a number of seats, as operators see it. */
export interface OperatedEntitlement {
  /** Names the entitlement. */
  id: string;
  /** The plan that was bought. */
  plan_key: string;
  /** How many seats there may be. */
  seat_capacity: number;
  /** When true, the capacity is ignored. */
  seat_unlimited: boolean;
  /** Seats that are assigned now. */
  active_seats: number;
  /** `hard` refuses a seat past the capacity, `soft` allows it. */
  enforcement_mode: 'hard' | 'soft';
  /** When no entitlement is named, seats go to the active one with the highest priority. */
  priority: number;
  /** Whether new seats can be assigned under it. Existing seats stay. */
  active: boolean;
  /** When the entitlement was created. */
  created_at: string;
}

/** What a workspace has used in a month. */
export interface MonthOfUsage {
  /** The month, by UTC. */
  month: string;
  /** Meeting requests that were created. */
  meeting_requests: number;
  /** Meeting requests that were booked. */
  bookings: number;
  /** Messages that were sent, or kept where there is no mail server. */
  messages_sent: number;
  /** Messages that came in. */
  messages_received: number;
  /** Events that happened. */
  events: number;
  /** Calls with keys of the workspace. */
  api_requests: number;
  /** Active members: the maximum at any time. */
  members: number;
  /** Assigned seats: the maximum at any time. */
  seats: number;
  /** Everything up to this time is counted; null where nothing was counted. */
  counted_until: string | null;
}

/** A workspace that was just made, with its owner. */
export interface NewOperatedWorkspace {
  /** Names the workspace. */
  id: string;
  /** What people call the workspace. */
  name: string;
  /** Part of the teams' scheduling addresses; unique on this server. 1 to 63 lower-case letters, digits and inner hyphens. Null while none is set: then teams have no address. A former handle stays with the workspace, so mail to it still arrives. */
  handle: string | null;
  /** The IANA time zone of members who have not set one. */
  timezone: string;
  /** When the workspace was created. */
  created_at: string;
  /** When anything about it last changed. */
  updated_at: string;
  /** What another system, such as one for billing, calls the workspace; unique on this server. */
  external_id: string | null;
  /** While it is `suspended`, its keys and links are refused and nothing is sent. `deleting` does the same until the workspace is removed at `delete_at`. */
  status: 'active' | 'suspended' | 'deleting';
  /** When it was suspended; null unless it is. */
  suspended_at: string | null;
  /** The reason that the operator gave. Callers with a key of the workspace see it. */
  suspended_reason: string | null;
  /** When everything in it will be removed; null unless it is being deleted. */
  delete_at: string | null;
  limits: WorkspaceLimits;
  /** Those that seats can be assigned under, and those that still have some. The first active one is the default. */
  entitlements: OperatedEntitlement[];
  usage: MonthOfUsage;
  /** The first member, an `admin`, who can sign in to the console. */
  owner: {
    /** Names the member. */
    id: string;
    /** Where the owner gets mail. */
    email: string;
    /** The whole name; null when it is not known. */
    name: string | null;
  };
}

/** A workspace with its limits, what was bought for it, and what it has used this month. */
export interface OperatedWorkspaceDetail {
  /** Names the workspace. */
  id: string;
  /** What people call the workspace. */
  name: string;
  /** Part of the teams' scheduling addresses; unique on this server. 1 to 63 lower-case letters, digits and inner hyphens. Null while none is set: then teams have no address. A former handle stays with the workspace, so mail to it still arrives. */
  handle: string | null;
  /** The IANA time zone of members who have not set one. */
  timezone: string;
  /** When the workspace was created. */
  created_at: string;
  /** When anything about it last changed. */
  updated_at: string;
  /** What another system, such as one for billing, calls the workspace; unique on this server. */
  external_id: string | null;
  /** While it is `suspended`, its keys and links are refused and nothing is sent. `deleting` does the same until the workspace is removed at `delete_at`. */
  status: 'active' | 'suspended' | 'deleting';
  /** When it was suspended; null unless it is. */
  suspended_at: string | null;
  /** The reason that the operator gave. Callers with a key of the workspace see it. */
  suspended_reason: string | null;
  /** When everything in it will be removed; null unless it is being deleted. */
  delete_at: string | null;
  limits: WorkspaceLimits;
  /** Those that seats can be assigned under, and those that still have some. The first active one is the default. */
  entitlements: OperatedEntitlement[];
  usage: MonthOfUsage;
}

/** What a workspace has used in a month, in the list of all workspaces. */
export interface WorkspaceUsage {
  /** Whose usage it is. */
  workspace_id: string;
  /** The month, by UTC. */
  month: string;
  /** Meeting requests that were created. */
  meeting_requests: number;
  /** Meeting requests that were booked. */
  bookings: number;
  /** Messages that were sent, or kept where there is no mail server. */
  messages_sent: number;
  /** Messages that came in. */
  messages_received: number;
  /** Events that happened. */
  events: number;
  /** Calls with keys of the workspace. */
  api_requests: number;
  /** Active members: the maximum at any time. */
  members: number;
  /** Assigned seats: the maximum at any time. */
  seats: number;
  /** Everything up to this time is counted; null where nothing was counted. */
  counted_until: string | null;
}

/** The receipt of an erasure. It doesn't say whose address it was: that is erased, too. */
export interface Erasure {
  /** Names the erasure. */
  id: string;
  /** Whether it is still under way. Once it is `done`, nothing is left of the address. */
  status: 'running' | 'done';
  /** What was changed or removed, in numbers. */
  counts: {
    /** Open requests that were cancelled. */
    cancelled_requests: number;
    /** Requests in which the person took part or was mentioned. */
    meeting_requests: number;
    /** Messages that were emptied, or in which a mention was replaced. */
    messages: number;
    /** Incoming mails that were removed. */
    mails: number;
    /** Invites in which the person was named. */
    invites: number;
    /** Uses of booking links and pages of meeting types, and confirmations. */
    booking_links: number;
    /** Events with the address in their payload. */
    events: number;
    /** Delivery attempts with the address in their response. */
    deliveries: number;
    /** Entries of the audit log that had the address. */
    audit_entries: number;
    /** Anything else with the address, such as the description of a team. */
    others: number;
  };
  /** When it was asked for. */
  created_at: string;
  /** When it was done; null while it is under way. */
  finished_at: string | null;
}

/** Something that is kept about a person. */
export interface ExportRecord {
  /** What it is: `meeting_request`, `message`, `event`, `audit_entry`, or the name of another table. */
  kind: string;
  /** The id of it, or several ids where it has none itself. */
  id: string;
  /** What is kept: as the API shows it, or else the fields that have the address. */
  data: Record<string, unknown>;
}

/** How long the workspace keeps what is over. */
export interface Retention {
  /** Days that meeting requests are kept once they are over, with their participants, options, messages and invites. Null: as the service does. */
  requests_days: number | null;
  /** Days that messages and incoming mails are kept. Null: as the service does. */
  messages_days: number | null;
  /** Days that events and finished deliveries are kept. Null: as the service does. */
  events_days: number | null;
  /** Days that entries of the audit log are kept. Null: as the service does. */
  audit_log_days: number | null;
  /** The settings of the service. A workspace can keep things for a shorter time, but not for longer. */
  service: {
    /** Days that meeting requests are kept once they are over, with their participants, options, messages and invites. Null: for good. */
    requests_days: number | null;
    /** Days that messages and incoming mails are kept. Null: for good. */
    messages_days: number | null;
    /** Days that events and finished deliveries are kept. Null: for good. */
    events_days: number | null;
    /** Days that entries of the audit log are kept. Null: for good. */
    audit_log_days: number | null;
  };
}

/** The input and the response of each operation. */
export interface Operations {
  /** List teams. */
  listTeams: {
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
      /** `true` lists active teams only, `false` deactivated ones only. */
      active?: boolean;
      /** Only the team that this address belongs to, even as a former address. */
      email_address?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: ListedTeam[];
      meta: PageMeta;
    };
  };
  /** Create a team. */
  createTeam: {
    body: {
      /** What people will call the team; its slug is made from it. */
      name: string;
      /** Free text. */
      description?: string | null;
      /** `pool`: each request goes to the next in turn. `stack`: everybody takes part. `manual`: nobody is assigned. */
      mode?: 'pool' | 'stack' | 'manual';
      /** Ids of the first members. */
      member_ids?: string[] | null;
      /** Stack mode only: the team joins the hosts of every request. False in other modes. */
      stack_always_apply?: boolean;
      /** Stack mode only: every active workspace member takes part. False in other modes. */
      include_all_members?: boolean;
      /** Pool mode only: whether a guest's no-show gives the turn back to the member who took it. True in other modes. */
      no_show_returns_turn?: boolean;
      /** Where its meetings take place, unless their type, their link or the request says otherwise; null for where those of the workspace do. */
      location?: {
        /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
        kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
        /** `link` only: an https address. */
        url?: string | null;
        /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
        template?: string | null;
        /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
        caller?: 'host' | 'guest' | null;
        /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
        number?: string | null;
        /** `in_person` only: where to go. */
        address?: string | null;
        /** `custom` only: where or how. */
        text?: string | null;
      } | null;
    };
    answer: {
      data: NewTeam;
    };
  };
  /** Read a team. */
  getTeam: {
    path: {
      /** The id of the team; it begins with `team_`. */
      id: string;
    };
    answer: {
      data: Team;
    };
  };
  /** Change a team. */
  updateTeam: {
    path: {
      /** The id of the team; it begins with `team_`. */
      id: string;
    };
    body?: {
      /** What people will call the team; its slug follows. */
      name?: string;
      /** Free text. */
      description?: string | null;
      /** `pool`: each request goes to the next in turn. `stack`: everybody takes part. `manual`: nobody is assigned. */
      mode?: 'pool' | 'stack' | 'manual';
      /** Stack mode only: the team joins the hosts of every request. False in other modes. */
      stack_always_apply?: boolean;
      /** Stack mode only: every active workspace member takes part. False in other modes. */
      include_all_members?: boolean;
      /** Pool mode only: whether the first message to the participants introduces the assigned member. False in other modes. */
      introduce_member?: boolean;
      /** Pool mode only: what to say in the introduction. Null when there is nothing, and in other modes. */
      introduction_guidance?: string | null;
      /** Pool mode only: whether a guest's no-show gives the turn back to the member who took it. True in other modes. */
      no_show_returns_turn?: boolean;
      /** Where its meetings take place, unless their type, their link or the request says otherwise; null for where those of the workspace do. */
      location?: {
        /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
        kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
        /** `link` only: an https address. */
        url?: string | null;
        /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
        template?: string | null;
        /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
        caller?: 'host' | 'guest' | null;
        /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
        number?: string | null;
        /** `in_person` only: where to go. */
        address?: string | null;
        /** `custom` only: where or how. */
        text?: string | null;
      } | null;
    };
    answer: {
      data: Team;
    };
  };
  /** Deactivate a team. */
  deactivateTeam: {
    path: {
      /** The id of the team; it begins with `team_`. */
      id: string;
    };
    answer: {
      data: Team;
    };
  };
  /** Bring a deactivated team back. */
  reactivateTeam: {
    path: {
      /** The id of the team; it begins with `team_`. */
      id: string;
    };
    answer: {
      data: Team;
    };
  };
  /** Add a workspace member to a team. */
  addTeamMember: {
    path: {
      /** The id of the team; it begins with `team_`. */
      team_id: string;
    };
    body: {
      /** The id of an active workspace member. */
      workspace_membership_id: string;
      /** A `manager` edits the team and its members in the console. What a key may change is up to its scopes. */
      role?: 'member' | 'manager';
    };
    answer: {
      data: TeamMembership;
    };
  };
  /** Change a member's role in the team. */
  updateTeamMember: {
    path: {
      /** The id of the team; it begins with `team_`. */
      team_id: string;
      /** The id of the team membership; it begins with `tm_`. */
      id: string;
    };
    body: {
      /** A `manager` edits the team and its members in the console. What a key may change is up to its scopes. */
      role: 'member' | 'manager';
    };
    answer: {
      data: TeamMembership;
    };
  };
  /** Remove a member from the team. */
  removeTeamMember: {
    path: {
      /** The id of the team; it begins with `team_`. */
      team_id: string;
      /** The id of the team membership; it begins with `tm_`. */
      id: string;
    };
    answer: undefined;
  };
  /** Pause a member. */
  pauseTeamMember: {
    path: {
      /** The id of the team; it begins with `team_`. */
      team_id: string;
      /** The id of the team membership; it begins with `tm_`. */
      id: string;
    };
    body?: {
      /** When the pause ends; if left out, when somebody ends it. */
      until?: string | null;
    };
    answer: {
      data: TeamMembership;
    };
  };
  /** End a member's pause. */
  unpauseTeamMember: {
    path: {
      /** The id of the team; it begins with `team_`. */
      team_id: string;
      /** The id of the team membership; it begins with `tm_`. */
      id: string;
    };
    answer: {
      data: TeamMembership;
    };
  };
  /** Read a team's rotation. */
  getRotation: {
    path: {
      /** The id of the team; it begins with `team_`. */
      id: string;
    };
    answer: {
      data: Rotation;
    };
  };
  /** List a team's turns. */
  listAssignments: {
    path: {
      /** The id of the team; it begins with `team_`. */
      id: string;
    };
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
      /** Only turns that were taken at this time or later. */
      from?: string;
      /** Only turns that were taken at this time or earlier. */
      to?: string;
      /** Only turns that this member took. */
      workspace_membership_id?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: ListedTurn[];
      meta: PageMeta;
    };
  };
  /** Take the next turn. */
  createAssignment: {
    path: {
      /** The id of the team; it begins with `team_`. */
      id: string;
    };
    answer: {
      data: Turn;
    };
  };
  /** Read a turn with who was considered for it. */
  getAssignment: {
    path: {
      /** The id of the team; it begins with `team_`. */
      id: string;
      /** The id of the assignment; it begins with `turn_`. */
      turn_id: string;
    };
    answer: {
      data: Turn;
    };
  };
  /** List meeting types. */
  listMeetingTypes: {
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
      /** Only types of this team. */
      team_id?: string;
      /** Only types of this member. */
      workspace_membership_id?: string;
      /** `true` lists active types only, `false` the others only. */
      active?: boolean;
    };
    answer: {
      /** The items of this page, newest first. */
      data: MeetingType[];
      meta: PageMeta;
    };
  };
  /** Create a meeting type. */
  createMeetingType: {
    body: {
      /** What guests and members call this kind of meeting. It is the title of requests that have none. */
      name: string;
      /** The last part of its address: lower-case letters, digits and hyphens; unique in the workspace. Without one, it is made from the name. */
      slug?: string | null;
      /** What guests read about it; null for nothing. */
      description?: string | null;
      /** The team that takes the meetings: an active one, not in manual mode. Either this or `workspace_membership_id`. */
      team_id?: string | null;
      /** The active member who takes the meetings. Either this or `team_id`. */
      workspace_membership_id?: string | null;
      /** How long a meeting takes; null for the workspace's usual duration. */
      duration_minutes?: number | null;
      /** Where the meetings are; null for what the team or the workspace says. */
      location?: {
        /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
        kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
        /** `link` only: an https address. */
        url?: string | null;
        /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
        template?: string | null;
        /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
        caller?: 'host' | 'guest' | null;
        /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
        number?: string | null;
        /** `in_person` only: where to go. */
        address?: string | null;
        /** `custom` only: where or how. */
        text?: string | null;
      } | null;
      /** The notice period; the longer one of this and the host's counts. Null for the host's alone. */
      minimum_notice_minutes?: number | null;
      /** How long the host has to be free before a meeting; the longer one of this and the host's counts. Null for the host's alone. */
      buffer_before_minutes?: number | null;
      /** How long the host has to be free after a meeting; the longer one of this and the host's counts. Null for the host's alone. */
      buffer_after_minutes?: number | null;
      /** Slots begin at multiples of this, counted from midnight on the first host's clock; null for the workspace's. */
      slot_interval_minutes?: number | null;
      /** How many days ahead a meeting can be booked; null for no such limit: times are then looked for in the workspace's `timeframe_days`. */
      booking_window_days?: number | null;
      /** How many meetings of this type a host may have on a day. The host's own maximum counts all meetings. Null for the host's alone. */
      maximum_per_day?: number | null;
      /** What guests are asked when they book, in this order. Up to 20; a list replaces the former one. */
      questions?: {
        /** Names the answer. Lower-case letters, digits and underscores, beginning with a letter; unique in the type. */
        key: string;
        /** What is asked. */
        label: string;
        /** `text` up to 500 characters, `long_text` up to 5,000; `choice`: one of `choices`, `choices`: several; `phone`: a phone number; `number`; `checkbox`: a box to tick. */
        kind: 'text' | 'long_text' | 'choice' | 'choices' | 'phone' | 'number' | 'checkbox';
        /** Whether guests have to answer on a page. A required checkbox has to be ticked. */
        required?: boolean | null;
        /** What there is to choose from, for the kinds `choice` and `choices`; null for others. */
        choices?: string[] | null;
      }[] | null;
      /** When guests are reminded of a meeting; null for the reminders of the workspace. In minutes before it, each once, up to five of them; empty for none. */
      reminders?: number[] | null;
      /** Whether the workspace's public page lists it. Its own page works either way. Default: true. */
      is_public?: boolean;
      /** Whether it can be booked and requested. Default: true. */
      active?: boolean;
      /** Whether guests may choose who they meet: `optional` lets them choose a member of the pool team, or anyone. `off` for types of other teams and of members. */
      choose_host?: 'off' | 'optional';
      /** Whether guests who book on its page have to confirm their address by mail before anything is booked. Default: true, unless links only work on this machine. */
      confirm_email?: boolean | null;
    };
    answer: {
      data: MeetingType;
    };
  };
  /** Read a meeting type. */
  getMeetingType: {
    path: {
      /** The id of the meeting type; it begins with `mt_`. */
      id: string;
    };
    answer: {
      data: MeetingType;
    };
  };
  /** Change a meeting type. */
  updateMeetingType: {
    path: {
      /** The id of the meeting type; it begins with `mt_`. */
      id: string;
    };
    body?: {
      /** What guests and members call this kind of meeting. It is the title of requests that have none. */
      name?: string;
      /** The last part of its address: lower-case letters, digits and hyphens; unique in the workspace. Its former address leads to the new one. Null makes one from the name. */
      slug?: string | null;
      /** What guests read about it; null for nothing. */
      description?: string | null;
      /** The team that takes the meetings: an active one, not in manual mode. Either this or `workspace_membership_id`. */
      team_id?: string | null;
      /** The active member who takes the meetings. Either this or `team_id`. */
      workspace_membership_id?: string | null;
      /** How long a meeting takes; null for the workspace's usual duration. */
      duration_minutes?: number | null;
      /** Where the meetings are; null for what the team or the workspace says. */
      location?: {
        /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
        kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
        /** `link` only: an https address. */
        url?: string | null;
        /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
        template?: string | null;
        /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
        caller?: 'host' | 'guest' | null;
        /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
        number?: string | null;
        /** `in_person` only: where to go. */
        address?: string | null;
        /** `custom` only: where or how. */
        text?: string | null;
      } | null;
      /** The notice period; the longer one of this and the host's counts. Null for the host's alone. */
      minimum_notice_minutes?: number | null;
      /** How long the host has to be free before a meeting; the longer one of this and the host's counts. Null for the host's alone. */
      buffer_before_minutes?: number | null;
      /** How long the host has to be free after a meeting; the longer one of this and the host's counts. Null for the host's alone. */
      buffer_after_minutes?: number | null;
      /** Slots begin at multiples of this, counted from midnight on the first host's clock; null for the workspace's. */
      slot_interval_minutes?: number | null;
      /** How many days ahead a meeting can be booked; null for no such limit: times are then looked for in the workspace's `timeframe_days`. */
      booking_window_days?: number | null;
      /** How many meetings of this type a host may have on a day. The host's own maximum counts all meetings. Null for the host's alone. */
      maximum_per_day?: number | null;
      /** What guests are asked when they book, in this order. Up to 20; a list replaces the former one. */
      questions?: {
        /** Names the answer. Lower-case letters, digits and underscores, beginning with a letter; unique in the type. */
        key: string;
        /** What is asked. */
        label: string;
        /** `text` up to 500 characters, `long_text` up to 5,000; `choice`: one of `choices`, `choices`: several; `phone`: a phone number; `number`; `checkbox`: a box to tick. */
        kind: 'text' | 'long_text' | 'choice' | 'choices' | 'phone' | 'number' | 'checkbox';
        /** Whether guests have to answer on a page. A required checkbox has to be ticked. */
        required?: boolean | null;
        /** What there is to choose from, for the kinds `choice` and `choices`; null for others. */
        choices?: string[] | null;
      }[] | null;
      /** When guests are reminded of a meeting; null for the reminders of the workspace. In minutes before it, each once, up to five of them; empty for none. */
      reminders?: number[] | null;
      /** Whether the workspace's public page lists it. Its own page works either way. Default: true. */
      is_public?: boolean;
      /** Whether it can be booked and requested. Default: true. */
      active?: boolean;
      /** Whether guests may choose who they meet: `optional` lets them choose a member of the pool team, or anyone. `off` for types of other teams and of members. */
      choose_host?: 'off' | 'optional';
      /** Whether guests who book on its page have to confirm their address by mail before anything is booked. */
      confirm_email?: boolean;
    };
    answer: {
      data: MeetingType;
    };
  };
  /** Delete a meeting type. */
  deleteMeetingType: {
    path: {
      /** The id of the meeting type; it begins with `mt_`. */
      id: string;
    };
    answer: undefined;
  };
  /** List a team's booking links. */
  listBookingLinks: {
    path: {
      /** The id of the team; it begins with `team_`. */
      id: string;
    };
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: BookingLink[];
      meta: PageMeta;
    };
  };
  /** Create a booking link. */
  createBookingLink: {
    path: {
      /** The id of the team; it begins with `team_`. */
      id: string;
    };
    body?: {
      /** The meeting type that is booked with it, one of the team. Its name, duration, location, questions and limits count where the link says nothing else. Null for none. */
      meeting_type_id?: string | null;
      /** The title of the meetings; if null, the name of the meeting type, and without one the page shows the name of the team. */
      title?: string | null;
      /** How long a meeting takes, in minutes; null for as long as the meeting type says, else the workspace's usual duration. */
      duration_minutes?: number | null;
      /** When it expires: a time in the future; null for never. */
      expires_at?: string | null;
      /** How many meetings can be booked with it; null for no limit. */
      max_uses?: number | null;
      /** Where the meetings booked with it take place, unless the request says otherwise; null for where those of the meeting type or the team do. */
      location?: {
        /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
        kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
        /** `link` only: an https address. */
        url?: string | null;
        /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
        template?: string | null;
        /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
        caller?: 'host' | 'guest' | null;
        /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
        number?: string | null;
        /** `in_person` only: where to go. */
        address?: string | null;
        /** `custom` only: where or how. */
        text?: string | null;
      } | null;
      /** Whether people have to confirm their address by mail before anything is booked. Until they do, the time is not held. Default: as the meeting type says; without one true, unless links only work on this machine. */
      verify_email?: boolean | null;
    };
    answer: {
      data: BookingLink;
    };
  };
  /** Read a booking link. */
  getBookingLink: {
    path: {
      /** The id of the team; it begins with `team_`. */
      team_id: string;
      /** The id of the booking link; it begins with `bl_`. */
      id: string;
    };
    answer: {
      data: BookingLink;
    };
  };
  /** Change a booking link. */
  updateBookingLink: {
    path: {
      /** The id of the team; it begins with `team_`. */
      team_id: string;
      /** The id of the booking link; it begins with `bl_`. */
      id: string;
    };
    body?: {
      /** The meeting type that is booked with it, one of the team. Its name, duration, location, questions and limits count where the link says nothing else. Null for none. */
      meeting_type_id?: string | null;
      /** The title of the meetings; if null, the name of the meeting type, and without one the page shows the name of the team. */
      title?: string | null;
      /** How long a meeting takes, in minutes; null for as long as the meeting type says, else the workspace's usual duration. */
      duration_minutes?: number | null;
      /** When it expires: a time in the future; null for never. */
      expires_at?: string | null;
      /** How many meetings can be booked with it; null for no limit. */
      max_uses?: number | null;
      /** Where the meetings booked with it take place, unless the request says otherwise; null for where those of the meeting type or the team do. */
      location?: {
        /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
        kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
        /** `link` only: an https address. */
        url?: string | null;
        /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
        template?: string | null;
        /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
        caller?: 'host' | 'guest' | null;
        /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
        number?: string | null;
        /** `in_person` only: where to go. */
        address?: string | null;
        /** `custom` only: where or how. */
        text?: string | null;
      } | null;
      /** Whether people have to confirm their address by mail before anything is booked. Until they do, the time is not held. */
      verify_email?: boolean;
    };
    answer: {
      data: BookingLink;
    };
  };
  /** Delete a booking link. */
  deleteBookingLink: {
    path: {
      /** The id of the team; it begins with `team_`. */
      team_id: string;
      /** The id of the booking link; it begins with `bl_`. */
      id: string;
    };
    answer: undefined;
  };
  /** List meeting requests. */
  listMeetingRequests: {
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
      /** Only requests in this state. */
      status?: 'active' | 'booked' | 'cancelled' | 'paused';
      /** `true` lists only requests that need attention. */
      attention?: boolean;
      /** Only requests with this organizer, ignoring case. */
      organizer_email?: string;
      /** Only requests with this organizer or other host, ignoring case. */
      host_email?: string;
      /** Only requests with this participant, ignoring case. */
      participant_email?: string;
      /** Only requests routed through this team. */
      team_id?: string;
      /** Only requests of this meeting type, even if it was deleted. */
      meeting_type_id?: string;
      /** Only requests created at this time or later. */
      created_after?: string;
      /** Only requests created at this time or earlier. */
      created_before?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: MeetingRequest[];
      meta: PageMeta;
    };
  };
  /** Ask for a meeting. */
  createMeetingRequest: {
    body: {
      /** An active member. Required without a team and with one in manual mode; not with one in pool mode, unless the meeting type lets guests choose the host. */
      organizer_email?: string | null;
      /** The name that participants see, where it differs from the member's. */
      organizer_name?: string | null;
      /** The time zone of the organizer, as in the IANA list. */
      organizer_timezone?: string | null;
      /** The team that decides who takes the request. */
      team_id?: string | null;
      /** The meeting type: its team or member takes the request, unless the same is given. Its name as the title, its duration and its limits count where nothing else is said. */
      meeting_type_id?: string | null;
      /** Books this time at once, if the hosts are free then by the same rules as on a public page; else the request is refused, and nothing is made. */
      starts_at?: string | null;
      /** Whom to meet, by address alone: either this or `participants`. */
      participant_emails?: string[] | null;
      /** Whom to meet, with names, time zones and languages: either this or `participant_emails`. */
      participants?: {
        /** Whom to meet. */
        email: string;
        /** What the person is called. */
        name?: string | null;
        /** Where the person is, as in the IANA list. */
        timezone?: string | null;
        /** The language that the person reads. Without one, or with one that there are no messages in, it is that of the workspace. */
        locale?: string | null;
        /** Answers to the questions of the meeting type, by key: text, a number, `true` for a checkbox, a list for several choices. None is required here. */
        answers?: Record<string, unknown> | null;
        /** Where a host can call the person, with the country code. */
        phone_number?: string | null;
      }[] | null;
      /** Where the meeting should be. Without it, what its meeting type says, else its team, else the workspace. */
      location?: {
        /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
        kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
        /** `link` only: an https address. */
        url?: string | null;
        /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
        template?: string | null;
        /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
        caller?: 'host' | 'guest' | null;
        /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
        number?: string | null;
        /** `in_person` only: where to go. */
        address?: string | null;
        /** `custom` only: where or how. */
        text?: string | null;
      } | null;
      /** Whether the first message to the participants introduces the organizer. */
      include_introduction?: boolean;
      /** Whether Rota sends mail about the request. With `false` it writes to nobody, and the caller passes on the links. */
      notify_participants?: boolean;
      /** When people are reminded of the meeting once it is booked. Without it, those of its meeting type or of the workspace count. In minutes before it, each once, up to five of them; empty for none. */
      reminders?: number[] | null;
      /** What the meeting is about. */
      context?: {
        /** What the meeting is called. */
        title?: string | null;
        /** What it is for. */
        purpose?: string | null;
        /** More about it, for everybody in the meeting: it is in the invitation. */
        description?: string | null;
        /** How long the meeting takes, in minutes. */
        duration_minutes?: number | null;
        /** When the meeting should be. */
        timeframe?: {
          /** Not before this time. */
          start: string;
          /** Not after this time; later than `start`. */
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
      /** The id of the meeting request; it begins with `mr_`. */
      id: string;
    };
    answer: {
      data: ShownMeetingRequest;
    };
  };
  /** Change where a meeting is. */
  updateMeetingRequest: {
    path: {
      /** The id of the meeting request; it begins with `mr_`. */
      id: string;
    };
    body?: {
      /** Where the meeting should be; null for what its meeting type says, else its team, else the workspace. Everybody in a booked meeting gets an update. */
      location?: {
        /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
        kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
        /** `link` only: an https address. */
        url?: string | null;
        /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
        template?: string | null;
        /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
        caller?: 'host' | 'guest' | null;
        /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
        number?: string | null;
        /** `in_person` only: where to go. */
        address?: string | null;
        /** `custom` only: where or how. */
        text?: string | null;
      } | null;
    };
    answer: {
      data: MeetingRequest;
    };
  };
  /** Find times at which a request can take place. */
  findMeetingRequestSlots: {
    path: {
      /** The id of the meeting request; it begins with `mr_`. */
      id: string;
    };
    query?: {
      /** Slots begin at this time or later. Defaults to now. */
      from?: string;
      /** Slots end at this time or earlier: after `from`, and at most 62 days later. Without it, the `timeframe_days` of the settings decide. */
      to?: string;
      /** How long the meeting takes. By default, the settings decide. */
      duration_minutes?: number;
      /** How many slots to find; fewer if each of them names many hosts. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** With `true`, also says for all other times why they are not slots. */
      explain?: boolean;
      /** As if the request were of this type of its team or organizer. By default, its own type's limits count, if it has one. */
      meeting_type_id?: string;
    };
    answer: {
      /** Slots in order of time. */
      data: Slot[];
      meta: SlotMeta;
    };
  };
  /** Book an active request. */
  bookMeetingRequest: {
    path: {
      /** The id of the meeting request; it begins with `mr_`. */
      id: string;
    };
    body: {
      /** When the meeting begins. */
      starts_at: string;
      /** How long the meeting takes, in minutes. Default: the request's duration, or else the workspace's usual one. */
      duration_minutes?: number | null;
      /** The calendar's own id of the meeting; generated if left out. A meeting that is booked again keeps its id. */
      calendar_event_id?: string | null;
      /** Whether to take the time even if a host has another booking then. */
      force?: boolean;
    };
    answer: {
      data: MeetingRequest;
    };
  };
  /** Move a booked request to another time. */
  rescheduleMeetingRequest: {
    path: {
      /** The id of the meeting request; it begins with `mr_`. */
      id: string;
    };
    body?: {
      /** When the meeting now begins. Without it, Rota looks for another time, and the present one stays taken meanwhile. */
      starts_at?: string | null;
      /** How long it now takes, in minutes, if that changes; only with `starts_at`. */
      duration_minutes?: number | null;
      /** Whether to take the time even if a host has another booking then. */
      force?: boolean;
    };
    answer: {
      data: MeetingRequest;
    };
  };
  /** Cancel a request, booked or not. */
  cancelMeetingRequest: {
    path: {
      /** The id of the meeting request; it begins with `mr_`. */
      id: string;
    };
    body?: {
      /** Whether to tell the participants by mail. The hosts of a booked request are always told; for a request with `notify_participants: false`, nobody is. */
      notify?: boolean;
      /** Whether the member who took the turn for it goes back to the front of the queue. */
      return_turn?: boolean;
    };
    answer: {
      data: MeetingRequest;
    };
  };
  /** Say who didn't come to a meeting. */
  markMeetingRequestNoShow: {
    path: {
      /** The id of the meeting request; it begins with `mr_`. */
      id: string;
    };
    body: {
      /** Who didn't come: `guest`, or `host` for the workspace's side; null removes the mark. */
      by: 'guest' | 'host' | null;
      /** Which participants didn't come; only with `guest`. Default: all of them. */
      participant_emails?: string[] | null;
    };
    answer: {
      data: MeetingRequest;
    };
  };
  /** Pause an active request. */
  pauseMeetingRequest: {
    path: {
      /** The id of the meeting request; it begins with `mr_`. */
      id: string;
    };
    answer: {
      data: MeetingRequest;
    };
  };
  /** Resume a paused request. */
  resumeMeetingRequest: {
    path: {
      /** The id of the meeting request; it begins with `mr_`. */
      id: string;
    };
    answer: {
      data: MeetingRequest;
    };
  };
  /** Change the organizer. */
  changeMeetingRequestOrganizer: {
    path: {
      /** The id of the meeting request; it begins with `mr_`. */
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
  /** Offer other times. */
  offerMeetingRequestOptions: {
    path: {
      /** The id of the meeting request; it begins with `mr_`. */
      id: string;
    };
    body?: {
      /** Times to offer instead, each once, when every host is free. If left out, Rota chooses times not offered before. */
      starts_at?: string[] | null;
    };
    answer: {
      data: ShownMeetingRequest;
    };
  };
  /** Answer for a participant. */
  answerMeetingRequest: {
    path: {
      /** The id of the meeting request; it begins with `mr_`. */
      id: string;
    };
    body: {
      /** The participant who answered. */
      participant_email: string;
      /** The ids of all offered options that work for them. Not with `none_work`. */
      option_ids?: string[] | null;
      /** True when no option works for them. Other times are then offered. */
      none_work?: boolean | null;
      /** What else they said. */
      comment?: string | null;
      /** When they would like to meet, on their own clock. Later offers match it as far as such times are free. */
      wishes?: {
        /** The days that would suit; none, or left out, for any. */
        days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[] | null;
        /** The parts of the day that would suit; none, or left out, for any. */
        parts_of_day?: ('morning' | 'afternoon' | 'evening')[] | null;
        /** The first day that would suit. */
        earliest_date?: string | null;
        /** The last day that would suit. */
        latest_date?: string | null;
        /** Not to begin before this, on any day. */
        earliest_time?: string | null;
        /** Not to end after this, on any day. */
        latest_time?: string | null;
        /** Days that do not suit. */
        except_dates?: string[] | null;
      } | null;
    };
    answer: {
      data: ShownMeetingRequest;
    };
  };
  /** Add participants to a request. */
  addMeetingRequestParticipants: {
    path: {
      /** The id of the meeting request; it begins with `mr_`. */
      id: string;
    };
    body: {
      /** The people to add. */
      participants: {
        /** Whom to meet. */
        email: string;
        /** What the person is called. */
        name?: string | null;
        /** Where the person is, as in the IANA list. */
        timezone?: string | null;
        /** The language that the person reads. Without one, or with one that there are no messages in, it is that of the workspace. */
        locale?: string | null;
        /** Answers to the questions of the meeting type, by key: text, a number, `true` for a checkbox, a list for several choices. None is required here. */
        answers?: Record<string, unknown> | null;
        /** Where a host can call the person, with the country code. */
        phone_number?: string | null;
      }[];
    };
    answer: {
      data: ShownMeetingRequest;
    };
  };
  /** Ask again for an answer. */
  followUpMeetingRequest: {
    path: {
      /** The id of the meeting request; it begins with `mr_`. */
      id: string;
    };
    answer: {
      data: MeetingRequest;
    };
  };
  /** List messages. */
  listMessages: {
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
      /** Only messages in this state. */
      status?: 'queued' | 'sent' | 'kept' | 'failed' | 'received' | 'ignored';
      /** Only outgoing messages, or only incoming ones. */
      direction?: 'in' | 'out';
      /** Only those of this kind. */
      kind?: 'options' | 'follow_up' | 'assigned' | 'booked' | 'rescheduled' | 'place_changed' | 'cancelled' | 'reminder' | 'attention' | 'calendar_failing' | 'calendar_disconnected' | 'endpoint_disabled' | 'keys_expiring' | 'seats_nearly_full' | 'outsiders_limited' | 'confirmation' | 'request' | 'reply' | 'calendar_reply' | 'bounce' | 'sign_in' | 'invitation' | 'test';
      /** Only messages to or from this address, ignoring case. */
      address?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: Message[];
      meta: PageMeta;
    };
  };
  /** List the messages of a request. */
  listMeetingRequestMessages: {
    path: {
      /** The id of the meeting request; it begins with `mr_`. */
      id: string;
    };
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: Message[];
      meta: PageMeta;
    };
  };
  /** Read a message. */
  getMessage: {
    path: {
      /** The id of the message; it begins with `msg_`. */
      id: string;
    };
    answer: {
      data: Message;
    };
  };
  /** Send a message again. */
  resendMessage: {
    path: {
      /** The id of the message; it begins with `msg_`. */
      id: string;
    };
    answer: {
      data: Message;
    };
  };
  /** List opt-outs. */
  listOptOuts: {
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
      /** Only that of this address, whatever its case. */
      email?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: OptOut[];
      meta: PageMeta;
    };
  };
  /** Remove an opt-out. */
  deleteOptOut: {
    path: {
      /** The id of the opt-out; it begins with `oo_`. */
      id: string;
    };
    answer: undefined;
  };
  /** Hand in a mail. */
  createInboundMessage: {
    query?: {
      /** The address of this workspace that it was delivered to. Without it, the addresses in `Delivered-To`, `X-Original-To` or `Envelope-To` count, or else those in `To` and `Cc`. */
      recipient?: string;
      /** The envelope sender; empty for a report. Without it, the address in `Return-Path` counts, or else in `From`. */
      sender?: string;
      /** The IP address that the provider got it from, used to check the sender. It does not prove a trusted network. */
      client_address?: string;
    };
    answer: {
      data: Message;
      meta: InboundMessageMeta;
    };
  };
  /** List members. */
  listWorkspaceMembers: {
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
      /** Only the member with this email, whatever its upper and lower case. */
      email?: string;
      /** Only members with this role. */
      role?: 'member' | 'admin';
      /** `true` also lists deactivated members. */
      include_deactivated?: boolean;
    };
    answer: {
      /** The items of this page, newest first. */
      data: WorkspaceMember[];
      meta: PageMeta;
    };
  };
  /** Add a person to the workspace. */
  createWorkspaceMember: {
    body: {
      /** Unique in the workspace, whatever its case. */
      email: string;
      /** The whole name, if it is known. */
      name?: string | null;
      /** What the member may do in the console: an `admin` may do everything there, and make keys with every scope. */
      role?: 'member' | 'admin';
      /** An IANA time zone; null for the one of the workspace. */
      timezone?: string | null;
      /** What the person does. */
      title?: string | null;
      /** What participants may be told about the person; null for nothing. */
      introduction?: string | null;
      /** Where the person meets people by video: an https address, for meetings whose location is `personal_link`; null for none. */
      meeting_url?: string | null;
      /** Whether the person gets a mail with a link that signs them in to the console. It works once, within 7 days, and leads them through their time zone, hours and calendar. */
      send_invitation?: boolean;
    };
    answer: {
      data: WorkspaceMember;
    };
  };
  /** Read a member. */
  getWorkspaceMember: {
    path: {
      /** The id of the workspace member; it begins with `mem_`. */
      id: string;
    };
    answer: {
      data: WorkspaceMember;
    };
  };
  /** Change a member. */
  updateWorkspaceMember: {
    path: {
      /** The id of the workspace member; it begins with `mem_`. */
      id: string;
    };
    body?: {
      /** Unique in the workspace, whatever its case. */
      email?: string;
      /** The whole name, if it is known. */
      name?: string | null;
      /** What the member may do in the console: an `admin` may do everything there, and make keys with every scope. */
      role?: 'member' | 'admin';
      /** An IANA time zone; null for the one of the workspace. */
      timezone?: string | null;
      /** What the person does. */
      title?: string | null;
      /** What participants may be told about the person; null for nothing. */
      introduction?: string | null;
      /** Where the person meets people by video: an https address, for meetings whose location is `personal_link`; null for none. */
      meeting_url?: string | null;
    };
    answer: {
      data: WorkspaceMember;
    };
  };
  /** Invite a member. */
  inviteWorkspaceMember: {
    path: {
      /** The id of the workspace member; it begins with `mem_`. */
      id: string;
    };
    answer: {
      data: WorkspaceMember;
    };
  };
  /** List a member's calendars. */
  listCalendars: {
    path: {
      /** The id of the workspace member; it begins with `mem_`. */
      id: string;
    };
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: Calendar[];
      meta: PageMeta;
    };
  };
  /** Add a calendar. */
  createCalendar: {
    path: {
      /** The id of the workspace member; it begins with `mem_`. */
      id: string;
    };
    body: {
      /** `ics`: a feed that is fetched, such as the secret address of a Google calendar. `caldav`: a calendar on a CalDAV server. `pushed`: you send busy times. `google`, `microsoft`: a calendar of a connected account, which comes with it and can't be added here: see `POST /api/v1/workspace_members/{id}/calendar_connections`. */
      type: 'ics' | 'caldav' | 'pushed' | 'google' | 'microsoft';
      /** Free text, to tell calendars apart. */
      name?: string | null;
      /** Where it is fetched from: an https URL without a user name or password. `webcal://` is taken as `https://`. Addresses that are not public are refused. Required, except for `pushed`, which has none. */
      url?: string | null;
      /** Sent with the password. Required for `caldav`; for `ics` only where the server asks for one. */
      username?: string | null;
      /** Sent with the user name, to the origin of the URL and nowhere else. It is never shown. */
      password?: string | null;
      /** Whether the member’s bookings are written to it. Only one calendar of a member can receive them: a `caldav` one, or one of a connected account that is writable. */
      receives_bookings?: boolean;
    };
    answer: {
      data: Calendar;
    };
  };
  /** Read a calendar. */
  getCalendar: {
    path: {
      /** The id of the calendar; it begins with `clr_`. */
      id: string;
    };
    answer: {
      data: Calendar;
    };
  };
  /** Change a calendar. */
  updateCalendar: {
    path: {
      /** The id of the calendar; it begins with `clr_`. */
      id: string;
    };
    body?: {
      /** Free text, to tell calendars apart. */
      name?: string | null;
      /** Where it is fetched from: an https URL without a user name or password. `webcal://` is taken as `https://`. Addresses that are not public are refused. At another origin (scheme, host, port), `password` is needed again. Calendars of connected accounts have none. */
      url?: string;
      /** Null clears it, together with `password`. */
      username?: string | null;
      /** Sent with the user name, to the origin of the URL and nowhere else. It is never shown. Null clears it. */
      password?: string | null;
      /** Whether the member’s bookings are written to it. Only one calendar of a member can receive them: a `caldav` one, or one of a connected account that is writable. */
      receives_bookings?: boolean;
      /** Whether its busy times count: for calendars of connected accounts. With false, they are deleted at once; with true, it is read at once. */
      is_read?: boolean;
    };
    answer: {
      data: Calendar;
    };
  };
  /** Remove a calendar. */
  deleteCalendar: {
    path: {
      /** The id of the calendar; it begins with `clr_`. */
      id: string;
    };
    answer: undefined;
  };
  /** Read a calendar now. */
  syncCalendar: {
    path: {
      /** The id of the calendar; it begins with `clr_`. */
      id: string;
    };
    answer: {
      data: Calendar;
    };
  };
  /** Send busy times. */
  replaceBusyTimes: {
    path: {
      /** The id of the calendar; it begins with `clr_`. */
      id: string;
    };
    body: {
      /** When the range begins. */
      from: string;
      /** When it ends, after `from` and at most 366 days later. */
      to: string;
      /** When the member is busy in the range, in any order. What is outside it is cut off; overlaps are merged. An empty list means free. */
      busy: {
        /** When it begins. */
        start: string;
        /** When it ends, after `start`. */
        end: string;
      }[];
    };
    answer: {
      data: Calendar;
    };
  };
  /** List a member's connections. */
  listCalendarConnections: {
    path: {
      /** The id of the workspace member; it begins with `mem_`. */
      id: string;
    };
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: CalendarConnection[];
      meta: PageMeta;
    };
  };
  /** Begin to connect an account. */
  createCalendarConnection: {
    path: {
      /** The id of the workspace member; it begins with `mem_`. */
      id: string;
    };
    body: {
      /** Where the account is. */
      provider: 'google' | 'microsoft';
      /** Where the browser goes in the end: an https URL without a user name or password. It gets the parameters `calendar_connection` (the id) and `status`: `connected`, `refused`, `missing_scope`, `expired`, `limit_reached` or `failed`. Without it, a page of Rota says what happened. */
      return_url?: string | null;
    };
    answer: {
      data: BegunCalendarConnection;
    };
  };
  /** Read a connection. */
  getCalendarConnectionOfMember: {
    path: {
      /** The id of the workspace member; it begins with `mem_`. */
      id: string;
      /** The id of the calendar connection; it begins with `con_`. */
      connection_id: string;
    };
    answer: {
      data: CalendarConnection;
    };
  };
  /** Disconnect an account. */
  deleteCalendarConnectionOfMember: {
    path: {
      /** The id of the workspace member; it begins with `mem_`. */
      id: string;
      /** The id of the calendar connection; it begins with `con_`. */
      connection_id: string;
    };
    answer: undefined;
  };
  /** Read a connection. */
  getCalendarConnection: {
    path: {
      /** The id of the calendar connection; it begins with `con_`. */
      id: string;
    };
    answer: {
      data: CalendarConnection;
    };
  };
  /** Disconnect an account. */
  deleteCalendarConnection: {
    path: {
      /** The id of the calendar connection; it begins with `con_`. */
      id: string;
    };
    answer: undefined;
  };
  /** Bring a deactivated member back. */
  reactivateWorkspaceMember: {
    path: {
      /** The id of the workspace member; it begins with `mem_`. */
      id: string;
    };
    answer: {
      data: WorkspaceMember;
    };
  };
  /** Take a member out of everything. */
  deactivateWorkspaceMember: {
    path: {
      /** The id of the workspace member; it begins with `mem_`. */
      id: string;
    };
    body?: {
      /** The email of another active member, who takes over the meeting requests that are active, paused, or booked and still to come. */
      transfer_to?: string | null;
      /** Whether to hand over booked requests even if the new organizer has other bookings then. */
      force?: boolean;
    };
    answer: {
      data: WorkspaceMember;
    };
  };
  /** Read when a member can be booked. */
  getAvailability: {
    path: {
      /** The id of the workspace member; it begins with `mem_`. */
      id: string;
    };
    answer: {
      data: Availability;
    };
  };
  /** Change when a member can be booked. */
  updateAvailability: {
    path: {
      /** The id of the workspace member; it begins with `mem_`. */
      id: string;
    };
    body?: {
      /** The IANA time zone of the hours. Null: the member's, and without one, the workspace's. */
      timezone?: string | null;
      /** The hours of each week, by day and start; empty for none. Up to 10 a day. They may touch, but not overlap. Hours across midnight are two: until `24:00`, and from `00:00` on the next day. */
      weekly?: {
        /** The day of the week. */
        day: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
        /** When it begins, on the clock of the time zone. */
        start: string;
        /** When it ends, after `start`; `24:00` is the end of the day. */
        end: string;
      }[];
      /** Other hours on single days, by date; up to 400 days with 1,000 hours in all. Days in the past stay until the list is replaced. */
      overrides?: {
        /** The day, in the time zone. Each day once. */
        date: string;
        /** The hours of that day instead of the weekly ones, on a holiday of the workspace, too; empty for a day off. */
        hours: {
          /** When it begins, on the clock of the time zone. */
          start: string;
          /** When it ends, after `start`; `24:00` is the end of the day. */
          end: string;
        }[];
      }[];
      /** How long to keep free before a meeting. */
      buffer_before_minutes?: number;
      /** How long to keep free after a meeting. */
      buffer_after_minutes?: number;
      /** The notice period: how far ahead a meeting has to be found. */
      minimum_notice_minutes?: number;
      /** How many bookings a day may have; null for any number. */
      maximum_per_day?: number | null;
    };
    answer: {
      data: Availability;
    };
  };
  /** Find times for a meeting type. */
  findMeetingTypeSlots: {
    path: {
      /** The id of the meeting type; it begins with `mt_`. */
      id: string;
    };
    query?: {
      /** Slots begin at this time or later. Defaults to now. */
      from?: string;
      /** Slots end at this time or earlier: after `from`, and at most 62 days later. Without it, the `timeframe_days` of the settings decide. */
      to?: string;
      /** How long the meeting takes. By default, the settings decide. */
      duration_minutes?: number;
      /** How many slots to find; fewer if each of them names many hosts. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** With `true`, also says for all other times why they are not slots. */
      explain?: boolean;
    };
    answer: {
      /** Slots in order of time. */
      data: Slot[];
      meta: SlotMeta;
    };
  };
  /** Find times at which a member is free. */
  findWorkspaceMemberSlots: {
    path: {
      /** The id of the workspace member; it begins with `mem_`. */
      id: string;
    };
    query?: {
      /** Slots begin at this time or later. Defaults to now. */
      from?: string;
      /** Slots end at this time or earlier: after `from`, and at most 62 days later. Without it, the `timeframe_days` of the settings decide. */
      to?: string;
      /** How long the meeting takes. By default, the settings decide. */
      duration_minutes?: number;
      /** How many slots to find; fewer if each of them names many hosts. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** With `true`, also says for all other times why they are not slots. */
      explain?: boolean;
      /** For a meeting of this type: its duration, interval and limits count, too. Refused for a type of another member. */
      meeting_type_id?: string;
    };
    answer: {
      /** Slots in order of time. */
      data: Slot[];
      meta: SlotMeta;
    };
  };
  /** Find times at which a team can meet somebody. */
  findTeamSlots: {
    path: {
      /** The id of the team; it begins with `team_`. */
      id: string;
    };
    query?: {
      /** Slots begin at this time or later. Defaults to now. */
      from?: string;
      /** Slots end at this time or earlier: after `from`, and at most 62 days later. Without it, the `timeframe_days` of the settings decide. */
      to?: string;
      /** How long the meeting takes. By default, the settings decide. */
      duration_minutes?: number;
      /** How many slots to find; fewer if each of them names many hosts. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** With `true`, also says for all other times why they are not slots. */
      explain?: boolean;
      /** For a pool team: the `next` assignee (the default), or `any` member who can take a turn. Refused for other teams. */
      hosts?: 'next' | 'any';
      /** For a meeting of this type: its duration, interval and limits count, too. Refused for a type of another team. */
      meeting_type_id?: string;
    };
    answer: {
      /** Slots in order of time. */
      data: Slot[];
      meta: SlotMeta;
    };
  };
  /** List active seats. */
  listSeats: {
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: SeatAssignment[];
      /** Where the page stands in its list, and how many seats there may be. */
      meta: {
        /** The maximum number of items on a page: the `limit` in the request, or the nearest one allowed. */
        limit: number;
        /** Whether there is another page after this one. */
        has_more: boolean;
        /** Pass it as `cursor` to get the next page; null on the last page. */
        next_cursor: string | null;
        /** The active ones, the default first, and those that still have seats. */
        entitlements: Entitlement[];
      };
    };
  };
  /** Give a member a seat. */
  assignSeat: {
    path: {
      /** The id of the workspace member; it begins with `mem_`. */
      membership_id: string;
    };
    body?: {
      /** The id of an entitlement; without it, the active one with the highest priority. */
      entitlement_id?: string | null;
    };
    answer: {
      data: AssignedSeat;
    };
  };
  /** Give many members a seat. */
  assignSeats: {
    body: {
      /** Ids of workspace members, first come, first served. */
      membership_ids: string[];
      /** The id of an entitlement; without it, the active one with the highest priority. */
      entitlement_id?: string | null;
    };
    answer: {
      /** The outcome for each member; everybody is in one of the three lists. */
      data: {
        /** The new seats, in the order of the ids. */
        assigned: AssignedSeat[];
        /** Members who have a seat already. */
        skipped: {
          /** The id as it was sent. */
          membership_id: string;
          /** Why there is no new seat, as a code for programs. */
          reason: 'already_seated';
          /** The same as a sentence for people. */
          message: string;
        }[];
        /** Members who got none. */
        rejected: {
          /** The id as it was sent. */
          membership_id: string;
          /** Why there is no new seat, as a code for programs. */
          reason: 'no_capacity' | 'inactive' | 'unknown';
          /** The same as a sentence for people. */
          message: string;
        }[];
      };
    };
  };
  /** End a member's seat. */
  removeSeat: {
    path: {
      /** The id of the workspace member; it begins with `mem_`. */
      membership_id: string;
    };
    answer: undefined;
  };
  /** Set the seat capacity. */
  setSeatCapacity: {
    body: {
      /** How many seats there may be from now on. */
      capacity: number;
      /** The id of an entitlement; without it, the active one with the highest priority. */
      entitlement_id?: string | null;
      /** Why, for the audit log. */
      reason?: string | null;
    };
    answer: {
      data: Entitlement;
    };
  };
  /** List webhook endpoints. */
  listWebhookEndpoints: {
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: WebhookEndpoint[];
      meta: PageMeta;
    };
  };
  /** Create a webhook endpoint. */
  createWebhookEndpoint: {
    body: {
      /** Where deliveries go: an https URL without a user name or password. Addresses that are not public are refused. */
      url: string;
      /** The types of events that it is told of. */
      events: ('meeting_request.created' | 'meeting_request.booked' | 'meeting_request.rescheduled' | 'meeting_request.place_changed' | 'meeting_request.cancelled' | 'meeting_request.paused' | 'meeting_request.resumed' | 'meeting_request.organizer_changed' | 'meeting_request.follow_up_sent' | 'meeting_request.no_show' | 'meeting_request.needs_attention' | 'member.deactivated' | 'calendar.failing' | 'calendar.recovered' | 'calendar_connection.connected' | 'calendar_connection.broken' | 'webhook_endpoint.backlog_full' | 'webhook_endpoint.backlog_cleared' | 'webhook_endpoint.disabled' | 'api_key.expiring' | 'seats.nearly_full')[];
      /** Free text. */
      description?: string | null;
      /** Sent with each delivery; never shown again. */
      headers?: {
        /** The name of the header. Those that make up the request, such as `Host`, are refused. */
        key: string;
        /** Its value, in printable ASCII. */
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
      /** The id of the webhook endpoint; it begins with `we_`. */
      id: string;
    };
    answer: {
      data: WebhookEndpoint;
    };
  };
  /** Change a webhook endpoint. */
  updateWebhookEndpoint: {
    path: {
      /** The id of the webhook endpoint; it begins with `we_`. */
      id: string;
    };
    body?: {
      /** Where deliveries go: an https URL without a user name or password. Addresses that are not public are refused. At another origin (scheme, host, port), `headers` are cleared unless they are given too. */
      url?: string;
      /** The types of events that it is told of. */
      events?: ('meeting_request.created' | 'meeting_request.booked' | 'meeting_request.rescheduled' | 'meeting_request.place_changed' | 'meeting_request.cancelled' | 'meeting_request.paused' | 'meeting_request.resumed' | 'meeting_request.organizer_changed' | 'meeting_request.follow_up_sent' | 'meeting_request.no_show' | 'meeting_request.needs_attention' | 'member.deactivated' | 'calendar.failing' | 'calendar.recovered' | 'calendar_connection.connected' | 'calendar_connection.broken' | 'webhook_endpoint.backlog_full' | 'webhook_endpoint.backlog_cleared' | 'webhook_endpoint.disabled' | 'api_key.expiring' | 'seats.nearly_full')[];
      /** Free text. */
      description?: string | null;
      /** Sent with each delivery, in place of those it had. Left out, it keeps them, unless `url` moves to another origin. */
      headers?: {
        /** The name of the header. Those that make up the request, such as `Host`, are refused. */
        key: string;
        /** Its value, in printable ASCII. */
        value: string;
      }[] | null;
      /** `false` disables the endpoint: deliveries wait. `true` enables it: they are sent. */
      enabled?: boolean;
    };
    answer: {
      data: WebhookEndpoint;
    };
  };
  /** Delete a webhook endpoint. */
  deleteWebhookEndpoint: {
    path: {
      /** The id of the webhook endpoint; it begins with `we_`. */
      id: string;
    };
    answer: undefined;
  };
  /** Replace the signing secret. */
  rotateWebhookSecret: {
    path: {
      /** The id of the webhook endpoint; it begins with `we_`. */
      id: string;
    };
    answer: {
      data: WebhookEndpointWithSecret;
    };
  };
  /** Send a test event. */
  testWebhookEndpoint: {
    path: {
      /** The id of the webhook endpoint; it begins with `we_`. */
      id: string;
    };
    answer: {
      /** What will be sent. */
      data: {
        /** The delivery. Read it to see what became of it. */
        delivery_id: string;
        /** It will be sent as soon as possible. */
        status: 'queued';
      };
    };
  };
  /** List deliveries. */
  listWebhookDeliveries: {
    path: {
      /** The id of the webhook endpoint; it begins with `we_`. */
      webhook_endpoint_id: string;
    };
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
      /** Only deliveries in this state. */
      status?: 'pending' | 'success' | 'failed';
      /** Only deliveries of this type of event. */
      event_type?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: WebhookDelivery[];
      meta: PageMeta;
    };
  };
  /** Read a delivery with its attempts. */
  getWebhookDelivery: {
    path: {
      /** The id of the webhook endpoint; it begins with `we_`. */
      webhook_endpoint_id: string;
      /** The id of the webhook delivery; it begins with `del_`. */
      id: string;
    };
    answer: {
      data: WebhookDeliveryWithLog;
    };
  };
  /** Send a delivery again. */
  retryWebhookDelivery: {
    path: {
      /** The id of the webhook endpoint; it begins with `we_`. */
      webhook_endpoint_id: string;
      /** The id of the webhook delivery; it begins with `del_`. */
      id: string;
    };
    answer: {
      data: WebhookDelivery;
    };
  };
  /** Make the next attempt of a delivery now. */
  retryWebhookDeliveryNow: {
    path: {
      /** The id of the webhook endpoint; it begins with `we_`. */
      webhook_endpoint_id: string;
      /** The id of the webhook delivery; it begins with `del_`. */
      id: string;
    };
    answer: {
      data: WebhookDelivery;
    };
  };
  /** Send failed deliveries again. */
  recoverWebhookDeliveries: {
    path: {
      /** The id of the webhook endpoint; it begins with `we_`. */
      webhook_endpoint_id: string;
    };
    body: {
      /** Only deliveries that were made at this time or later. */
      since: string;
    };
    answer: {
      /** What was done. */
      data: {
        /** How many deliveries are pending again. */
        recovered: number;
      };
    };
  };
  /** List or follow events. */
  listEvents: {
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
      /** Only events that follow this one, in the order in which they happened. */
      after?: string;
    };
    answer: {
      /** The items of this page, newest first. */
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
  /** Change the workspace. */
  updateWorkspace: {
    body?: {
      /** What people will call the workspace. */
      name?: string;
      /** Part of the teams' scheduling addresses; unique on this server. 1 to 63 lower-case letters, digits and inner hyphens. Null while none is set: then teams have no address. A former handle stays with the workspace, so mail to it still arrives. */
      handle?: string | null;
      /** The IANA time zone of members who have not set one. */
      timezone?: string;
    };
    answer: {
      data: Workspace;
    };
  };
  /** Read how meetings are scheduled. */
  getSchedulingSettings: {
    answer: {
      data: SchedulingSettings;
    };
  };
  /** Change how meetings are scheduled. */
  updateSchedulingSettings: {
    body?: {
      /** How long a meeting takes when its request does not say. */
      duration_minutes?: number;
      /** The number of times offered at once. */
      options_per_round?: number;
      /** How many rounds of times are offered when none works, including the first. */
      rounds?: number;
      /** How many days ahead to look for a time when the request has no timeframe. */
      timeframe_days?: number;
      /** Slots begin at multiples of this, counted from midnight on the first host's clock. */
      slot_interval_minutes?: number;
      /** After how many business days without a response participants are reminded, in ascending order; empty for never. */
      follow_up_after_business_days?: number[];
      /** When people are reminded of a booked meeting, unless its request or its meeting type says otherwise. In minutes before it, each once, up to five of them; empty for none. */
      reminders?: number[];
      /** Whether hosts get reminders of their meetings, too. */
      remind_hosts?: boolean;
      /** The name that messages come from, behind that of the organizer. As long as it is `Rota`, the name of the company stands there. */
      sender_name?: string;
      /** Whether participants may choose another time for a booked meeting. */
      participants_may_reschedule?: boolean;
      /** Whether participants may cancel a booked meeting. */
      participants_may_cancel?: boolean;
      /** Whether offered times are kept free from other requests until there is a response, for at most 72 hours. */
      hold_options?: boolean;
      /** Whether only members with a seat get meetings. Others take no turns and have no slots. Booked meetings stay. */
      seats_required?: boolean;
      /** Whom a mail from somebody who isn't a member invites in addition to its author. `nobody`: the organizer is told about the others, and may add them. `proven`: everybody in To and Cc, if it is certain who sent the mail. */
      outsiders_may_invite?: 'nobody' | 'proven';
      /** Days on which the workspace is closed, in order, each once; up to 366. No member can be booked on that date in their own time zone, unless their availability has an override with hours for it. They are no business days, and neither are Saturdays and Sundays. */
      holidays?: string[];
      /** The language of messages to participants of whom none is known: English, German, French or Spanish. A region decides how dates and times are written: `en-US` has a 12-hour clock. */
      locale?: string;
      /** The websites that may show booking pages in a frame, each once, as scheme, host and port; up to 20. https only, but for localhost and 127.0.0.1; no wildcards. No other page can be framed by anybody. Empty: none. */
      embed_origins?: string[];
      /** Where meetings take place, unless their team, their type, their link or the request says otherwise; null for nowhere in particular. */
      location?: {
        /** `link`: the same address for every meeting. `personal_link`: the `meeting_url` of the organizer. `generated_link`: a new address for each meeting. `phone`: somebody calls. `in_person`: an address to go to. `google_meet` and `microsoft_teams`: made once the meeting is booked. `custom`: any text. */
        kind: 'link' | 'personal_link' | 'generated_link' | 'phone' | 'in_person' | 'google_meet' | 'microsoft_teams' | 'custom';
        /** `link` only: an https address. */
        url?: string | null;
        /** `generated_link` only: an https address with `{id}`, in whose place each meeting has 20 random characters. */
        template?: string | null;
        /** `phone` only: who calls. When the `host` does, guests are asked for their number. */
        caller?: 'host' | 'guest' | null;
        /** `phone` only: the number to call, as E.164, when the guest calls; null when the host does. */
        number?: string | null;
        /** `in_person` only: where to go. */
        address?: string | null;
        /** `custom` only: where or how. */
        text?: string | null;
      } | null;
      /** The text below messages to participants; null for nothing. */
      signature?: string | null;
    };
    answer: {
      data: SchedulingSettings;
    };
  };
  /** Read the branding. */
  getBranding: {
    answer: {
      data: Branding;
    };
  };
  /** Change the branding. */
  updateBranding: {
    body?: {
      /** The company as guests know it, on every page and in every mail. While it is not set, the name of the workspace. */
      company_name?: string | null;
      /** The colour of buttons and links, as `#rrggbb`; null for the usual one. Where it would be unreadable, a darker or lighter shade is used. */
      accent_color?: string | null;
      /** The company's website, to which its name leads on pages; null for none. */
      website_url?: string | null;
      /** The postal address in the footer of pages and mails; null for none. */
      postal_address?: string | null;
      /** Whether pages and mails say that they were made with Rota. */
      show_rota?: boolean;
    };
    answer: {
      data: Branding;
    };
  };
  /** Set the logo. */
  setLogo: {
    answer: {
      data: Branding;
    };
  };
  /** Remove the logo. */
  deleteLogo: {
    answer: undefined;
  };
  /** List the keys that work. */
  listApiKeys: {
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: ApiKey[];
      meta: PageMeta;
    };
  };
  /** Create a key. */
  createApiKey: {
    body: {
      /** What people will call the key: the program or the place that uses it. */
      name: string;
      /** What the key may do; nothing when left out. Only scopes that the calling key has. */
      scopes?: ('teams.read' | 'teams.write' | 'api_keys.read' | 'api_keys.write' | 'seats.read' | 'seats.write' | 'webhooks.read' | 'webhooks.write' | 'meeting_requests.read' | 'meeting_requests.write' | 'meeting_types.read' | 'meeting_types.write' | 'messages.read' | 'messages.write' | 'members.read' | 'members.write' | 'members.admin' | 'calendars.read' | 'calendars.write' | 'audit_log.read' | 'privacy.read' | 'privacy.write' | 'workspace.read' | 'workspace.write')[] | null;
      /** When the key stops working, at the latest when the calling key does. Left out or null: together with the calling key, which may be never. */
      expires_at?: string | null;
      /** Addresses and networks that the key may be used from, at most 50. Left out or null: those of the calling key, or anywhere. They must be within those of the calling key. */
      allowed_networks?: string[] | null;
    };
    answer: {
      data: NewApiKey;
    };
  };
  /** Change the name or the networks of a key. */
  updateApiKey: {
    path: {
      /** The id of the API key; it begins with `key_`. */
      id: string;
    };
    body?: {
      /** What people will call the key. */
      name?: string;
      /** Addresses and networks that the key may be used from, at most 50; null for anywhere. They must be within those of the calling key. A key can't lock itself out: its own list must have the address that the call comes from. */
      allowed_networks?: string[] | null;
    };
    answer: {
      data: ApiKey;
    };
  };
  /** Revoke a key for good. */
  revokeApiKey: {
    path: {
      /** The id of the API key; it begins with `key_`. */
      id: string;
    };
    query?: {
      /** `true` also revokes every key that it has made, the keys that those have made, and so on. Otherwise they keep working. */
      with_descendants?: boolean;
    };
    answer: undefined;
  };
  /** Replace a key with a new one. */
  rerollApiKey: {
    path: {
      /** The id of the API key; it begins with `key_`. */
      id: string;
    };
    body?: {
      /** Hours that the old key keeps working, unless it expires before; 0 ends it at once. */
      grace_hours?: number;
    };
    answer: {
      data: NewApiKey;
    };
  };
  /** List what was changed, when and by whom. */
  listAuditEntries: {
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
      /** Only entries with this action, such as `api_key.created`. */
      action?: string;
      /** Only entries about the thing with this id. */
      target_id?: string;
      /** Only what was done by the actor with this id. */
      actor_id?: string;
      /** Only what was done by an actor of this type. */
      actor_type?: 'api_key' | 'member' | 'participant' | 'booking_link' | 'meeting_type' | 'cli' | 'operator' | 'system';
      /** Only what was done at this time or later. */
      created_after?: string;
      /** Only what was done at this time or earlier. */
      created_before?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: AuditEntry[];
      meta: PageMeta;
    };
  };
  /** List all workspaces. */
  listOperatedWorkspaces: {
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
      /** Only those in this state. */
      status?: 'active' | 'suspended' | 'deleting';
      /** Only the one with this handle. */
      handle?: string;
      /** Only the one with this external id. */
      external_id?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: OperatedWorkspace[];
      meta: PageMeta;
    };
  };
  /** Create a workspace with its owner. */
  createOperatedWorkspace: {
    body: {
      /** What people will call the workspace. */
      name: string;
      /** Part of the teams' scheduling addresses; unique on this server. 1 to 63 lower-case letters, digits and inner hyphens. Null while none is set: then teams have no address. A former handle stays with the workspace, so mail to it still arrives. */
      handle?: string | null;
      /** The IANA time zone of members who have not set one. */
      timezone?: string;
      /** What another system, such as one for billing, calls the workspace; unique on this server. */
      external_id?: string | null;
      /** The first member, who becomes an `admin`. */
      owner: {
        /** Where the owner gets mail. Asking for a link with it signs them in to the console. */
        email: string;
        /** The whole name, if it is known. */
        name?: string | null;
      };
      /** What was bought for it. It needs `seat_capacity`, or `seat_unlimited` as true. */
      entitlement?: {
        /** The plan that was bought. */
        plan_key: string;
        /** How many seats there may be. */
        seat_capacity?: number;
        /** When true, the capacity is ignored. */
        seat_unlimited?: boolean;
        /** `hard` refuses a seat past the capacity, `soft` allows it. */
        enforcement_mode?: 'hard' | 'soft';
        /** When no entitlement is named, seats go to the active one with the highest priority. */
        priority?: number;
      };
      /** The limits of this workspace, where they differ from the settings. */
      limits?: {
        /** Requests that all keys of the workspace together may make in any 60 seconds. Null for the limit of the settings, 0 for no limit. */
        requests_per_minute?: number | null;
        /** API keys that work. Null for the limit of the settings, 0 for no limit. */
        api_keys?: number | null;
        /** Active teams. Null for the limit of the settings, 0 for no limit. */
        teams?: number | null;
        /** Webhook endpoints. Null for the limit of the settings, 0 for no limit. */
        webhook_endpoints?: number | null;
        /** Active members. Null for the limit of the settings, 0 for no limit. */
        members?: number | null;
        /** Messages sent in a day, by UTC. The rest is sent the next day. Null for the limit of the settings, 0 for no limit. */
        messages_per_day?: number | null;
      };
    };
    answer: {
      data: NewOperatedWorkspace;
    };
  };
  /** Read a workspace. */
  getOperatedWorkspace: {
    path: {
      /** The id of the workspace; it begins with `ws_`. */
      id: string;
    };
    answer: {
      data: OperatedWorkspaceDetail;
    };
  };
  /** Change a workspace. */
  updateOperatedWorkspace: {
    path: {
      /** The id of the workspace; it begins with `ws_`. */
      id: string;
    };
    body?: {
      /** What people will call the workspace. */
      name?: string;
      /** Part of the teams' scheduling addresses; unique on this server. 1 to 63 lower-case letters, digits and inner hyphens. Null while none is set: then teams have no address. A former handle stays with the workspace, so mail to it still arrives. */
      handle?: string | null;
      /** The IANA time zone of members who have not set one. */
      timezone?: string;
      /** What another system, such as one for billing, calls the workspace; unique on this server. */
      external_id?: string | null;
    };
    answer: {
      data: OperatedWorkspace;
    };
  };
  /** Delete a workspace after a grace period. */
  deleteWorkspace: {
    path: {
      /** The id of the workspace; it begins with `ws_`. */
      id: string;
    };
    query?: {
      /** Days until everything is removed, 0 for at once. Without it, 30. */
      grace_days?: number;
    };
    answer: {
      data: OperatedWorkspace;
    };
  };
  /** Suspend a workspace. */
  suspendWorkspace: {
    path: {
      /** The id of the workspace; it begins with `ws_`. */
      id: string;
    };
    body?: {
      /** Why. Callers with its keys see it, and so do its admins in the console. */
      reason?: string | null;
    };
    answer: {
      data: OperatedWorkspace;
    };
  };
  /** Resume a suspended workspace. */
  resumeWorkspace: {
    path: {
      /** The id of the workspace; it begins with `ws_`. */
      id: string;
    };
    answer: {
      data: OperatedWorkspace;
    };
  };
  /** Restore a workspace before it is removed. */
  restoreWorkspace: {
    path: {
      /** The id of the workspace; it begins with `ws_`. */
      id: string;
    };
    answer: {
      data: OperatedWorkspace;
    };
  };
  /** Create an API key for a workspace. */
  createWorkspaceApiKey: {
    path: {
      /** The id of the workspace; it begins with `ws_`. */
      id: string;
    };
    body: {
      /** What people will call the key: the program or the place that uses it. */
      name: string;
      /** What the key may do; nothing when left out. Only scopes that the calling key has. */
      scopes?: ('teams.read' | 'teams.write' | 'api_keys.read' | 'api_keys.write' | 'seats.read' | 'seats.write' | 'webhooks.read' | 'webhooks.write' | 'meeting_requests.read' | 'meeting_requests.write' | 'meeting_types.read' | 'meeting_types.write' | 'messages.read' | 'messages.write' | 'members.read' | 'members.write' | 'members.admin' | 'calendars.read' | 'calendars.write' | 'audit_log.read' | 'privacy.read' | 'privacy.write' | 'workspace.read' | 'workspace.write')[] | null;
      /** When the key stops working, at the latest when the calling key does. Left out or null: together with the calling key, which may be never. */
      expires_at?: string | null;
      /** Addresses and networks that the key may be used from, at most 50. Left out or null: those of the calling key, or anywhere. They must be within those of the calling key. */
      allowed_networks?: string[] | null;
    };
    answer: {
      data: NewApiKey;
    };
  };
  /** List what was bought for a workspace. */
  listEntitlements: {
    path: {
      /** The id of the workspace; it begins with `ws_`. */
      id: string;
    };
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: OperatedEntitlement[];
      meta: PageMeta;
    };
  };
  /** Add what was bought for a workspace. */
  createEntitlement: {
    path: {
      /** The id of the workspace; it begins with `ws_`. */
      id: string;
    };
    body: {
      /** The plan that was bought. */
      plan_key: string;
      /** How many seats there may be. */
      seat_capacity?: number;
      /** When true, the capacity is ignored. */
      seat_unlimited?: boolean;
      /** `hard` refuses a seat past the capacity, `soft` allows it. */
      enforcement_mode?: 'hard' | 'soft';
      /** When no entitlement is named, seats go to the active one with the highest priority. */
      priority?: number;
      /** Whether new seats can be assigned under it. Existing seats stay. */
      active?: boolean;
    };
    answer: {
      data: OperatedEntitlement;
    };
  };
  /** Change what was bought. */
  updateEntitlement: {
    path: {
      /** The id of the workspace; it begins with `ws_`. */
      id: string;
      /** The id of the entitlement; it begins with `ent_`. */
      entitlement_id: string;
    };
    body?: {
      /** The plan that was bought. */
      plan_key?: string;
      /** How many seats there may be. */
      seat_capacity?: number;
      /** When true, the capacity is ignored. */
      seat_unlimited?: boolean;
      /** `hard` refuses a seat past the capacity, `soft` allows it. */
      enforcement_mode?: 'hard' | 'soft';
      /** When no entitlement is named, seats go to the active one with the highest priority. */
      priority?: number;
      /** Whether new seats can be assigned under it. Existing seats stay. */
      active?: boolean;
      /** Why, for the audit log. */
      reason?: string;
    };
    answer: {
      data: OperatedEntitlement;
    };
  };
  /** End what was bought. */
  endEntitlement: {
    path: {
      /** The id of the workspace; it begins with `ws_`. */
      id: string;
      /** The id of the entitlement; it begins with `ent_`. */
      entitlement_id: string;
    };
    body?: {
      /** Why, for the audit log. */
      reason?: string | null;
    };
    answer: {
      data: OperatedEntitlement;
    };
  };
  /** Read what a workspace has used. */
  getWorkspaceUsage: {
    path: {
      /** The id of the workspace; it begins with `ws_`. */
      id: string;
    };
    query?: {
      /** The first month, such as `2026-01`. Without it, the same as `to`. */
      from?: string;
      /** The last month. Without it, the current one. */
      to?: string;
    };
    answer: {
      /** The months, oldest first. */
      data: MonthOfUsage[];
    };
  };
  /** List what all workspaces have used. */
  listUsage: {
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
      /** The month, such as `2026-11`. Without it, the current one. */
      month?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: WorkspaceUsage[];
      meta: PageMeta;
    };
  };
  /** Read the limits of a workspace. */
  getWorkspaceLimits: {
    path: {
      /** The id of the workspace; it begins with `ws_`. */
      id: string;
    };
    answer: {
      data: WorkspaceLimits;
    };
  };
  /** Change the limits of a workspace. */
  updateWorkspaceLimits: {
    path: {
      /** The id of the workspace; it begins with `ws_`. */
      id: string;
    };
    body?: {
      /** Requests that all keys of the workspace together may make in any 60 seconds. Null for the limit of the settings, 0 for no limit. */
      requests_per_minute?: number | null;
      /** API keys that work. Null for the limit of the settings, 0 for no limit. */
      api_keys?: number | null;
      /** Active teams. Null for the limit of the settings, 0 for no limit. */
      teams?: number | null;
      /** Webhook endpoints. Null for the limit of the settings, 0 for no limit. */
      webhook_endpoints?: number | null;
      /** Active members. Null for the limit of the settings, 0 for no limit. */
      members?: number | null;
      /** Messages sent in a day, by UTC. The rest is sent the next day. Null for the limit of the settings, 0 for no limit. */
      messages_per_day?: number | null;
    };
    answer: {
      data: WorkspaceLimits;
    };
  };
  /** Erase everything about a participant. */
  createErasure: {
    body: {
      /** The address of the person. Case does not matter; an address with a tag, such as `grace+news@example.org`, is another one. */
      email: string;
      /** Whether to cancel the requests with this person that are active, paused, or booked and not over. Everybody else is notified as usual. */
      cancel_open_requests?: boolean;
    };
    answer: {
      data: Erasure;
    };
  };
  /** List erasures. */
  listErasures: {
    query?: {
      /** How many items a page has. A number out of range becomes the nearest one in range. */
      limit?: number;
      /** The `next_cursor` of the previous page. Without it, the list starts at its beginning. */
      cursor?: string;
    };
    answer: {
      /** The items of this page, newest first. */
      data: Erasure[];
      meta: PageMeta;
    };
  };
  /** Read the receipt of an erasure. */
  getErasure: {
    path: {
      /** The id of the erasure; it begins with `era_`. */
      id: string;
    };
    answer: {
      data: Erasure;
    };
  };
  /** Read everything about a participant. */
  exportPerson: {
    body: {
      /** The address of the person. Case does not matter; an address with a tag, such as `grace+news@example.org`, is another one. */
      email: string;
      /** The maximum number of records on a page. */
      limit?: number;
      /** The `next_cursor` of the previous page; without it, the first page. */
      after?: string | null;
    };
    answer: {
      /** The records of this page. It can be empty although more pages follow, because each page searches only so much. */
      data: ExportRecord[];
      /** Where to go on. */
      meta: {
        /** Whether there may be more. */
        has_more: boolean;
        /** Pass it as `after` for the next page; null at the end. */
        next_cursor: string | null;
      };
    };
  };
  /** Read how long things are kept. */
  getRetention: {
    answer: {
      data: Retention;
    };
  };
  /** Change how long things are kept. */
  updateRetention: {
    body?: {
      /** Days that meeting requests are kept once they are over, with their participants, options, messages and invites. Null: as the service does. */
      requests_days?: number | null;
      /** Days that messages and incoming mails are kept. Null: as the service does. */
      messages_days?: number | null;
      /** Days that events and finished deliveries are kept. Null: as the service does. */
      events_days?: number | null;
      /** Days that entries of the audit log are kept. Null: as the service does. */
      audit_log_days?: number | null;
    };
    answer: {
      data: Retention;
    };
  };
  /** Is the process alive? */
  getHealth: {
    answer: {
      /** Always `ok`: anything else has a different HTTP status. */
      status: 'ok';
    };
  };
  /** Is it ready to serve? */
  getReadiness: {
    answer: {
      /** Always `ok`: anything else has a different HTTP status. */
      status: 'ok';
      /** Present, and `true`, while the node only serves reads (`ROTA_READ_ONLY`). */
      read_only?: boolean;
    };
  };
  /** Figures for Prometheus. */
  getMetrics: {
    answer: string;
  };
  /** The description of the API, as OpenAPI 3.1. */
  getApiDescription: {
    answer: Record<string, unknown>;
  };
  /** The description of the API, as a page. */
  getReference: {
    answer: string;
  };
}

/** The method and the path of each operation. */
export const routes = {
  listTeams: ['GET', '/api/v1/teams'],
  createTeam: ['POST', '/api/v1/teams'],
  getTeam: ['GET', '/api/v1/teams/{id}'],
  updateTeam: ['PATCH', '/api/v1/teams/{id}'],
  deactivateTeam: ['POST', '/api/v1/teams/{id}/deactivate'],
  reactivateTeam: ['POST', '/api/v1/teams/{id}/reactivate'],
  addTeamMember: ['POST', '/api/v1/teams/{team_id}/members'],
  updateTeamMember: ['PATCH', '/api/v1/teams/{team_id}/members/{id}'],
  removeTeamMember: ['DELETE', '/api/v1/teams/{team_id}/members/{id}'],
  pauseTeamMember: ['POST', '/api/v1/teams/{team_id}/members/{id}/pause'],
  unpauseTeamMember: ['POST', '/api/v1/teams/{team_id}/members/{id}/unpause'],
  getRotation: ['GET', '/api/v1/teams/{id}/rotation'],
  listAssignments: ['GET', '/api/v1/teams/{id}/assignments'],
  createAssignment: ['POST', '/api/v1/teams/{id}/assignments'],
  getAssignment: ['GET', '/api/v1/teams/{id}/assignments/{turn_id}'],
  listMeetingTypes: ['GET', '/api/v1/meeting_types'],
  createMeetingType: ['POST', '/api/v1/meeting_types'],
  getMeetingType: ['GET', '/api/v1/meeting_types/{id}'],
  updateMeetingType: ['PATCH', '/api/v1/meeting_types/{id}'],
  deleteMeetingType: ['DELETE', '/api/v1/meeting_types/{id}'],
  listBookingLinks: ['GET', '/api/v1/teams/{id}/booking_links'],
  createBookingLink: ['POST', '/api/v1/teams/{id}/booking_links'],
  getBookingLink: ['GET', '/api/v1/teams/{team_id}/booking_links/{id}'],
  updateBookingLink: ['PATCH', '/api/v1/teams/{team_id}/booking_links/{id}'],
  deleteBookingLink: ['DELETE', '/api/v1/teams/{team_id}/booking_links/{id}'],
  listMeetingRequests: ['GET', '/api/v1/meeting_requests'],
  createMeetingRequest: ['POST', '/api/v1/meeting_requests'],
  getMeetingRequest: ['GET', '/api/v1/meeting_requests/{id}'],
  updateMeetingRequest: ['PATCH', '/api/v1/meeting_requests/{id}'],
  findMeetingRequestSlots: ['GET', '/api/v1/meeting_requests/{id}/slots'],
  bookMeetingRequest: ['POST', '/api/v1/meeting_requests/{id}/book'],
  rescheduleMeetingRequest: ['POST', '/api/v1/meeting_requests/{id}/reschedule'],
  cancelMeetingRequest: ['POST', '/api/v1/meeting_requests/{id}/cancel'],
  markMeetingRequestNoShow: ['POST', '/api/v1/meeting_requests/{id}/no_show'],
  pauseMeetingRequest: ['POST', '/api/v1/meeting_requests/{id}/pause'],
  resumeMeetingRequest: ['POST', '/api/v1/meeting_requests/{id}/resume'],
  changeMeetingRequestOrganizer: ['POST', '/api/v1/meeting_requests/{id}/change_organizer'],
  offerMeetingRequestOptions: ['POST', '/api/v1/meeting_requests/{id}/options'],
  answerMeetingRequest: ['POST', '/api/v1/meeting_requests/{id}/answer'],
  addMeetingRequestParticipants: ['POST', '/api/v1/meeting_requests/{id}/participants'],
  followUpMeetingRequest: ['POST', '/api/v1/meeting_requests/{id}/follow_up'],
  listMessages: ['GET', '/api/v1/messages'],
  listMeetingRequestMessages: ['GET', '/api/v1/meeting_requests/{id}/messages'],
  getMessage: ['GET', '/api/v1/messages/{id}'],
  resendMessage: ['POST', '/api/v1/messages/{id}/resend'],
  listOptOuts: ['GET', '/api/v1/opt_outs'],
  deleteOptOut: ['DELETE', '/api/v1/opt_outs/{id}'],
  createInboundMessage: ['POST', '/api/v1/inbound_messages'],
  listWorkspaceMembers: ['GET', '/api/v1/workspace_members'],
  createWorkspaceMember: ['POST', '/api/v1/workspace_members'],
  getWorkspaceMember: ['GET', '/api/v1/workspace_members/{id}'],
  updateWorkspaceMember: ['PATCH', '/api/v1/workspace_members/{id}'],
  inviteWorkspaceMember: ['POST', '/api/v1/workspace_members/{id}/invite'],
  listCalendars: ['GET', '/api/v1/workspace_members/{id}/calendars'],
  createCalendar: ['POST', '/api/v1/workspace_members/{id}/calendars'],
  getCalendar: ['GET', '/api/v1/calendars/{id}'],
  updateCalendar: ['PATCH', '/api/v1/calendars/{id}'],
  deleteCalendar: ['DELETE', '/api/v1/calendars/{id}'],
  syncCalendar: ['POST', '/api/v1/calendars/{id}/sync'],
  replaceBusyTimes: ['POST', '/api/v1/calendars/{id}/busy_times'],
  listCalendarConnections: ['GET', '/api/v1/workspace_members/{id}/calendar_connections'],
  createCalendarConnection: ['POST', '/api/v1/workspace_members/{id}/calendar_connections'],
  getCalendarConnectionOfMember: ['GET', '/api/v1/workspace_members/{id}/calendar_connections/{connection_id}'],
  deleteCalendarConnectionOfMember: ['DELETE', '/api/v1/workspace_members/{id}/calendar_connections/{connection_id}'],
  getCalendarConnection: ['GET', '/api/v1/calendar_connections/{id}'],
  deleteCalendarConnection: ['DELETE', '/api/v1/calendar_connections/{id}'],
  reactivateWorkspaceMember: ['POST', '/api/v1/workspace_members/{id}/reactivate'],
  deactivateWorkspaceMember: ['POST', '/api/v1/workspace_members/{id}/deactivate'],
  getAvailability: ['GET', '/api/v1/workspace_members/{id}/availability'],
  updateAvailability: ['PATCH', '/api/v1/workspace_members/{id}/availability'],
  findMeetingTypeSlots: ['GET', '/api/v1/meeting_types/{id}/slots'],
  findWorkspaceMemberSlots: ['GET', '/api/v1/workspace_members/{id}/slots'],
  findTeamSlots: ['GET', '/api/v1/teams/{id}/slots'],
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
  retryWebhookDeliveryNow: ['POST', '/api/v1/webhook_endpoints/{webhook_endpoint_id}/deliveries/{id}/retry_now'],
  recoverWebhookDeliveries: ['POST', '/api/v1/webhook_endpoints/{webhook_endpoint_id}/recover'],
  listEvents: ['GET', '/api/v1/events'],
  getWorkspace: ['GET', '/api/v1/workspace'],
  updateWorkspace: ['PATCH', '/api/v1/workspace'],
  getSchedulingSettings: ['GET', '/api/v1/workspace/scheduling'],
  updateSchedulingSettings: ['PATCH', '/api/v1/workspace/scheduling'],
  getBranding: ['GET', '/api/v1/workspace/branding'],
  updateBranding: ['PATCH', '/api/v1/workspace/branding'],
  setLogo: ['PUT', '/api/v1/workspace/branding/logo'],
  deleteLogo: ['DELETE', '/api/v1/workspace/branding/logo'],
  listApiKeys: ['GET', '/api/v1/api_keys'],
  createApiKey: ['POST', '/api/v1/api_keys'],
  updateApiKey: ['PATCH', '/api/v1/api_keys/{id}'],
  revokeApiKey: ['DELETE', '/api/v1/api_keys/{id}'],
  rerollApiKey: ['POST', '/api/v1/api_keys/{id}/reroll'],
  listAuditEntries: ['GET', '/api/v1/audit_log'],
  listOperatedWorkspaces: ['GET', '/api/v1/operator/workspaces'],
  createOperatedWorkspace: ['POST', '/api/v1/operator/workspaces'],
  getOperatedWorkspace: ['GET', '/api/v1/operator/workspaces/{id}'],
  updateOperatedWorkspace: ['PATCH', '/api/v1/operator/workspaces/{id}'],
  deleteWorkspace: ['DELETE', '/api/v1/operator/workspaces/{id}'],
  suspendWorkspace: ['POST', '/api/v1/operator/workspaces/{id}/suspend'],
  resumeWorkspace: ['POST', '/api/v1/operator/workspaces/{id}/resume'],
  restoreWorkspace: ['POST', '/api/v1/operator/workspaces/{id}/restore'],
  createWorkspaceApiKey: ['POST', '/api/v1/operator/workspaces/{id}/api_keys'],
  listEntitlements: ['GET', '/api/v1/operator/workspaces/{id}/entitlements'],
  createEntitlement: ['POST', '/api/v1/operator/workspaces/{id}/entitlements'],
  updateEntitlement: ['PATCH', '/api/v1/operator/workspaces/{id}/entitlements/{entitlement_id}'],
  endEntitlement: ['POST', '/api/v1/operator/workspaces/{id}/entitlements/{entitlement_id}/end'],
  getWorkspaceUsage: ['GET', '/api/v1/operator/workspaces/{id}/usage'],
  listUsage: ['GET', '/api/v1/operator/usage'],
  getWorkspaceLimits: ['GET', '/api/v1/operator/workspaces/{id}/limits'],
  updateWorkspaceLimits: ['PATCH', '/api/v1/operator/workspaces/{id}/limits'],
  createErasure: ['POST', '/api/v1/erasures'],
  listErasures: ['GET', '/api/v1/erasures'],
  getErasure: ['GET', '/api/v1/erasures/{id}'],
  exportPerson: ['POST', '/api/v1/exports'],
  getRetention: ['GET', '/api/v1/workspace/retention'],
  updateRetention: ['PATCH', '/api/v1/workspace/retention'],
  getHealth: ['GET', '/healthz'],
  getReadiness: ['GET', '/readyz'],
  getMetrics: ['GET', '/metrics'],
  getApiDescription: ['GET', '/openapi.json'],
  getReference: ['GET', '/docs'],
} as const satisfies Record<keyof Operations, readonly [method: string, path: string]>;
