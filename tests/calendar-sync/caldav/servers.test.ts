// A calendar on a CalDAV server is found, read, and given its member's bookings.
import { CaldavServer, type DialectName, dialects } from '../../support/receivers/caldav-server.ts';
import { caldavWalk } from './walk.ts';

for (const name of Object.keys(dialects) as DialectName[]) {
  caldavWalk(`a server like ${name}`, () => CaldavServer.start(name));
}
