// The tables with what guests booked on public pages, and with what waits for their confirmation.
import { own, type Place } from './place.ts';
import { type Content, deleteOwnRow } from './row-rules.ts';

/** What guests typed whose booking waits to be confirmed. */
const ofWaiting: Record<string, Content> = {
  name: 'text',
  email: 'address',
  email_folded: 'address',
  note: 'text',
  answers: 'json',
  phone_number: 'text',
};

export const bookingsOfPages: Record<string, Place> = {
  booking_link_uses: {
    columns: { ...own('workspace_id', 'link_id', 'nonce', 'request_id'), email_folded: 'address' },
    walk: { by: ['link_id', 'nonce'], also: ['request_id'], request: ({ request_id }) => request_id },
    counted: 'booking_links',
  },
  meeting_type_uses: {
    columns: { ...own('workspace_id', 'meeting_type_id', 'nonce', 'request_id'), email_folded: 'address' },
    walk: {
      by: ['meeting_type_id', 'nonce'],
      also: ['request_id'],
      request: ({ request_id }) => request_id,
    },
    counted: 'booking_links',
  },
  booking_confirmations: {
    columns: {
      ...own('workspace_id', 'id', 'link_id', 'nonce', 'timezone', 'locale', 'host_id', 'request_id'),
      ...ofWaiting,
    },
    walk: { by: ['id'], erase: deleteOwnRow },
    counted: 'booking_links',
  },
  meeting_type_confirmations: {
    columns: {
      ...own('workspace_id', 'id', 'meeting_type_id', 'nonce', 'timezone', 'locale', 'host_id', 'request_id'),
      ...ofWaiting,
    },
    walk: { by: ['id'], erase: deleteOwnRow },
    counted: 'booking_links',
  },
};
