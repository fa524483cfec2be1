// Loaded before a process with `--import`: at its end, writes the addresses of all modules that were loaded into MODULES_FILE.
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const urls = [];
registerHooks({
  load(url, context, next) {
    urls.push(url);
    return next(url, context);
  },
});
process.on('exit', () => writeFileSync(process.env.MODULES_FILE, urls.join('\n')));
