// Calendars on real CalDAV servers.
import { caldavWalk } from '../calendar-sync/caldav/walk.ts';
import { isGiven } from './servers/given-caldav.ts';
import { caldavServers } from './servers/index.ts';

// With the names of this machine: a server that is given may be anywhere.
for (const { name, start } of caldavServers) caldavWalk(name, start, { node: { outside: {} }, isGiven });
