import type { Services } from '../../context.ts';
import {
  createLink,
  deleteLink,
  getLink,
  listLinks,
  updateLink,
} from '../../features/meetings/booking-links/operations.ts';
import { BookingLinkChange, NewBookingLink } from '../../features/meetings/booking-links/shapes.ts';
import { confirmsByDefault } from '../../features/meetings/meeting-types/rules.ts';
import { getTeam } from '../../features/turns/teams/operations.ts';
import { qrCode } from '../../html/qr-code.ts';
import { type GivenBySession, withSession } from '../../http/access/session.ts';
import { pageQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { check } from '../../shapes/check.ts';
import { embedSection } from '../embed-code.ts';
import { typeChoicesOf } from '../meeting-types/choices.ts';
import { form, page } from '../route.ts';
import { requirePermission, screenOf } from '../screen.ts';
import {
  editLinkPage,
  linkChange,
  linkInput,
  linkLabels,
  linkPage,
  linkPath,
  linksPage,
} from './links-page.ts';
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
      verifies: confirmsByDefault(screen.address.url),
      types: await typeChoicesOf(screen, id),
    });
  },
});

const linkIds = { ...path, link_id: { kind: 'bookingLink', what: 'Booking link' } } as const;

const one = page({
  url: '/console/teams/:id/booking-links/:link_id',
  summary: 'A booking link, with its QR code',
  path: linkIds,
  may: 'see_team',
  of: ofTeam,
  async show(screen, { path: { id, link_id } }) {
    const team = await getTeam(screen, id);
    const link = await getLink(screen, id, link_id);
    return linkPage(screen, {
      team,
      mayEdit: await mayEditTeam(screen, id),
      link,
      embedding: await embedSection(screen, {
        url: link.url,
        label: link.title ?? `Book a time with ${team.name}`,
      }),
    });
  },
});

const edit = page({
  url: '/console/teams/:id/booking-links/:link_id/edit',
  summary: 'The form that changes a booking link',
  path: linkIds,
  may: 'edit_team',
  of: ofTeam,
  async show(screen, { path: { id, link_id } }) {
    const link = await getLink(screen, id, link_id);
    return editLinkPage(screen, {
      team: await getTeam(screen, id),
      mayEdit: true,
      link,
      types: await typeChoicesOf(screen, id, link.meeting_type_id),
    });
  },
});

/** The QR code as a file, to print. */
const code = route({
  method: 'GET',
  url: '/console/teams/:id/booking-links/:link_id/qr.svg',
  access: withSession,
  operation: 'showBookingLinkQrCode',
  group: { name: 'Console', description: 'Pages for the members of a workspace.' },
  summary: 'The QR code of a booking link',
  description: 'An SVG file.',
  path: linkIds,
  response: { status: 200, description: 'The code.', contentType: 'image/svg+xml' },
  async handle(given: Services & GivenBySession, { path: { id, link_id } }) {
    const screen = screenOf(given);
    await requirePermission(screen, 'see_team', { team: id });
    const team = await getTeam(screen, id);
    const { url, title } = await getLink(screen, id, link_id);
    return qrCode(url, `QR code of ${title ?? team.name}`).text;
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
    labels: linkLabels,
    async send(screen, { path: { id }, fields }) {
      await createLink(screen, id, check(NewBookingLink, linkInput(fields, screen.dates.timezone)));
      return { to: `${teamPath(id)}/booking-links`, done: 'link_created' };
    },
  }),
  form({
    url: '/console/teams/:id/booking-links/:link_id/edit',
    summary: 'Change a booking link',
    path: linkIds,
    may: 'edit_team',
    of: ofTeam,
    on: edit,
    labels: linkLabels,
    async send(screen, { path: { id, link_id }, fields }) {
      const link = await getLink(screen, id, link_id);
      const change = linkChange(link, fields, screen.dates.timezone);
      await updateLink(screen, id, link_id, check(BookingLinkChange, change));
      return { to: linkPath(id, link_id), done: 'link_saved' };
    },
  }),
  form({
    url: '/console/teams/:id/booking-links/:link_id/delete',
    summary: 'Delete a booking link',
    path: linkIds,
    may: 'edit_team',
    of: ofTeam,
    on: one,
    async send(screen, { path: { id, link_id } }) {
      await deleteLink(screen, id, link_id);
      return { to: `${teamPath(id)}/booking-links`, done: 'link_deleted' };
    },
  }),
];

export const linkRoutes: Route[] = [links.route, one.route, edit.route, code, ...forms];
