import { invalidRequest, validationError } from '../../../errors.ts';
import { hasSignInLink, type MessageKind } from '../../../mail-out/drafts.ts';
import { onOneLine } from '../../../text/plain-text.ts';

export const directions = ['in', 'out'] as const;
export type Direction = (typeof directions)[number];

export const statuses = ['queued', 'sent', 'kept', 'failed', 'received', 'ignored'] as const;
export type Status = (typeof statuses)[number];

/** What an incoming message can be understood as. */
export const understandings = [
  'new_request',
  'chose_options',
  'none_work',
  'courtesy',
  'unclear',
  'added_participants',
  'attendance_accepted',
  'attendance_declined',
  'attendance_tentative',
  'counter_proposal',
  'bounced',
  'delayed',
  'delivered',
  'out_of_office',
] as const;
export type UnderstoodAs = (typeof understandings)[number];

const incomingStatuses: readonly Status[] = ['received', 'ignored'];
const incomingKinds: readonly string[] = ['request', 'reply', 'calendar_reply', 'bounce'];

interface Filter {
  status: Status | undefined;
  direction: Direction | undefined;
  kind: string | undefined;
}

/**
 * The filter without conditions implied by others; undefined if no message can match. Status and kind each imply a direction.
 * Conditions on two columns that contradict each other would scan all messages and find none.
 */
export function withoutImplied<Given extends Filter>(filter: Given): Given | undefined {
  const { status, direction, kind } = filter;
  const implied = [
    direction,
    status && directionIf(incomingStatuses.includes(status)),
    kind && directionIf(incomingKinds.includes(kind)),
  ].filter((each) => each !== undefined);
  if (new Set(implied).size > 1) return undefined;
  return { ...filter, direction: status || kind ? undefined : direction };
}

const directionIf = (isIncoming: boolean): Direction => (isIncoming ? 'in' : 'out');

export { hasSignInLink };

/** A sign-in link has expired by then, an invitation is sent anew on the page of the members, and a reminder would be wrong. */
export const isResendable = ({ status, kind }: { status: Status; kind: MessageKind }): boolean =>
  status !== 'queued' && !incomingStatuses.includes(status) && !hasSignInLink(kind) && kind !== 'reminder';

/** Refuses a message that is still queued, came in, or is no longer of use. */
export function checkResendable({ status, kind }: { status: Status; kind: string }): void {
  if (kind === 'sign_in')
    throw validationError('Cannot resend a sign-in mail: its link works only once, and not for long', {
      plain: 'A sign-in link works only once. Ask for a new one on the sign-in page.',
    });
  if (kind === 'invitation')
    throw validationError('Cannot resend an invitation: send a new one to the member instead', {
      plain: 'Invitations aren’t sent twice. Send a new one from the member’s page.',
    });
  if (kind === 'reminder')
    throw validationError('Cannot resend a reminder: it is true at one moment only', {
      plain: 'Reminders aren’t sent twice: what they say would be wrong by now.',
    });
  if (status === 'queued')
    throw invalidRequest('Cannot resend a message that is queued already', {
      plain: 'This message is already waiting to be sent.',
    });
  if (incomingStatuses.includes(status))
    throw invalidRequest('Cannot resend a message that came in', {
      plain: 'A message that came in can’t be sent again.',
    });
}

/** A mailbox as written in mail headers: `"Ada Lovelace via Rota" <sales.acme@rota.localhost>`. */
export function writtenMailbox(name: string | null, address: string): string {
  const shown = onOneLine(name ?? '');
  return shown === '' ? address : `"${shown.replace(/["\\]/g, '\\$&')}" <${address}>`;
}
