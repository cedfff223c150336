import { Buffer } from 'node:buffer';
import { type AnyStore, createClient } from '@vitrine/client';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ACCOUNT_KEY } from '../faults/versioned-records.ts';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import { cell } from './cell.ts';
import { openKillable } from './killable-server.ts';

// A server in a process of its own, which the tests kill while the console waits for it.

const { inBrowser } = consoleTests();

const OFFLINE = 'The server does not answer. Trying again';
const ROWS = 60_000;

async function type(page: Page, text: string): Promise<void> {
  await cell(page, 0, 1).dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

inBrowser(
  'says that a killed server does not answer, keeps what was typed, and goes on with edit and import',
  async ({ page, allowErrors }) => {
    const server = await openKillable();
    // The server of this test is not the one of the file.
    allowErrors(new RegExp(`^request: ${server.url}/`));
    allowErrors(
      /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|status of 503/,
    );
    const client = createClient({ url: server.url, key: ACCOUNT_KEY });
    const { id } = await client.stores.create({
      name: 'Notes',
      properties: [
        { name: 'key', type: 'string', unique: true },
        { name: 'text', type: 'string' },
      ],
    });
    const notes = client.store<AnyStore>({ name: 'Notes', id });
    await notes.add({ key: 'k-first', text: 'before' });
    const textOf = async () => (await notes.get('k-first')).text;

    await page.goto(`${server.url}/console/stores/${id}?sort=date_created#key=${ACCOUNT_KEY}`);
    await cell(page, 0, 1).getByText('before').waitFor();
    // The server is killed when it has the request and before it responds.
    await page.route('**/records/k-first', async (route) => {
      await server.kill();
      await route.continue();
    });
    await type(page, 'typed before the kill');
    await page.getByText(OFFLINE).waitFor();
    await page.locator('#cell-0-1.waiting').getByText('typed before the kill').waitFor();
    await page.unroute('**/records/k-first');
    await server.start();
    await page.getByText(OFFLINE).waitFor({ state: 'hidden' });
    await expect.poll(textOf).toBe('typed before the kill');

    const rows = Array.from({ length: ROWS }, (_, n) => `k${n},${'text '.repeat(8)}`);
    await page.goto(`${server.url}/console/stores/${id}/import`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'notes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`key,text\n${rows.join('\n')}\n`),
    });
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByText(/records per second · about .* left/).waitFor();
    await server.kill();
    await page.getByText(OFFLINE).waitFor();
    await page.getByRole('progressbar', { name: 'Importing' }).waitFor();
    await server.start();
    await page.getByText(OFFLINE).waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    expect(await notes.count()).toBe(ROWS + 1);
  },
  { ...verifies('console.goes-on') },
);
