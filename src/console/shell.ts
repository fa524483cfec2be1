import { renderFrame } from '../html/frame.ts';
import type { Content } from '../html/html.ts';
import { partOf, parts } from './navigation.ts';
import { isAllowed } from './permissions.ts';
import type { Screen } from './screen.ts';

interface Inside {
  title: string;
  content: Content;
  /** The page's path, in Fastify's form. */
  current: string;
  banner: Content;
}

const PROFILE = '/console/profile';
const foot = [{ href: '/docs', label: 'API reference' }];

/** Renders a whole page of the console around its content. */
export function renderShell(screen: Screen, { title, content, current, banner }: Inside): string {
  const { isAdmin, member, workspace, token } = screen;
  const standing = { isAdmin, isOwn: true, isManaged: true };
  const place = partOf(current);
  return renderFrame({
    title,
    workspace: workspace.name,
    home: '/console',
    navigation: parts
      .filter(({ may }) => isAllowed(may, standing))
      .map(({ label, href }) => ({ label, href, current: href === place })),
    who: { name: member.name ?? member.email, href: PROFILE, current: current.startsWith(PROFILE) },
    signOut: { action: '/console/sign-out', token },
    banner,
    content,
    foot,
  });
}
