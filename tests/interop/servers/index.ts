// The servers that `npm run interop` walks through, by kind.
import type { CaldavServer } from '../../calendar-sync/caldav/walk.ts';
import { aiosmtpd } from './aiosmtpd.ts';
import { givenCaldav, isGiven } from './given-caldav.ts';
import type { MailServer } from './mail.ts';
import { msmtpd } from './msmtpd.ts';
import { radicale } from './radicale.ts';
import type { ServerOfOthers } from './server-of-others.ts';
import { xandikos } from './xandikos.ts';

export const caldavServers: ServerOfOthers<CaldavServer>[] = isGiven ? [givenCaldav] : [radicale, xandikos];

export const mailServers: ServerOfOthers<MailServer>[] = [aiosmtpd, msmtpd];

export const everyServer: ServerOfOthers<unknown>[] = [...caldavServers, ...mailServers];
