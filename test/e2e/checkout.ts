import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../docs/code-blocks.ts';

/** What a start needs of this repository. */
const PARTS = [
  'package.json',
  'pnpm-lock.yaml',
  'tsup.config.ts',
  'tsconfig.base.json',
  'examples/data/airports.csv',
  'scripts',
  'packages',
];

/** A copy of this repository in a folder, with the installed packages but without builds. */
export class Checkout {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    for (const part of PARTS) {
      cpSync(join(ROOT, part), join(folder, part), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !/\/(dist|\.vite)$/.test(source),
      });
    }
    const modules = join(ROOT, 'node_modules');
    mkdirSync(join(folder, 'node_modules'));
    for (const name of readdirSync(modules).filter((each) => each !== '.cache')) {
      symlinkSync(join(modules, name), join(folder, 'node_modules', name));
    }
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  /** @throws Error if the file does not contain the text. */
  replace(file: string, from: string, to: string): void {
    const text = readFileSync(this.path(file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} does not contain: ${from}`);
    writeFileSync(this.path(file), text.replace(from, to));
  }

  /** Returns the names of the builds that starts have made. */
  builds(): string[] {
    return readdirSync(this.path('node_modules/.cache/builds'));
  }
}
