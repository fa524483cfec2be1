import type { Shades } from './content.ts';

/** Of messages of earlier versions, which have no company: the same as on pages of a company that chose no colour. */
export const usualShades: { light: Shades; dark: Shades } = {
  light: { accent: '#1f5fd0', on_accent: '#ffffff', fill: '#1f5fd0', line: '#b7ccf3' },
  dark: { accent: '#8db4ff', on_accent: '#0c1b38', fill: '#8db4ff', line: '#3d5480' },
};
