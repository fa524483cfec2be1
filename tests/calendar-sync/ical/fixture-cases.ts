// What each file in fixtures/ means, worked out from RFC 5545 by hand. Times are in UTC.

export interface FixtureCase {
  file: string;
  /** What it shows, if the name of the file does not say it all. */
  because?: string;
  timezone?: string;
  from?: string;
  until?: string;
  busy: string[];
  doubtful?: number;
  unknown_zones?: string[];
}

/** Unless the case says otherwise: two months in Berlin, where the clocks go forward on 29 March at 01:00 UTC. */
export const USUAL = { timezone: 'Europe/Berlin', from: '2026-03-01T00:00Z', until: '2026-05-01T00:00Z' };

export const fixtureCases: FixtureCase[] = [
  { file: 'google-single', busy: ['2026-03-05T13:00Z/2026-03-05T14:00Z'] },
  {
    file: 'google-weekly-across-dst',
    busy: [
      '2026-03-16T08:00Z/2026-03-16T09:00Z',
      '2026-03-23T08:00Z/2026-03-23T09:00Z',
      '2026-03-30T07:00Z/2026-03-30T08:00Z',
      '2026-04-06T07:00Z/2026-04-06T08:00Z',
    ],
  },
  {
    file: 'google-all-day',
    because: 'three days with the change of clocks have 71 hours',
    busy: ['2026-03-04T23:00Z/2026-03-05T23:00Z', '2026-03-27T23:00Z/2026-03-30T22:00Z'],
  },
  {
    file: 'google-all-day',
    because: 'a day is that of the member, not of the calendar',
    timezone: 'America/New_York',
    busy: ['2026-03-05T05:00Z/2026-03-06T05:00Z', '2026-03-28T04:00Z/2026-03-31T04:00Z'],
  },
  {
    file: 'google-moved-and-cancelled',
    busy: [
      '2026-03-03T13:00Z/2026-03-03T14:00Z',
      '2026-03-12T09:00Z/2026-03-12T10:30Z',
      '2026-03-24T13:00Z/2026-03-24T14:00Z',
      '2026-03-31T12:00Z/2026-03-31T13:00Z',
    ],
  },
  {
    file: 'google-declined',
    because: 'only what the member declined is free, also a single instance',
    busy: [
      '2026-03-04T09:00Z/2026-03-04T10:00Z',
      '2026-03-05T09:00Z/2026-03-05T10:00Z',
      '2026-03-07T09:00Z/2026-03-07T10:00Z',
    ],
  },
  { file: 'google-transparent', busy: ['2026-03-10T09:00Z/2026-03-10T09:30Z'] },
  {
    file: 'google-exceptions',
    because: 'exceptions are written in the zone, in a list, in UTC and as a date',
    busy: [
      '2026-03-23T07:00Z/2026-03-23T07:30Z',
      '2026-03-26T07:00Z/2026-03-26T07:30Z',
      '2026-03-27T07:00Z/2026-03-27T07:30Z',
      '2026-03-28T07:00Z/2026-03-28T07:30Z',
      '2026-03-30T06:00Z/2026-03-30T06:30Z',
    ],
  },
  {
    file: 'google-free-busy-only',
    because: 'what overlaps or touches becomes one, a second between is kept',
    busy: ['2026-03-03T09:00Z/2026-03-03T11:30Z', '2026-03-03T11:30:01Z/2026-03-03T12:00Z'],
  },
  {
    file: 'exchange-windows-zone',
    busy: [
      '2026-03-16T08:00Z/2026-03-16T08:45Z',
      '2026-03-30T07:00Z/2026-03-30T07:45Z',
      '2026-04-06T07:00Z/2026-04-06T07:45Z',
    ],
  },
  {
    file: 'outlook-quoted-windows-zone',
    because: 'the name alone is enough',
    busy: ['2026-03-06T17:00Z/2026-03-06T18:00Z', '2026-03-09T16:00Z/2026-03-09T17:00Z'],
  },
  {
    file: 'outlook-customized-zone',
    because: 'only the definition says where it is',
    busy: [
      '2026-03-06T14:00Z/2026-03-06T15:00Z',
      '2026-03-07T14:00Z/2026-03-07T15:00Z',
      '2026-03-08T13:00Z/2026-03-08T14:00Z',
      '2026-03-09T13:00Z/2026-03-09T14:00Z',
    ],
  },
  {
    file: 'exchange-tzone-custom',
    busy: [
      '2026-03-27T09:00Z/2026-03-27T10:00Z',
      '2026-03-30T08:00Z/2026-03-30T09:00Z',
      '2026-04-01T10:00Z/2026-04-01T11:00Z',
    ],
  },
  {
    file: 'outlook-busy-status',
    because: 'free and working elsewhere are not busy',
    busy: [
      '2026-03-10T09:00Z/2026-03-10T10:00Z',
      '2026-03-12T09:00Z/2026-03-12T10:00Z',
      '2026-03-13T09:00Z/2026-03-13T10:00Z',
    ],
  },
  {
    file: 'outlook-label-zone',
    busy: [
      '2026-03-09T13:00Z/2026-03-09T13:30Z',
      '2026-04-01T07:00Z/2026-04-01T07:30Z',
      '2026-04-02T03:30Z/2026-04-02T04:00Z',
    ],
  },
  { file: 'outlook-all-day-until-in-utc', busy: ['2026-03-23T23:00Z/2026-03-26T23:00Z'] },
  {
    file: 'outlook-all-day-exception-in-utc',
    busy: [
      '2026-03-23T23:00Z/2026-03-24T23:00Z',
      '2026-03-26T12:00Z/2026-03-26T13:00Z',
      '2026-03-26T23:00Z/2026-03-27T23:00Z',
    ],
  },
  { file: 'apple-declined-by-parameter', busy: ['2026-03-03T10:00Z/2026-03-03T11:00Z'] },
  {
    file: 'apple-floating',
    busy: [
      '2026-03-27T06:00Z/2026-03-27T07:00Z',
      '2026-03-28T06:00Z/2026-03-28T07:00Z',
      '2026-03-29T05:00Z/2026-03-29T06:00Z',
      '2026-03-30T05:00Z/2026-03-30T06:00Z',
    ],
  },
  {
    file: 'apple-floating',
    because: 'elsewhere it is another time',
    timezone: 'America/New_York',
    busy: [
      '2026-03-27T11:00Z/2026-03-27T12:00Z',
      '2026-03-28T11:00Z/2026-03-28T12:00Z',
      '2026-03-29T11:00Z/2026-03-29T12:00Z',
      '2026-03-30T11:00Z/2026-03-30T12:00Z',
    ],
  },
  { file: 'apple-travel-across-zones', busy: ['2026-03-10T09:00Z/2026-03-10T17:30Z'] },
  {
    file: 'made-up-zone',
    because: 'it is an hour and a half later from 20 March',
    busy: [
      '2026-03-18T09:00Z/2026-03-18T10:00Z',
      '2026-03-19T09:00Z/2026-03-19T10:00Z',
      '2026-03-20T07:30Z/2026-03-20T08:30Z',
      '2026-03-21T07:30Z/2026-03-21T08:30Z',
    ],
  },
  {
    file: 'zone-of-the-southern-half',
    busy: ['2026-04-03T22:00Z/2026-04-03T23:00Z', '2026-04-04T23:00Z/2026-04-05T00:00Z'],
  },
  {
    file: 'zone-that-used-to-be-another',
    because: 'its summer begins in March',
    busy: ['2026-03-20T13:00Z/2026-03-20T14:00Z'],
  },
  {
    file: 'zone-that-used-to-be-another',
    because: 'until 2006 its summer began in April',
    from: '2006-03-01T00:00Z',
    until: '2006-04-01T00:00Z',
    busy: ['2006-03-20T14:00Z/2006-03-20T15:00Z'],
  },
  {
    file: 'thunderbird-zone-path',
    busy: ['2026-03-30T08:00Z/2026-03-30T09:00Z', '2026-03-31T12:00Z/2026-03-31T13:00Z'],
  },
  {
    file: 'unknown-zone-in-a-calendar-with-one',
    busy: ['2026-03-03T00:00Z/2026-03-03T01:00Z'],
    doubtful: 1,
    unknown_zones: ['Nowhere/Land'],
  },
  {
    file: 'unknown-zone',
    busy: ['2026-03-03T08:00Z/2026-03-03T09:00Z'],
    doubtful: 1,
    unknown_zones: ['Nowhere/Land'],
  },
  {
    file: 'nextcloud-several-weekdays',
    busy: [
      '2026-03-24T14:00Z/2026-03-24T15:00Z',
      '2026-03-26T14:00Z/2026-03-26T15:00Z',
      '2026-04-07T13:00Z/2026-04-07T14:00Z',
      '2026-04-09T13:00Z/2026-04-09T14:00Z',
    ],
  },
  {
    file: 'nextcloud-additions',
    busy: [
      '2026-03-02T08:00Z/2026-03-02T09:00Z',
      '2026-03-06T13:00Z/2026-03-06T14:00Z',
      '2026-03-30T07:00Z/2026-03-30T08:00Z',
    ],
  },
  {
    file: 'additions-as-periods',
    busy: [
      '2026-03-02T09:00Z/2026-03-02T10:00Z',
      '2026-03-03T09:00Z/2026-03-03T12:00Z',
      '2026-03-04T09:00Z/2026-03-04T09:15Z',
    ],
  },
  {
    file: 'this-and-following',
    because: 'it moves all that follow, but for one that was moved alone',
    busy: [
      '2026-03-02T08:00Z/2026-03-02T09:00Z',
      '2026-03-09T08:00Z/2026-03-09T09:00Z',
      '2026-03-17T13:00Z/2026-03-17T13:30Z',
      '2026-03-25T07:00Z/2026-03-25T08:00Z',
      '2026-03-31T12:00Z/2026-03-31T12:30Z',
      '2026-04-07T12:00Z/2026-04-07T12:30Z',
    ],
  },
  {
    file: 'this-and-following-cancelled',
    busy: ['2026-03-02T09:00Z/2026-03-02T10:00Z', '2026-03-03T09:00Z/2026-03-03T10:00Z'],
  },
  { file: 'moved-into-the-range', busy: ['2026-03-10T09:00Z/2026-03-10T10:00Z'] },
  { file: 'instance-without-its-series', busy: ['2026-03-10T08:00Z/2026-03-10T09:00Z'] },
  {
    file: 'duration-of-a-day',
    because: 'a day is as long as it is there',
    busy: ['2026-03-09T11:00Z/2026-03-16T11:00Z', '2026-03-28T11:00Z/2026-03-29T10:00Z'],
  },
  {
    file: 'duration-of-24-hours',
    because: 'hours are exact',
    busy: ['2026-03-21T11:00Z/2026-03-22T13:30Z', '2026-03-28T11:00Z/2026-03-29T11:00Z'],
  },
  {
    file: 'end-is-exact-in-a-series',
    busy: [
      '2026-03-27T21:00Z/2026-03-28T05:00Z',
      '2026-03-28T21:00Z/2026-03-29T05:00Z',
      '2026-03-29T20:00Z/2026-03-30T04:00Z',
    ],
  },
  {
    file: 'without-an-end',
    because: 'a moment is not busy, a day is',
    busy: ['2026-03-03T23:00Z/2026-03-04T23:00Z', '2026-03-05T23:00Z/2026-03-06T23:00Z'],
    doubtful: 1,
  },
  {
    file: 'free-busy',
    busy: [
      '2026-03-03T09:00Z/2026-03-03T10:00Z',
      '2026-03-04T09:00Z/2026-03-04T09:30Z',
      '2026-03-06T09:00Z/2026-03-06T10:00Z',
      '2026-03-07T00:00Z/2026-03-08T00:00Z',
    ],
  },
  { file: 'tasks-and-notes', busy: ['2026-03-05T09:00Z/2026-03-05T10:00Z'] },
  { file: 'alarms-are-not-events', busy: ['2026-03-03T09:00Z/2026-03-03T10:00Z'] },
  { file: 'folded-in-odd-places', busy: ['2026-03-03T08:00Z/2026-03-03T09:00Z'] },
  { file: 'latin-1', busy: ['2026-03-03T09:00Z/2026-03-03T10:00Z'] },
  {
    file: 'several-calendars',
    because: 'each has its own zones, even by the same name',
    busy: [
      '2026-03-03T09:00Z/2026-03-03T10:00Z',
      '2026-03-04T08:00Z/2026-03-04T09:00Z',
      '2026-03-05T17:00Z/2026-03-05T18:00Z',
    ],
  },
  {
    file: 'newer-version-wins',
    because: 'if none is newer, all count',
    busy: [
      '2026-03-03T14:00Z/2026-03-03T15:00Z',
      '2026-03-04T14:00Z/2026-03-04T15:00Z',
      '2026-03-05T09:00Z/2026-03-05T10:00Z',
      '2026-03-05T14:00Z/2026-03-05T15:00Z',
    ],
  },
  { file: 'cancelled', busy: ['2026-03-05T09:00Z/2026-03-05T10:00Z'] },
  { file: 'written-by-rota', busy: ['2026-03-04T09:00Z/2026-03-04T10:00Z'] },
  {
    file: 'clocks-in-the-fold-and-the-gap',
    until: '2026-11-01T00:00Z',
    busy: ['2026-03-29T01:30Z/2026-03-29T01:45Z', '2026-10-25T00:30Z/2026-10-25T00:45Z'],
  },
  {
    file: 'midnight-that-does-not-exist',
    timezone: 'Asia/Beirut',
    busy: ['2026-03-28T22:00Z/2026-03-29T21:00Z'],
  },
  {
    file: 'all-day-every-week',
    busy: [
      '2026-03-21T23:00Z/2026-03-22T23:00Z',
      '2026-03-28T23:00Z/2026-03-29T22:00Z',
      '2026-04-11T22:00Z/2026-04-12T22:00Z',
    ],
  },
  {
    file: 'monthly-rules',
    busy: [
      '2026-03-10T08:00Z/2026-03-10T09:00Z',
      '2026-03-31T10:00Z/2026-03-31T11:00Z',
      '2026-03-31T14:00Z/2026-03-31T15:00Z',
      '2026-03-31T16:00Z/2026-03-31T17:00Z',
      '2026-04-14T07:00Z/2026-04-14T08:00Z',
      '2026-04-30T10:00Z/2026-04-30T11:00Z',
      '2026-04-30T16:00Z/2026-04-30T17:00Z',
    ],
  },
  {
    file: 'yearly-rules',
    from: '2028-01-01T00:00Z',
    until: '2029-01-01T00:00Z',
    busy: [
      '2028-02-28T23:00Z/2028-02-29T23:00Z',
      '2028-04-09T09:00Z/2028-04-09T10:00Z',
      '2028-05-15T09:00Z/2028-05-15T10:00Z',
      '2028-11-23T17:00Z/2028-11-23T18:00Z',
    ],
  },
  {
    file: 'ends-of-the-range',
    busy: ['2026-03-01T00:00Z/2026-03-01T02:00Z', '2026-04-30T23:00Z/2026-05-01T00:00Z'],
  },
  { file: 'long-instances', busy: ['2026-03-01T00:00Z/2026-03-05T23:00Z'] },
  {
    file: 'until-includes-the-last',
    busy: [
      '2026-03-28T08:00Z/2026-03-28T09:00Z',
      '2026-03-28T11:00Z/2026-03-28T12:00Z',
      '2026-03-28T19:00Z/2026-03-28T20:00Z',
      '2026-03-29T07:00Z/2026-03-29T08:00Z',
      '2026-03-29T10:00Z/2026-03-29T11:00Z',
      '2026-03-29T18:00Z/2026-03-29T19:00Z',
      '2026-03-30T07:00Z/2026-03-30T08:00Z',
    ],
  },
  {
    file: 'several-times-a-day',
    because: 'an exception takes one of them',
    busy: [
      '2026-03-27T08:00Z/2026-03-27T08:15Z',
      '2026-03-27T08:30Z/2026-03-27T08:45Z',
      '2026-03-27T12:30Z/2026-03-27T12:45Z',
      '2026-03-28T08:00Z/2026-03-28T08:15Z',
      '2026-03-28T08:30Z/2026-03-28T08:45Z',
      '2026-04-01T08:00Z/2026-04-01T08:10Z',
      '2026-04-01T11:00Z/2026-04-01T11:10Z',
      '2026-04-01T14:00Z/2026-04-01T14:10Z',
      '2026-04-01T17:00Z/2026-04-01T17:10Z',
    ],
  },
  {
    file: 'one-broken-event',
    because: 'the rest counts, and what is known of it',
    busy: ['2026-03-03T09:00Z/2026-03-03T10:00Z', '2026-03-04T09:00Z/2026-03-04T10:00Z'],
    doubtful: 2,
  },
  {
    file: 'forgotten-ends',
    busy: [
      '2026-03-03T09:00Z/2026-03-03T10:00Z',
      '2026-03-04T09:00Z/2026-03-04T10:00Z',
      '2026-03-05T09:00Z/2026-03-05T10:00Z',
    ],
  },
  { file: 'empty', busy: [] },
];
