import type { getTeam } from '../../features/turns/teams/operations.ts';
import { type Content, html } from '../../html/html.ts';
import { badge, code } from '../../html/marks.ts';
import { pageHead, tabs } from '../../html/sections.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { modeBadge, modeWords } from './words.ts';

export type ShownTeam = Awaited<ReturnType<typeof getTeam>>;

/** What all pages of a team need. */
export interface TeamData {
  team: ShownTeam;
  /** Whether the reader may change the team. */
  mayEdit: boolean;
}

export const teamPath = (id: string) => `/console/teams/${id}`;

interface Part {
  label: string;
  path: string;
  /** Hidden from people who may not change the team. */
  isForEditors?: boolean;
}

const parts = {
  queue: { label: 'Queue', path: '' },
  turns: { label: 'Turns', path: '/turns' },
  links: { label: 'Booking links', path: '/booking-links' },
  members: { label: 'Members', path: '/members', isForEditors: true },
  settings: { label: 'Settings', path: '/settings', isForEditors: true },
} as const satisfies Record<string, Part>;

type PartName = keyof typeof parts;

/** A page of a team: its name, links to its other pages, and the content. */
export function teamFrame(
  { team, mayEdit }: TeamData,
  current: PartName,
  content: Content,
  title: string = parts[current].label,
  says: Shown['says'] = {},
): Shown {
  const shown = (Object.keys(parts) as PartName[]).filter((name) => {
    const part: Part = parts[name];
    return mayEdit || !part.isForEditors;
  });
  const links = shown.map((name) => ({
    href: `${teamPath(team.id)}${parts[name].path}`,
    label: name === 'queue' && team.mode !== 'pool' ? 'People' : parts[name].label,
    current: name === current,
  }));
  return {
    title: `${title} · ${team.name}`,
    says,
    content: html`${pageHead({
      above: [{ href: '/console/teams', label: 'Teams' }],
      title: team.name,
      lead: html`${modeWords[team.mode].sentence}${team.email_address !== null && html` Email: ${code(team.email_address)}`}`,
      badge: html`${modeBadge(team.mode)}${!team.active && html` ${badge('warn', 'Deactivated')}`}`,
    })}
${tabs('Team', links)}
${content}`,
  };
}

export async function mayEditTeam(screen: Screen, id: string): Promise<boolean> {
  return screen.may('edit_team', { team: id });
}
