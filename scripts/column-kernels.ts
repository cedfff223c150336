/**
 * `pnpm column-kernels`: compiles the kernels of columns (AssemblyScript) into a module of packages/storage-sql. The result
 * depends on the source and the pinned compiler only. With `--check` it writes nothing and fails if the module is outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { main } from 'assemblyscript/asc';

const SOURCES = ['kernels', 'rough', 'text'].map((name) => `packages/storage-sql/kernels/${name}.ts`);
const MODULE = 'packages/storage-sql/src/columns/kernels/kernel-module.ts';
const OPTIONS = [
  '--runtime',
  'stub',
  '--importMemory',
  '--enable',
  'simd',
  '--enable',
  'threads',
  '--sharedMemory',
  '--maximumMemory',
  '65536',
  '--noAssert',
  '-O3',
  '--use',
  'abort=',
];

async function compile(): Promise<Uint8Array> {
  let binary: Uint8Array | null = null;
  const { error, stderr } = await main([...SOURCES, '--outFile', 'kernels.wasm', ...OPTIONS], {
    writeFile(_name: string, content: string | Uint8Array) {
      if (typeof content !== 'string') binary = content;
    },
  });
  if (error !== null || binary === null) throw new Error(`${SOURCES.join(', ')}: ${stderr.toString()}`);
  return binary;
}

const module = `// Written by \`pnpm column-kernels\` from packages/storage-sql/kernels.
export const KERNEL_MODULE =
  '${Buffer.from(await compile()).toString('base64')}';
`;
if (readFileSync(MODULE, { encoding: 'utf8', flag: 'a+' }) !== module) {
  if (process.argv.includes('--check')) {
    throw new Error(`${MODULE} is outdated: run \`pnpm column-kernels\`.`);
  }
  writeFileSync(MODULE, module);
}
