// The HTML of a message, for mail programs old and new: tables, inline styles, nothing to fetch. Colours are inline for those
// without style sheets; classes only change them in dark mode.
import { companyLine, madeWith } from '../text/company.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { type Block, type Content, inGroups, type MailBrand, type Shades } from './content.ts';
import { usualShades } from './shades.ts';

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word';
const INK = '#1c1b19';
const SOFT = '#5d5a54';
const LINE = '#e5e2db';
const PAPER = '#f7f6f3';
const TEXT = `${FONT};font-size:16px;line-height:24px;color:${INK};${BREAKS}`;
const SMALL = `${FONT};font-size:13px;line-height:20px;color:${SOFT};${BREAKS}`;
const BUTTON = `display:inline-block;${FONT};font-size:15px;line-height:20px;font-weight:600;text-decoration:none`;
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';
const INNER_TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** A logo is shown at most this wide and high, so that a banner leaves room for the message. */
const LOGO_WIDTH = 200;
const LOGO_HEIGHT = 40;

const stylesFor = (dark: Shades) => `
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    @media (prefers-color-scheme: dark) {
      .page { background-color: #161513 !important; }
      .card { background-color: #1f1e1b !important; border-color: #35332e !important; }
      .text { color: #f1efea !important; }
      .small { color: #b5b1a8 !important; }
      .line { border-color: #35332e !important; }
      .link { color: ${dark.accent} !important; }
      .rule { border-color: ${dark.fill} !important; }
      .time { background-color: #1f1e1b !important; border-color: ${dark.line} !important; }
      .button { background-color: ${dark.fill} !important; border-color: ${dark.fill} !important; }
      .button-text { color: ${dark.on_accent} !important; }
      .plain { background-color: #1f1e1b !important; border-color: #5d5a54 !important; }
    }
    @media (max-width: 480px) {
      .page-cell { padding: 0 !important; }
      .card { border-width: 0 !important; border-radius: 0 !important; padding: 24px 20px !important; }
      .end { padding: 20px !important; }
      .main { display: table !important; }
      .main:last-child { margin-bottom: 20px !important; }
    }`;

interface Rendering {
  /** Where the image of the logo is, such as `cid:logo@rota`; null shows the name of the company instead. */
  logo?: string | null;
  /** Leaves out where links lead, for readers who must not follow them. */
  isInert?: boolean;
}

export function toHtml(
  subject: string,
  content: Content,
  { logo = null, isInert = false }: Rendering = {},
): string {
  const { preview, blocks, brand, language = 'en' } = content;
  const light = brand?.light ?? usualShades.light;
  const body = inGroups(blocks)
    .map((group) => groupHtml(group, light))
    .join('\n');
  const html = `<!DOCTYPE html>
<html lang="${language}" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(subject)}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
<style>${stylesFor(brand?.dark ?? usualShades.dark)}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${PAPER}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>
<table ${TABLE} class="page" bgcolor="${PAPER}" style="background-color:${PAPER}">
<tr><td class="page-cell" align="center" style="padding:32px 12px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table ${TABLE} style="max-width:560px">
<tr><td class="card" align="left" bgcolor="#ffffff" style="background-color:#ffffff;border:1px solid ${LINE};border-radius:10px;padding:28px 32px">
${brand ? head(brand, logo) : ''}${body}
</td></tr>
${end(content)}</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
  return isInert ? html.replace(/<a ([^>]*?)href="[^"]*" /g, '<a $1') : html;
}

/** The logo or the name, above a line in the company's colour. */
function head(brand: MailBrand, logo: string | null): string {
  const name = escapeHtml(brand.company);
  const shown =
    logo !== null && brand.logo
      ? `<img src="${escapeHtml(logo)}" alt="${name}" ${sizeOf(brand.logo)} style="display:block;border:0;${FONT};font-size:17px;font-weight:600">`
      : `<span class="link" dir="auto" style="${FONT};font-size:17px;line-height:24px;font-weight:600;color:${brand.light.accent};${BREAKS}">${name}</span>`;
  return `<table ${TABLE} style="margin:0 0 22px">
<tr><td class="rule" style="padding:0 0 16px;border-bottom:3px solid ${brand.light.fill}">${shown}</td></tr>
</table>
`;
}

function sizeOf({ width, height }: { width: number; height: number }): string {
  const scale = Math.min(1, LOGO_WIDTH / width, LOGO_HEIGHT / height);
  return `width="${Math.max(1, Math.round(width * scale))}" height="${Math.max(1, Math.round(height * scale))}"`;
}

/** Below the card: who and where the company is, why the reader gets this, and where they can stop it. */
function end({ brand, why, stop, language = 'en' }: Content): string {
  if (!brand || why === undefined) return '';
  const link = stop
    ? ` <a class="small" href="${escapeHtml(stop.url)}" style="color:${SOFT};text-decoration:underline;white-space:nowrap">${escapeHtml(stop.label)}</a>`
    : '';
  const parts = [
    `<span dir="auto">${escapeHtml(companyLine(brand))}</span>`,
    `${lines(why)}${link}`,
    ...(brand.shows_rota ? [escapeHtml(madeWith[language])] : []),
  ];
  return `<tr><td class="small end" align="center" style="padding:18px 32px 0;text-align:center;${SMALL}">${parts.join('<br>\n')}</td></tr>
`;
}

function groupHtml(group: Block[], light: Shades): string {
  const [first] = group;
  if (first?.type !== 'button') return first ? htmlOf(first, light) : '';
  const cells = group.flatMap((block, place) =>
    block.type === 'button' ? buttonHtml(block, place === 0 && !block.is_quiet, light) : [],
  );
  return `<div style="margin:8px 0 12px">
${cells.join('\n')}
</div>`;
}

/**
 * Buttons stand beside one another where there is room; on a phone, the main one stands alone. The cell has the padding, because
 * Outlook ignores it on a link.
 */
function buttonHtml({ url, label }: { url: string; label: string }, isMain: boolean, light: Shades): string {
  const [names, background, border, color, textName] = isMain
    ? ['button', light.fill, light.fill, light.on_accent, 'button-text']
    : ['plain', '#ffffff', '#c9c5bc', INK, 'text'];
  return `<table ${INNER_TABLE}${isMain ? ' class="main"' : ''} style="display:inline-block;margin:0 8px 8px 0;vertical-align:top">
<tr><td class="${names}" bgcolor="${background}" style="background-color:${background};border:1px solid ${border};border-radius:7px;padding:11px 18px"><a class="${textName}" href="${escapeHtml(url)}" style="${BUTTON};color:${color}">${escapeHtml(label)}</a></td></tr>
</table>`;
}

function htmlOf(block: Exclude<Block, { type: 'button' }>, light: Shades): string {
  switch (block.type) {
    case 'heading':
      return `<h1 class="text" dir="auto" style="margin:0 0 14px;${FONT};font-size:21px;line-height:28px;font-weight:600;color:${INK};${BREAKS}">${lines(block.text)}</h1>`;
    case 'paragraph':
      return `<p class="text" style="margin:0 0 16px;${TEXT}">${withStrong(block)}</p>`;
    case 'times':
      return `<table ${TABLE} style="margin:0 0 4px">\n${block.times.map((time) => timeRow(time, block.action, light)).join('\n')}\n</table>`;
    case 'link': {
      const { before = '', label, after = '', url } = block;
      const [name, style] = block.is_small
        ? ['small', `margin:8px 0 0;${SMALL}`]
        : ['text', `margin:0 0 16px;${TEXT}`];
      return `<p class="${name}" style="${style}">${lines(before)}<a class="link" href="${escapeHtml(url)}" style="color:${light.accent};text-decoration:underline">${escapeHtml(label)}</a>${lines(after)}</p>`;
    }
    case 'facts':
      return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;table-layout:fixed">
${block.facts
  .map(
    ({ label, value }) =>
      `<tr><th class="small" scope="row" align="left" valign="top" width="112" style="width:112px;padding:3px 12px 3px 0;${SMALL};line-height:24px;font-weight:400;text-align:left">${escapeHtml(label)}</th><td class="text" valign="top" dir="auto" style="padding:3px 0;${TEXT};text-align:left">${lines(value)}</td></tr>`,
  )
  .join('\n')}
</table>`;
    case 'signature':
      return `<p class="text" dir="auto" style="margin:20px 0 0;${TEXT};text-align:left">${lines(block.text)}</p>`;
    case 'note':
      return `<p class="small" style="margin:0 0 16px;${SMALL}">${lines(block.text)}</p>`;
  }
}

function withStrong({ text, strong }: Extract<Block, { type: 'paragraph' }>): string {
  const start = strong ? text.indexOf(strong) : -1;
  if (!strong || start === -1) return lines(text);
  return `${lines(text.slice(0, start))}<strong style="font-weight:600">${lines(strong)}</strong>${lines(text.slice(start + strong.length))}`;
}

/** The whole row is one link: the time on the left, and what following it does on the right. */
function timeRow(
  { label, url }: { label: string; url: string },
  action: string | undefined,
  light: Shades,
): string {
  const to = `href="${escapeHtml(url)}"`;
  const CELL = `padding:13px 16px;${FONT};font-size:16px;line-height:22px`;
  const right = action
    ? `<td align="right" style="${CELL};padding-left:0;white-space:nowrap"><a class="link" ${to} style="display:block;font-size:15px;font-weight:600;color:${light.accent};text-decoration:none">${escapeHtml(action)}</a></td>`
    : '';
  return `<tr><td class="time" bgcolor="#ffffff" style="background-color:#ffffff;border:1px solid ${light.line};border-radius:7px"><table ${TABLE}><tr><td style="${CELL}"><a class="text" ${to} style="display:block;font-weight:600;color:${INK};text-decoration:none">${lines(label)}</a></td>${right}</tr></table></td></tr>
<tr><td height="8" style="height:8px;font-size:0;line-height:0">&nbsp;</td></tr>`;
}

const lines = (text: string) => unbroken(escapeHtml(text)).replaceAll('\n', '<br>\n');

/** Keeps the start and end of a meeting on one line. */
const unbroken = (html: string) =>
  html.replace(
    /\d\d?:\d\d(?:–| – )\d\d?:\d\d(?:\s?[AaPp]\.?[Mm]\.?)?/g,
    '<span style="white-space:nowrap">$&</span>',
  );
