import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Lets V8 keep the code that it compiles, beside the built files, so that a later start need not compile it again. Whoever
 * can write there can change the built files too, which is not so in a folder for temporary files. Keeps nothing where the
 * folder can't be written, or if the program runs from its source.
 */
export function keepCompiledCode(): void {
  if (import.meta.url.endsWith('.ts')) return;
  enableCompileCache(fileURLToPath(new URL('compiled', import.meta.url)));
}
