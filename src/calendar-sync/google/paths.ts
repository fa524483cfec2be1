export const eventsPath = (calendarId: string): string =>
  `/calendars/${encodeURIComponent(calendarId)}/events`;

export const eventPath = (calendarId: string, eventId: string): string =>
  `${eventsPath(calendarId)}/${encodeURIComponent(eventId)}`;
