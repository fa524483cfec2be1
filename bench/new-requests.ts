import type { Context } from '../src/context.ts';
import type { NewEvent } from '../src/features/events/events/event-types.ts';

/** Events of this many new meeting requests. */
export function newRequests({ ids }: Context, count: number): NewEvent[] {
  const created_at = new Date().toISOString();
  return Array.from({ length: count }, () => ({
    event: 'meeting_request.created',
    id: ids('meetingRequest'),
    organizer_email: 'member-1@example.com',
    participant_emails: ['guest@example.com'],
    meeting_type_id: null,
    status: 'active',
    created_at,
  }));
}
