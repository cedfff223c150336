import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allowInBrowser, oauthClient } from '../e2e/oauth-client.ts';
import { freePort } from '../free-port.ts';
import { type ConformanceOutcome, judgeResults } from './conformance-run.ts';

const TIME_MAX_MS = 300_000;

/**
 * Runs the scenarios for an authorization server. The tool prints the address that a person opens in a browser; what the
 * person would do there is done here.
 * @param url the issuer.
 * @param key with which the client is allowed.
 */
export async function runAuthorization(
  packageName: string,
  url: string,
  key: string,
): Promise<ConformanceOutcome> {
  const port = await freePort();
  const { clientId } = await oauthClient(url, `http://127.0.0.1:${port}/callback`);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-authorization-'));
  const options = [
    '--url',
    url,
    '--client-id',
    clientId,
    '--resource',
    `${url}/store_mcp`,
    '--port',
    String(port),
  ];
  const command = ['--yes', '--package', packageName, '--', 'conformance', 'authorization', ...options];
  try {
    const child = spawn('npx', [...command, '--output-dir', folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: TIME_MAX_MS,
      env: { ...process.env, npm_config_loglevel: 'error' },
    });
    let output = '';
    let opened: Promise<unknown> | null = null;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const address = /^http\S+\/oauth\/authorize\?\S+$/m.exec(output)?.[0];
      if (address === undefined || opened !== null) return;
      opened = allowInBrowser(url, key, address).then((answer) =>
        fetch(`http://127.0.0.1:${port}/callback?${answer}`),
      );
      opened.catch(() => child.kill());
    });
    await new Promise((resolve) => child.on('close', resolve));
    await opened;
    return await judgeResults(packageName, folder, output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
