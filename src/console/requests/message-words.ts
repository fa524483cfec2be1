// What the console says about a message: its purpose, its fate, and how a reply was understood.
import type { Message } from '../../features/meetings/messages/operations.ts';
import type { UnderstoodAs } from '../../features/meetings/messages/rules.ts';
import type { Html } from '../../html/html.ts';
import { type BadgeKind, badge } from '../../html/marks.ts';

export const kinds: Record<Message['kind'], string> = {
  options: 'Times to choose from',
  follow_up: 'Reminder',
  assigned: 'Assignment',
  booked: 'Invitation',
  rescheduled: 'Updated invitation',
  place_changed: 'Place of the meeting',
  cancelled: 'Cancellation',
  reminder: 'Meeting reminder',
  attention: 'Action needed',
  calendar_failing: 'Calendar can’t be read',
  calendar_disconnected: 'Calendars disconnected',
  endpoint_disabled: 'Webhook endpoint disabled',
  keys_expiring: 'API keys expiring soon',
  seats_nearly_full: 'Nearly all seats assigned',
  outsiders_limited: 'Requests from outside stopped for today',
  confirmation: 'Address confirmation',
  sign_in: 'Sign-in link',
  invitation: 'Invitation to the console',
  test: 'Test email',
  request: 'Meeting request',
  reply: 'Reply',
  calendar_reply: 'Calendar reply',
  bounce: 'Delivery report',
};

export const kindNames = Object.keys(kinds) as Message['kind'][];

const fates: Record<Message['status'], { kind: BadgeKind; label: string }> = {
  queued: { kind: 'info', label: 'Queued' },
  sent: { kind: 'good', label: 'Sent' },
  kept: { kind: 'neutral', label: 'Not sent: no mail server configured' },
  failed: { kind: 'bad', label: 'Failed' },
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
  new_request: 'Asks for a meeting',
  chose_options: 'Chooses offered times',
  none_work: 'Says none of the times works',
  courtesy: 'A thank-you and nothing else',
  unclear: 'Passed on to the host: it isn’t clear what it means',
  added_participants: 'Adds the suggested participants',
  attendance_accepted: 'Their calendar accepted the invitation',
  attendance_declined: 'Their calendar declined the invitation',
  attendance_tentative: 'Their calendar says maybe',
  counter_proposal: 'Their calendar proposes another time',
  bounced: 'An email couldn’t be delivered',
  delayed: 'An email is delayed',
  delivered: 'An email was delivered',
  out_of_office: 'Out of office: the reminder waits until they’re back',
};

export const understandingOf = (name: string): string => understandings[name as UnderstoodAs] ?? name;

export const whyIgnored = (reason: string): string => `Nothing was done with it: ${reason}`;
