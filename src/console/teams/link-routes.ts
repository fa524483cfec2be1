import { createLink, deleteLink, listLinks } from '../../features/meetings/booking-links/operations.ts';
import { verifiesByDefault } from '../../features/meetings/booking-links/rules.ts';
import { NewBookingLink } from '../../features/meetings/booking-links/shapes.ts';
import { getTeam } from '../../features/turns/teams/operations.ts';
import { pageQuery } from '../../http/query.ts';
import type { Route } from '../../http/route.ts';
import { check } from '../../shapes/check.ts';
import { form, page } from '../route.ts';
import { linkInput, linksPage } from './links-page.ts';
import { mayEditTeam, teamPath } from './team-frame.ts';

const path = { id: { kind: 'team', what: 'Team' } } as const;
const ofTeam = ({ id }: { id: string }) => ({ team: id });

const links = page({
  url: '/console/teams/:id/booking-links',
  summary: 'Booking links of a team',
  path,
  query: pageQuery('bookingLink'),
  may: 'see_team',
  of: ofTeam,
  async show(screen, { path: { id }, query }) {
    const team = await getTeam(screen, id);
    return linksPage(screen, {
      team,
      mayEdit: await mayEditTeam(screen, id),
      links: await listLinks(screen, id, query),
      cursor: query.cursor,
      verifies: verifiesByDefault(screen.address.url),
    });
  },
});

const forms: Route[] = [
  form({
    url: '/console/teams/:id/booking-links',
    summary: 'Make a booking link',
    path,
    may: 'edit_team',
    of: ofTeam,
    on: links,
    async send(screen, { path: { id }, fields }) {
      await createLink(screen, id, check(NewBookingLink, linkInput(fields, screen.dates.timezone)));
      return { to: `${teamPath(id)}/booking-links`, done: 'created' };
    },
  }),
  form({
    url: '/console/teams/:id/booking-links/:link_id/delete',
    summary: 'Delete a booking link',
    path: { ...path, link_id: { kind: 'bookingLink', what: 'Booking link' } },
    may: 'edit_team',
    of: ofTeam,
    on: links,
    async send(screen, { path: { id, link_id } }) {
      await deleteLink(screen, id, link_id);
      return { to: `${teamPath(id)}/booking-links`, done: 'deleted' };
    },
  }),
];

export const linkRoutes: Route[] = [links.route, ...forms];
