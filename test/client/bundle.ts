import { build } from 'esbuild';

/** Returns a file and all that it imports as one minified module for browsers. */
export async function bundle(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['vitrine-source'],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
