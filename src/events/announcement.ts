/** Goes to the endpoint that it was asked for, and can't be subscribed to. */
export interface TestAnnouncement {
  event: 'test';
  message: string;
}

/**
 * What other systems can be told: each kind of event with exactly the fields of its payload, besides the time,
 * which `announce` adds.
 */
export type Announcement =
  | {
      event: 'meeting_request.created';
      id: string;
      organizer_email: string;
      participant_emails: string[];
      status: 'active';
      created_at: string;
    }
  | {
      event: 'meeting_request.booked';
      id: string;
      organizer_email: string;
      calendar_event_id: string;
      status: 'booked';
      booked_at: string;
    }
  | {
      event: 'meeting_request.cancelled';
      id: string;
      organizer_email: string;
      status: 'cancelled';
      cancelled_at: string;
      /** Whether it had been booked before. */
      was_booked: boolean;
    }
  | {
      event: 'meeting_request.paused';
      id: string;
      organizer_email: string;
      status: 'paused';
      paused_at: string;
    }
  | {
      event: 'meeting_request.resumed';
      id: string;
      organizer_email: string;
      status: 'active';
      resumed_at: string;
    }
  | {
      event: 'meeting_request.organizer_changed';
      id: string;
      old_organizer_email: string;
      new_organizer_email: string;
    }
  | {
      event: 'meeting_request.follow_up_sent';
      id: string;
      organizer_email: string;
      participant_emails: string[];
      sent_at: string;
    }
  | {
      event: 'member.deactivated';
      id: string;
      email: string;
      name: string | null;
      deactivated_at: string;
      /** The email of whoever took over the meeting requests. */
      transferred_to: string | null;
    };

/** Each of them, so that the compiler asks for a new one here. */
const known: Record<Announcement['event'], true> = {
  'meeting_request.created': true,
  'meeting_request.booked': true,
  'meeting_request.cancelled': true,
  'meeting_request.paused': true,
  'meeting_request.resumed': true,
  'meeting_request.organizer_changed': true,
  'meeting_request.follow_up_sent': true,
  'member.deactivated': true,
};

export type EventType = Announcement['event'];

/** What an endpoint can subscribe to. */
export const eventTypes = Object.keys(known) as EventType[];
