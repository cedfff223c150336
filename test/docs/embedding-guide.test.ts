import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../postgres/database.ts';
import { verifies } from '../requirements.ts';
import { blocksIn, ROOT } from './code-blocks.ts';

const GUIDE = 'docs/embedding.md';

/** Runs a program with packages from source, and returns what it prints. */
function run(program: string, environment: Readonly<Record<string, string>> = {}): string {
  return execFileSync(
    process.execPath,
    ['--conditions=vitrine-source', '--input-type=module-typescript', '--eval', program],
    { cwd: join(ROOT, 'test'), encoding: 'utf8', env: { ...process.env, ...environment } },
  );
}

test('the server of the guide serves the interface', verifies('library.mounted'), () => {
  const [program = ''] = blocksIn(GUIDE, 'ts', 7);
  const listening = `const server = app.listen(0, async () => {
    const { status } = await fetch(\`http://127.0.0.1:\${server.address().port}/vitrine/healthz\`);
    console.log(status);
    server.close();
    await vitrine.close();
  });`;
  const own = program.replace("'data.db'", "':memory:'").replace('app.listen(3000);', listening);
  expect(run(own)).toBe('200\n');
});

test('the calls of the guide print what the guide says', verifies('library.as', 'library.if-match'), () => {
  const [, program = ''] = blocksIn(GUIDE, 'ts', 7);
  expect(run(program)).toBe('A-2 20\nA-3 30\nprecondition_failed 412\n');
});

test('the program of the guide prints what the guide says', verifies('library.hooks.types'), () => {
  const [, , program = ''] = blocksIn(GUIDE, 'ts', 7);
  expect(run(program)).toBe('a-1\nfailed, created\nvalidation_failed\n');
});

test('the transactions of the guide leave as much as they say', verifies('library.transactions'), () => {
  const [, , , program = ''] = blocksIn(GUIDE, 'ts', 7);
  expect(run(program)).toBe('fulfilled, fulfilled, rejected\n0 2\n');
});

test(
  'the program with a pool of the guide writes its own table too',
  verifies('library.transactions.client'),
  async () => {
    const [, , , , program = ''] = blocksIn(GUIDE, 'ts', 7);
    const database = await createTestDatabase({ migrated: true });
    try {
      expect(run(program, { DATABASE_URL: database.url })).toBe('1\n');
    } finally {
      await database.drop();
    }
  },
);

test('the program with a file of its own of the guide writes a row and its record', () => {
  const [, , , , , program = ''] = blocksIn(GUIDE, 'ts', 7);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-guide-'));
  try {
    const own = program.replace(/'(shop|vitrine)\.db'/g, (_, name) => `'${folder}/${name}.db'`);
    expect([run(own), run(own)]).toEqual(['1\n', '1\n']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the server of the guide accepts the sessions of a program, at its time', () => {
  const program = blocksIn(GUIDE, 'ts', 7).at(-1) ?? '';
  expect(run(program)).toBe('200 2030-01-01T00:00:00.000Z\n401 undefined\n');
});
