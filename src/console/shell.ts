import { icon, script, style } from '../html/browser-files.ts';
import { button, form } from '../html/fields.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { partOf, parts } from './navigation.ts';
import { isAllowed } from './permissions.ts';
import type { Screen } from './screen.ts';

interface Inside {
  title: string;
  content: Content;
  /** The path of the page, in Fastify's form. */
  current: string;
  notice: Content;
}

/** A whole page of the console, around its content. */
export function renderShell(screen: Screen, { title, content, current, notice }: Inside): string {
  const { member, workspace, token } = screen;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title} · ${workspace.name}</title>
<link rel="stylesheet" href="${style.url}">
<link rel="icon" type="image/svg+xml" href="${icon.url}">
<script type="module" async src="${script.url}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a href="/console">${workspace.name}</a>
<nav aria-label="Console"><ul>${links(screen, current)}</ul></nav>
<a href="/console/profile">${member.name ?? member.email}</a>
${form({ action: '/console/sign-out', token, content: button({ label: 'Sign out', kind: 'quiet' }) })}
</header>
<main id="content">
${notice}
${content}
</main>
</body>
</html>
`.text;
}

function links({ isAdmin }: Screen, current: string): Html[] {
  const standing = { isAdmin, isOwn: true, isManaged: true };
  return parts
    .filter(({ may }) => isAllowed(may, standing))
    .map(({ label, href }) => {
      const isCurrent = partOf(current) === href;
      return html`<li><a href="${href}"${isCurrent && html` aria-current="page"`}>${label}</a></li>`;
    });
}
