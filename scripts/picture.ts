// What the pictures in the docs share: colours for light and dark mode, and a text alternative.

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Picture {
  /** The script that draws it. */
  script: string;
  title: string;
  description: string;
  width: number;
  height: number;
  /** Rules that are the same in both modes. */
  style: string;
  /** Rules with the colours of light mode (0) and dark mode (1). */
  colours: (mode: 0 | 1) => string;
  drawn: string[];
}

/** Light mode, dark mode. */
export const palette = {
  canvas: ['#ffffff', '#0d1117'],
  zone: ['#f6f8fa', '#151b23'],
  line: ['#d1d9e0', '#3d444d'],
  text: ['#1f2328', '#f0f6fc'],
  quiet: ['#59636e', '#9198a1'],
  accent: ['#0f766e', '#2dd4bf'],
  tint: ['#e3f4f1', '#10302f'],
} as const;

/** Backticks mark code. */
export function text(x: number, y: number, words: string, kind = 'plain'): string {
  const marked = words.replace(/`([^`]+)`/g, '<tspan class="code">$1</tspan>');
  return `<text class="${kind}" x="${x}" y="${y}">${marked}</text>`;
}

export function frame({ x, y, width, height }: Area, kind: string, radius: number): string {
  return `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`;
}

export function renderPicture({ script, title, description, width, height, ...rest }: Picture): string {
  const { style, colours, drawn } = rest;
  // Has its own background, in case the page's mode isn't that of the reader's system.
  const background = frame({ x: 0, y: 0, width, height }, 'canvas', 12);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc">
  <!-- Made by \`npm run generate\` from ${script}: change it there. -->
  <title id="title">${title}</title>
  <desc id="desc">${description}</desc>
  <style>
    text { font: 13px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif }
    .title { font-weight: 600; font-size: 14px }
    .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 12px }${style}${colours(0)}
    @media (prefers-color-scheme: dark) {${colours(1).replaceAll('\n', '\n  ')}
    }
  </style>
${[background, ...drawn].map((element) => `  ${element}\n`).join('')}</svg>
`;
}
