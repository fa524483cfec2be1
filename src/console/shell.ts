import { countAttention, MAX_COUNT } from '../features/meetings/requests/lists/overview.ts';
import { readBranding } from '../features/workspace/branding/operations.ts';
import { renderFrame } from '../html/frame.ts';
import type { Content } from '../html/html.ts';
import { partOf, partsFor, partsShown } from './navigation.ts';
import { countTroubles } from './overview/troubles.ts';
import type { Screen } from './screen.ts';
import { countedTo } from './words.ts';

interface Inside {
  title: string;
  content: Content;
  /** The page's path, in Fastify's form. */
  current: string;
  banner: Content;
  /** What needs a person beside requests, if the page has counted it. */
  troubles?: number | undefined;
}

const HOME = '/console';
const PROFILE = '/console/profile';
const REQUESTS = '/console/requests';
const SEATS = '/console/seats';
const foot = [{ href: '/docs', label: 'API reference' }];

/** Renders a whole page of the console around its content. */
export async function renderShell(
  screen: Screen,
  { title, content, current, banner, troubles }: Inside,
): Promise<string> {
  const { isAdmin, member, workspace, token } = screen;
  const place = partOf(current);
  const [{ logo }, attention, others, shown] = await Promise.all([
    readBranding(screen, screen.database),
    countAttention(screen, isAdmin ? {} : { member_id: member.id }),
    troubles ?? countTroubles(screen),
    // Somebody who is there anyway sees where they are.
    place === SEATS ? partsFor(screen) : partsShown(screen),
  ]);
  return renderFrame({
    title,
    workspace: workspace.name,
    logo,
    home: HOME,
    find: '/console/search',
    navigation: shown.map(({ may: _, needs: __, ...part }) => ({
      ...part,
      current: part.href === place,
      ...(part.href === HOME && { count: inBadge(attention + others) }),
      ...(part.href === REQUESTS && { count: inBadge(attention) }),
    })),
    who: { name: member.name ?? member.email, href: PROFILE, current: current.startsWith(PROFILE) },
    signOut: { action: '/console/sign-out', token },
    banner,
    content,
    foot,
  });
}

/** Empty for none, as a badge shows it. */
const inBadge = (count: number): string => (count === 0 ? '' : countedTo(MAX_COUNT, count));
