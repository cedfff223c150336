import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startProcess } from '../faults/server-process.ts';
import { verifies } from '../requirements.ts';

/** Prints the name of each package that the process loads. */
const HOOK = `
  import { writeSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      if (/^[@a-z]/.test(specifier)) writeSync(2, 'loaded ' + specifier + '\\n');
      return next(specifier, context);
    },
  });
`;

test(
  'a server loads the parts of rare requests soon after its start, without such a request',
  verifies('operations.later-parts'),
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-later-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const hook = `data:text/javascript,${encodeURIComponent(HOOK)}`;
    const server = await startProcess(
      { VITRINE_DATABASE_URL: `sqlite:${join(folder, 'vitrine.db')}`, VITRINE_LOG_LEVEL: 'error' },
      [],
      { node: ['--import', hook] },
    );
    onTestFinished(async () => void (await server.end('SIGKILL')));
    for (const part of ['@modelcontextprotocol/server', 'prom-client', 'hono'])
      await expect.poll(() => server.stderr(), { timeout: 30_000 }).toContain(`loaded ${part}\n`);
  },
);
