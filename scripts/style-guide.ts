// `npx node scripts/style-guide.ts FILE.html` writes one page with every component in its states and every colour with its contrast: to
// look at in a browser after a change of src/html/, and to choose from.
import { writeFileSync } from 'node:fs';
import { consoleStyle, style } from '../src/html/browser-files.ts';
import { styleGuide } from './style-guide/guide.ts';

const [file] = process.argv.slice(2);
if (!file) throw new Error('Say where to: npx node scripts/style-guide.ts FILE.html');

// There is no service to load anything from.
const page = styleGuide().replaceAll(/<link\b[^>]*>\s*/g, '');
writeFileSync(
  file,
  page.replace('</head>', () => `<style>${style.text}${consoleStyle.text}</style></head>`),
);
console.log(`Wrote ${file}`);
