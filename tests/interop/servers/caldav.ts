// What to do where no CalDAV server can be had.
export const instead =
  'set INTEROP_CALDAV_URL to an empty calendar for tests on a CalDAV server, with INTEROP_CALDAV_USERNAME and ' +
  'INTEROP_CALDAV_PASSWORD.';
