import type { getMember } from '../../features/people/members/operations.ts';
import { type Content, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { pageHead, tabs } from '../../html/sections.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { plainName } from '../words.ts';

export type Member = Awaited<ReturnType<typeof getMember>>;
type Tab = 'Profile' | 'Availability' | 'Calendars' | 'Sessions';

export const membersUrl = '/console/members';
export const urlOf = ({ id }: { id: string }) => `${membersUrl}/${id}`;

/** The top of every page about a member: who it is, and links to the other pages. */
export async function memberPage(
  screen: Screen,
  member: Member,
  current: Tab,
  content: Content,
): Promise<Shown> {
  const isManaged = await screen.may('manage_members');
  const isOwn = member.id === screen.member.id;
  const url = urlOf(member);
  const all: { label: Tab; href: string }[] = [
    { label: 'Profile', href: url },
    { label: 'Availability', href: `${url}/availability` },
    { label: 'Calendars', href: `${url}/calendars` },
    { label: 'Sessions', href: isOwn ? '/console/profile/sessions' : `${url}/sessions` },
  ];
  const name = plainName(member);
  const head = pageHead({
    ...(isManaged && { above: [{ href: membersUrl, label: 'Members' }] }),
    title: name,
    badge: [member.role === 'admin' && badge('info', 'Admin'), member.deactivated_at && deactivated],
    lead: html`${member.name !== null && member.email}${member.name !== null && member.title !== null && ' · '}${member.title}`,
  });
  return {
    title: current === 'Profile' ? name : `${current} of ${name}`,
    says: {
      member_added: `${name} is a member now.`,
      invited: saysOfInvitation(member),
      member_signed_out: `${name} is signed out everywhere.`,
      member_reactivated: `${name} is active again.`,
      member_deactivated: `${name} is deactivated.`,
      member_leaving: `${name} is deactivated. Their requests are being handed over.`,
    },
    content: html`${head}
${tabs(
  'Pages of this member',
  all.map((tab) => ({ ...tab, current: tab.label === current })),
)}
${content}`,
  };
}

export const saysOfInvitation = ({ email }: Pick<Member, 'email'>): string =>
  `An invitation is on its way to ${email}.`;

const deactivated = badge('warn', 'Deactivated');
