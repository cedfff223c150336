import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('./kernel-shim.c', import.meta.url));
const FIELDS = ['syncs', 'delayMicroseconds', 'fail', 'clockOffsetSeconds'] as const;
const FIELD_BYTES = 8;

/** Controls syncs of database files and the wall clock of the process that loads the shim. */
export interface KernelShim {
  /** Environment variables for the server. */
  readonly environment: Readonly<Record<string, string>>;
  /** Returns the number of fsync and fdatasync calls for database files so far. */
  syncs(): number;
  set(field: 'delayMicroseconds' | 'fail' | 'clockOffsetSeconds', value: number): void;
  close(): void;
}

/** Returns the reason why the shim can't be built here, or null. */
export function shimObstacle(): string | null {
  if (process.platform !== 'linux') return 'LD_PRELOAD is for Linux';
  return spawnSync('cc', ['--version']).status === 0 ? null : 'there is no C compiler (cc)';
}

/** Builds the shim in a temporary folder. */
export function buildKernelShim(): KernelShim {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-shim-'));
  const library = join(folder, 'kernel-shim.so');
  const built = spawnSync(
    'cc',
    ['-shared', '-fPIC', '-O2', '-Wall', '-Werror', '-o', library, SOURCE, '-ldl'],
    {
      encoding: 'utf8',
    },
  );
  if (built.status !== 0) throw new Error(`cc: ${built.stderr}`);
  const control = join(folder, 'control');
  writeFileSync(control, Buffer.alloc(FIELDS.length * FIELD_BYTES));
  const file = openSync(control, 'r+');
  const at = (field: (typeof FIELDS)[number]) => FIELDS.indexOf(field) * FIELD_BYTES;
  return {
    environment: { LD_PRELOAD: library, SHIM_CONTROL: control },
    syncs() {
      const value = Buffer.alloc(FIELD_BYTES);
      readSync(file, value, 0, FIELD_BYTES, at('syncs'));
      return Number(value.readBigInt64LE());
    },
    set(field, value) {
      const bytes = Buffer.alloc(FIELD_BYTES);
      bytes.writeBigInt64LE(BigInt(value));
      writeSync(file, bytes, 0, FIELD_BYTES, at(field));
    },
    close() {
      closeSync(file);
      rmSync(folder, { recursive: true });
    },
  };
}
