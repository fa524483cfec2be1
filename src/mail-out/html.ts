// The HTML of a message, for mail programs old and new: tables, inline styles, nothing to fetch. Colours are inline for those
// without style sheets; classes only change them in dark mode.
import { escapeHtml } from '../text/escape-html.ts';
import type { Block, Content } from './content.ts';

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word';
const TEXT = `${FONT};font-size:16px;line-height:24px;color:#1f2328;${BREAKS}`;
const SMALL = `${FONT};font-size:13px;line-height:20px;color:#59636e;${BREAKS}`;
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

const DARK = `
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    @media (prefers-color-scheme: dark) {
      .page { background-color: #111418 !important; }
      .card { background-color: #1c2128 !important; border-color: #3d444d !important; }
      .text { color: #e6edf3 !important; }
      .small { color: #9198a1 !important; }
      .link { color: #79b8ff !important; }
      .time { background-color: #22303f !important; border-color: #3b5b7d !important; }
      .button { background-color: #1f6feb !important; }
      .line { border-color: #3d444d !important; }
    }
    @media (max-width: 480px) {
      .page-cell { padding: 0 !important; }
      .card { border-width: 0 !important; border-radius: 0 !important; padding: 24px 20px !important; }
    }`;

export function toHtml(subject: string, { preview, blocks }: Content): string {
  return `<!DOCTYPE html>
<html lang="en" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(subject)}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
<style>${DARK}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f3f4f6">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>
<table ${TABLE} class="page" bgcolor="#f3f4f6" style="background-color:#f3f4f6">
<tr><td class="page-cell" align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table ${TABLE} style="max-width:600px">
<tr><td class="card" align="left" bgcolor="#ffffff" style="background-color:#ffffff;border:1px solid #d8dee4;border-radius:8px;padding:32px">
${blocks.map(htmlOf).join('\n')}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
}

function htmlOf(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return `<p class="text" style="margin:0 0 16px;${TEXT}">${lines(block.text)}</p>`;
    case 'times':
      return `<table ${TABLE} style="margin:0 0 8px">\n${block.times.map(timeRow).join('\n')}\n</table>`;
    case 'button':
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">
<tr><td class="button" bgcolor="#0b57d0" style="background-color:#0b57d0;border-radius:6px;padding:12px 24px"><a href="${escapeHtml(block.url)}" style="display:inline-block;${FONT};font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(block.label)}</a></td></tr>
</table>`;
    case 'link':
      return `<p style="${block.is_small ? `margin:8px 0 0;${SMALL}` : `margin:0 0 16px;${TEXT}`}"><a class="link" href="${escapeHtml(block.url)}" style="color:#0b57d0;text-decoration:underline">${escapeHtml(block.label)}</a></p>`;
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
      return `<p class="text" dir="auto" style="margin:24px 0 0;${TEXT};text-align:left">${lines(block.text)}</p>`;
    case 'note':
      return `<p class="small line" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #d8dee4;${SMALL}">${lines(block.text)}</p>`;
  }
}

/** The cell has the padding, because Outlook ignores it on a link. */
function timeRow({ label, url }: { label: string; url: string }, place: number): string {
  return `<tr><td class="time" bgcolor="#eef4fe" style="background-color:#eef4fe;border:1px solid #b9d0f7;border-radius:6px;padding:12px 16px"><a class="link" href="${escapeHtml(url)}" style="display:block;${FONT};font-size:16px;line-height:24px;font-weight:600;color:#0b57d0;text-decoration:none">${place + 1}. ${lines(label)}</a></td></tr>
<tr><td height="8" style="height:8px;font-size:0;line-height:0">&nbsp;</td></tr>`;
}

const lines = (text: string) => unbroken(escapeHtml(text)).replaceAll('\n', '<br>\n');

/** Keeps the start and end of a meeting on one line. */
const unbroken = (html: string) =>
  html.replace(/\d\d:\d\d–\d\d:\d\d/g, '<span style="white-space:nowrap">$&</span>');
