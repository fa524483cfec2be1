// docs/operate/security.md lists all that a stranger can have Rota write, with the numbers of the code.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { consoleRoutes } from '../../src/console/routes.ts';
import { bookingPageRoutes } from '../../src/features/meetings/booking-page/routes.ts';
import { MAX_RESCHEDULES } from '../../src/features/meetings/booking-page/rules.ts';
import { MAX_PER_DAY } from '../../src/features/meetings/inbox/new-requests.ts';
import { MAX_MAILS as MAX_CONFIRMATIONS } from '../../src/features/meetings/page-bookings/rules.ts';
import { publicPageRoutes } from '../../src/features/meetings/public-pages/routes.ts';
import { MAX_MAILS_PER_DAY } from '../../src/features/meetings/requests/lifecycle/attention.ts';
import { MAX_MAILS, MAX_WORKSPACES } from '../../src/features/people/sessions/rules.ts';
import { defaults } from '../../src/features/workspace/scheduling-settings/rules.ts';
import { linkLimits } from '../../src/http/access/participant-link.ts';
import { MAX_FORMS } from '../../src/http/access/sign-in.ts';
import { SIGN_IN_LINK_MS } from '../../src/limits/limits.ts';
import type { Target } from '../../src/mail-in/arrival.ts';
import { settings } from '../../src/settings/config.ts';
import { limits as smtpLimits } from '../../src/smtp/rates.ts';
import { MINUTE_MS } from '../../src/time/timestamps.ts';
import { test } from '../support/lanes.ts';
import { onBothEngines } from '../support/server/rota.ts';

/** Whoever has one of these has an account, or was given a key. */
const KNOWN = ['api_key', 'operator_key', 'session'];

/** How the list calls what mail can be addressed to. A new kind of address does not compile without a place in it. */
const addressees: Record<Target['target'] | 'service', string> = {
  team: 'a mail to a team',
  workspace: "a mail to the workspace's address",
  service: '`rota@`',
  reply: "a mail to a participant's reply address",
  bounce: 'a report or an out-of-office reply',
};

/** `/:handle/:slug`. */
const withoutPatterns = (url: string) => url.replace(/\([^/]*\)/g, '');

async function readSection(): Promise<string> {
  const page = await readFile(new URL('../../docs/operate/security.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('## What a stranger can have Rota send');
  return section.split('\n## ')[0] as string;
}

onBothEngines('What a stranger can have Rota send', (node) => {
  test('is listed for every form that needs no account', async () => {
    const section = await readSection();
    const listed = [...section.matchAll(/`POST (\/[^`]*)`/g)]
      .map(([, path]) => path as string)
      .filter((path) => !path.startsWith('/api/'));
    const every = [...node().app.routes, ...bookingPageRoutes, ...publicPageRoutes, ...consoleRoutes];
    const open = every
      .filter(({ method, access }) => method !== 'GET' && !KNOWN.includes(access.kind))
      .map(({ url }) => withoutPatterns(url));
    assert.deepEqual([...new Set(listed)].sort(), [...new Set(open)].sort());
  });

  test('is listed for every kind of address', async () => {
    const section = await readSection();
    for (const words of Object.values(addressees)) assert.ok(section.includes(words), words);
  });

  test('has the limits of the code', async () => {
    const section = await readSection();
    const { maxOutsiderMessages, maxOutsiderMessagesPerNetwork } = settings;
    const { ofNetwork, ofSharedLink, ofPersonalLink } = linkLimits;
    for (const sentence of [
      `${maxOutsiderMessagesPerNetwork.fallback} people a day for one network, ${maxOutsiderMessages.fallback} for a workspace`,
      `${MAX_PER_DAY} requests a day with the same person`,
      `${MAX_MAILS_PER_DAY} a day for a request`,
      `each round once, ${defaults.rounds} rounds`,
      `${MAX_CONFIRMATIONS} an hour for an address`,
      `${ofNetwork} a minute for a network, ${ofSharedLink} for a link`,
      `${MAX_RESCHEDULES} moves in 24 hours`,
      `${ofPersonalLink} forms a minute`,
      `in up to ${MAX_WORKSPACES} workspaces`,
      `${MAX_MAILS} in the time that a link lives (${SIGN_IN_LINK_MS / MINUTE_MS} minutes)`,
      `${MAX_FORMS} forms a minute for a network`,
      `${smtpLimits.client} mails a minute, ${smtpLimits.sender} of one sender, and a workspace takes ${smtpLimits.workspace}`,
      `\`outsiders_may_invite\` (\`${defaults.outsiders_may_invite}\``,
    ]) {
      assert.ok(section.includes(sentence), sentence);
    }
  });
});
