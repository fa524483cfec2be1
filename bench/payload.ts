/** The body of a delivery for a new meeting request. */
export function payloadOf(id: string): string {
  const timestamp = new Date().toISOString();
  return JSON.stringify({
    event: 'meeting_request.created',
    timestamp,
    id,
    organizer_email: 'member-1@example.com',
    participant_emails: ['guest@example.com'],
    status: 'active',
    created_at: timestamp,
  });
}
