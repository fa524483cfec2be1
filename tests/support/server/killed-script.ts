// A script that a test kills and restarts many times. Loading the sources would take most of such a short life, so they are bundled once,
// up front.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Environment, NodeProcess, ROOT } from './process.ts';

interface Bundle {
  folder: string;
  file: string;
}

export class KilledScript {
  readonly #file: string;
  readonly #environment: Environment;

  private constructor(file: string, environment: Environment) {
    this.#file = file;
    this.#environment = environment;
  }

  /** Runs from sources if no bundle can be made. In a bundle, `import.meta.url` isn't the script's. */
  static async prepare(url: string): Promise<KilledScript> {
    const { bundleProgram } = await import(new URL('../../../scripts/bundle.mjs', import.meta.url).href);
    const source = fileURLToPath(url);
    const bundle: Bundle | undefined = bundleProgram(path.relative(ROOT, source));
    if (!bundle) return new KilledScript(source, {});
    process.once('exit', () => rmSync(bundle.folder, { recursive: true, force: true }));
    return new KilledScript(bundle.file, { NODE_COMPILE_CACHE: path.join(bundle.folder, 'compiled') });
  }

  start(words: string[], environment: Environment): NodeProcess {
    return new NodeProcess([this.#file, ...words], { ...this.#environment, ...environment });
  }
}
