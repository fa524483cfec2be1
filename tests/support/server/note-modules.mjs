// Loaded before a process with `--import`: at its end, writes the addresses of all modules that were loaded into MODULES_FILE.
// A part of the bundle is followed by the sources that are in it.
import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const urls = [];
registerHooks({
  load(url, context, next) {
    urls.push(url);
    return next(url, context);
  },
});

function sourcesIn(url) {
  if (!url.includes('/.cache/rota-bundle/')) return [];
  const { sources } = JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8'));
  return sources.map((source) => new URL(source, url).href);
}

process.on('exit', () => {
  writeFileSync(process.env.MODULES_FILE, urls.flatMap((url) => [url, ...sourcesIn(url)]).join('\n'));
});
