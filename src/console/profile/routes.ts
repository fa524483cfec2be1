import { getMember } from '../../features/people/members/operations.ts';
import { endOtherSessions, endSession, listSessions } from '../../features/people/sessions/operations.ts';
import type { Route } from '../../http/route.ts';
import { memberPage } from '../members/frame.ts';
import { showProfile } from '../members/profile.ts';
import { sessionsOf } from '../members/sessions.ts';
import { form, page } from '../route.ts';

const url = '/console/profile/sessions';

const profilePage = page({
  url: '/console/profile',
  summary: 'You',
  may: 'use_console',
  show: (screen) => showProfile(screen, screen.member.id),
});

const sessionsPage = page({
  url,
  summary: 'Where you are signed in',
  may: 'use_console',
  async show(screen) {
    const member = await getMember(screen, screen.member.id);
    const sessions = await listSessions(screen, member.id);
    const content = sessionsOf(screen, sessions, {
      endAll: `${url}/end`,
      endOne: (id) => `${url}/${id}/end`,
    });
    return memberPage(screen, member, 'Sessions', content);
  },
});

export const profileRoutes: Route[] = [
  profilePage.route,
  sessionsPage.route,
  form({
    on: sessionsPage,
    url: `${url}/end`,
    summary: 'Sign out everywhere else',
    may: 'use_console',
    async send(screen) {
      await endOtherSessions(screen);
      return { to: url, done: 'signed_out_elsewhere' };
    },
  }),
  form({
    on: sessionsPage,
    url: `${url}/:session_id/end`,
    summary: 'Sign out there',
    path: { session_id: { kind: 'session', what: 'Session' } },
    may: 'use_console',
    async send(screen, { path }) {
      await endSession(screen, path.session_id);
      return { to: url, done: 'session_ended' };
    },
  }),
];
