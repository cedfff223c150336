import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { allowInBrowser } from '../e2e/oauth-client.ts';
import { MCP_REMOTE } from './tools.ts';

/**
 * Connects a client that speaks only over standard input and output, by `mcp-remote` and OAuth, and calls a tool. The bridge
 * prints the address that a person opens in a browser; what the person would do there is done here. The second start finds
 * the tokens of the first, so it opens nothing. Returns a line for each step. Throws when one fails.
 */
export async function runRemote(url: string, key: string, tool: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-remote-'));
  const lines: string[] = [];
  try {
    for (const isFirst of [true, false]) {
      const { opened, found } = await callThrough(folder, url, key, tool);
      if (opened !== (isFirst ? 1 : 0)) throw new Error(`The bridge opened ${opened} pages: ${found}`);
      lines.push(`✓ ${opened} pages opened, ${tool}: ${found}`);
    }
    return lines;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function callThrough(folder: string, url: string, key: string, tool: string) {
  const transport = new StdioClientTransport({
    command: 'npx',
    args: ['--yes', '--package', MCP_REMOTE, '--', 'mcp-remote', `${url}/store_mcp`],
    env: {
      ...process.env,
      npm_config_loglevel: 'error',
      MCP_REMOTE_CONFIG_DIR: folder,
      // What is started as the browser.
      BROWSER: 'true',
    } as Record<string, string>,
    stderr: 'pipe',
  });
  let output = '';
  const addresses = new Set<string>();
  const client = new Client({ name: 'remote-run', version: '1' });
  const failed = new Promise<never>((_resolve, reject) => {
    transport.stderr?.on('data', (text: Buffer) => {
      output += text.toString();
      for (const [address] of output.matchAll(/http\S+\/oauth\/authorize\?\S+(?=\s)/g)) {
        if (addresses.has(address)) continue;
        addresses.add(address);
        allowInBrowser(url, key, address)
          .then((answer) => comeBack(`${new URL(address).searchParams.get('redirect_uri')}?${answer}`))
          .catch(reject);
      }
    });
  });
  try {
    await Promise.race([client.connect(transport), failed]);
    const { isError, structuredContent } = await client.callTool({ name: tool, arguments: {} });
    if (isError) throw new Error(JSON.stringify(structuredContent));
    return { opened: addresses.size, found: JSON.stringify(structuredContent) };
  } catch (error) {
    throw new Error(output, { cause: error });
  } finally {
    await client.close();
  }
}

/** Opens the address of the bridge, which prints the page before it listens. */
async function comeBack(address: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await fetch(address);
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await setTimeout(100);
    }
  }
}
