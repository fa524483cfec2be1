import { avatar, initials } from './avatar.ts';
import type { Brand } from './brand/brand.ts';
import {
  brandingScript,
  consoleScript,
  consoleStyle,
  copyScript,
  keysScript,
  style,
  zoneScript,
} from './browser-files.ts';
import { renderDocument } from './document.ts';
import { inlineForm } from './fields.ts';
import { type Content, html } from './html.ts';
import { type IconName, icon } from './icons.ts';
import type { Link } from './sections.ts';

interface NavigationLink extends Link {
  icon: IconName;
  current: boolean;
  /** After `g`, a key that leads there. */
  key?: string;
  /** Sets it apart from the links above. */
  beginsGroup?: boolean;
  /** How many of them need a person: `2`, `99+`, or empty. Left out if nothing there ever does. */
  count?: string;
}

interface Frame {
  title: string;
  workspace: string;
  /** Instead of the workspace's first letter. */
  logo?: Brand['logo'];
  /** The sections that this reader may open. */
  navigation: NavigationLink[];
  /** The page of the search. */
  find: string;
  who: { name: string; href: string; current: boolean };
  signOut: { action: string; token: string };
  /** The link behind the workspace's name. */
  home: string;
  /** The outcome of a form, above everything else. */
  banner?: Content;
  content: Content;
  /** Links in the footer. */
  foot: Link[];
}

/**
 * A page with navigation, for people who are signed in. On a phone the navigation is a popover, which opens without a script; browsers
 * without popovers show it above the page.
 */
export function renderFrame(frame: Frame): string {
  const { title, home, find, banner, foot, workspace } = frame;
  const content = html`${frame.content}`;
  return renderDocument({
    language: 'en',
    title: `${title} · ${workspace}`,
    styles: [style, consoleStyle],
    // Text of people can't match: its quotes are escaped.
    scripts: [
      keysScript,
      ...(content.text.includes(' data-live="') ? [consoleScript] : []),
      ...(content.text.includes(' data-copy="') ? [copyScript] : []),
      ...(content.text.includes(' data-own-zone') ? [zoneScript] : []),
      ...(content.text.includes(' data-previews') ? [brandingScript] : []),
    ],
    body: html`<a class="skip" href="#content">Skip to the content</a>
<header class="side"><a class="brand" href="${home}">${brandOf(frame)}</a>
<a class="find" href="${find}">${icon('search')}<span>Search</span><kbd aria-hidden="true"></kbd></a>
<button class="button quiet menu-button" popovertarget="menu">Menu</button>
${menu(frame)}</header>
<main id="content" tabindex="-1">
${banner}
${content}
</main>
<footer><p>Rota</p><ul>${foot.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}</ul></footer>`,
  });
}

/** A logo so much wider than high has the name in it already. */
const WORDMARK = 2;

function brandOf({ workspace, logo }: Frame): Content {
  if (!logo) {
    return html`<span class="monogram" aria-hidden="true">${initials(workspace).slice(0, 1)}</span><span dir="auto">${workspace}</span>`;
  }
  const hasName = logo.width >= WORDMARK * logo.height;
  const { url, width, height } = logo;
  return html`<img src="${url}" width="${width}" height="${height}" alt="${hasName && workspace}">${!hasName && html`<span dir="auto">${workspace}</span>`}`;
}

function menu({ navigation, who, signOut }: Frame): Content {
  const mark = (current: boolean) => current && html` aria-current="page"`;
  const links = navigation.map(
    ({ href, label, icon: name, current, key, beginsGroup, count }) =>
      html`<li${beginsGroup && html` class="apart"`}><a href="${href}"${key && html` data-key="${key}"`}${mark(current)}>${icon(name)}<span>${label}</span>${count !== undefined && counted(name, count)}</a></li>`,
  );
  return html`<nav class="menu" id="menu" popover aria-label="Console">
<button class="button quiet menu-close" popovertarget="menu" popovertargetaction="hide">Close</button>
<ul>${links}</ul>
<div class="who"><a href="${who.href}"${mark(who.current)}>${avatar(who.name)}<span dir="auto">${who.name}</span></a>
${inlineForm({ ...signOut, label: html`${icon('signOut')}<span>Sign out</span>` })}</div>
</nav>`;
}

/** There even if nothing is counted, so that a live page can fill it. It hears of events as often as the page itself. */
const counted = (name: IconName, count: string): Content =>
  html`<span class="menu-count" id="needing-attention-${name}" data-live="">${count && html`<span class="hidden">, needing attention: </span>${count}`}</span>`;
