// What the console says about a message: its purpose, its fate, and how a reply was understood.
import type { Message } from '../../features/meetings/messages/operations.ts';
import type { UnderstoodAs } from '../../features/meetings/messages/rules.ts';
import type { Html } from '../../html/html.ts';
import { type BadgeKind, badge } from '../../html/marks.ts';

export const kinds: Record<Message['kind'], string> = {
  options: 'Times to choose from',
  follow_up: 'Asked again',
  assigned: 'Told who takes it',
  booked: 'Invite',
  rescheduled: 'Invite to another time',
  cancelled: 'Cancelled',
  attention: 'Asked to look at it',
  calendar_failing: 'A calendar can’t be read',
  endpoint_disabled: 'A webhook endpoint was disabled',
  keys_expiring: 'API keys expire soon',
  seats_nearly_full: 'Nearly all seats are assigned',
  outsiders_limited: 'Requests from outside are stopped for today',
  confirmation: 'Asked to confirm the address',
  sign_in: 'Sign-in link',
  invitation: 'Invitation to the workspace',
  test: 'Test mail',
  request: 'Asked for a meeting',
  reply: 'Reply',
  calendar_reply: 'Answer of a calendar',
  bounce: 'Report of a mail server',
};

export const kindNames = Object.keys(kinds) as Message['kind'][];

const fates: Record<Message['status'], { kind: BadgeKind; label: string }> = {
  queued: { kind: 'info', label: 'To be sent' },
  sent: { kind: 'good', label: 'Sent' },
  kept: { kind: 'neutral', label: 'Kept: no mail server is set' },
  failed: { kind: 'bad', label: 'Not sent' },
  received: { kind: 'good', label: 'Understood' },
  ignored: { kind: 'neutral', label: 'Ignored' },
};

export const statusLabel = (status: Message['status']): string => fates[status].label;

export function fateOf({
  status,
  understood_as,
  direction,
}: Pick<Message, 'status' | 'understood_as' | 'direction'>): Html {
  if (direction === 'in' && status === 'received') {
    if (understood_as === null) return badge('info', 'Not read yet');
    if (understood_as === 'unclear') return badge('warn', 'Unclear');
  }
  const { kind, label } = fates[status];
  return badge(kind, label);
}

const understandings: Record<UnderstoodAs, string> = {
  new_request: 'A request for a meeting',
  chose_options: 'Chooses offered times',
  none_work: 'Says that none of the times works',
  courtesy: 'Says thank you, and nothing else',
  unclear: 'Passed on to the organizer: it could mean more than one thing',
  added_participants: 'Adds participants who were suggested',
  attendance_accepted: 'Their calendar has accepted the invite',
  attendance_declined: 'Their calendar has declined the invite',
  attendance_tentative: 'Their calendar says maybe',
  counter_proposal: 'Their calendar proposes another time',
  bounced: 'A mail could not be delivered',
  delayed: 'A mail is delayed',
  delivered: 'A mail was delivered',
  out_of_office: 'They are out of office, and are asked again once they are back',
};

export const understandingOf = (name: string): string => understandings[name as UnderstoodAs] ?? name;

export const whyIgnored = (reason: string): string => `Nothing was done about it: ${reason}`;
