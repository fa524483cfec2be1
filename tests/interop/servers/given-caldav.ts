// A calendar on a server of somebody else, in INTEROP_CALDAV_URL.
import type { CaldavServer } from '../../calendar-sync/caldav/walk.ts';
import { CaldavAccount } from '../../support/makers/caldav-account.ts';
import type { ServerOfOthers } from './server-of-others.ts';

const { INTEROP_CALDAV_URL: given, INTEROP_CALDAV_USERNAME = '', INTEROP_CALDAV_PASSWORD = '' } = process.env;

export const isGiven = given !== undefined;

export const givenCaldav: ServerOfOthers<CaldavServer> = {
  name: 'the server of INTEROP_CALDAV_URL',
  prepare: async () => {},
  async start() {
    const url = new URL('./', `${given}/`.replace(/\/+$/, '/')).href;
    const unable = () => Promise.reject(new Error('It belongs to somebody else.'));
    return {
      url,
      onlyCalendar: url,
      account: new CaldavAccount({
        username: INTEROP_CALDAV_USERNAME,
        password: INTEROP_CALDAV_PASSWORD,
        home: url,
      }),
      checksPasswords: true,
      stop: unable,
      start: unable,
      async [Symbol.asyncDispose]() {},
    };
  },
};
