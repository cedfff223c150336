import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';
import { startProcess } from '../faults/server-process.ts';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import { Walk } from './walk.ts';

const AIRPORTS = fileURLToPath(new URL('../../examples/data/airports.csv', import.meta.url));

const { inBrowser } = consoleTests();

/** Starts a server on an empty folder, as a person does who has just installed it. */
async function firstStart() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-first-visit-'));
  const server = await startProcess({ VITRINE_DATABASE_URL: `sqlite:${join(folder, 'vitrine.db')}` }, [], {
    folder,
  });
  onTestFinished(async () => {
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });
  const linkOf = () => /http\S+\/console\/#key=\S+/.exec(server.stdout());
  await expect.poll(linkOf).not.toBeNull();
  const [link = ''] = linkOf() ?? [];
  return { url: server.url, link };
}

/** Writes a picture for the background of a timer. Returns its path. */
async function writePicture(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-first-visit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'sunset.png');
  const background = { r: 120, g: 40, b: 90 };
  await sharp({ create: { width: 600, height: 200, channels: 3, background } }).toFile(path);
  return path;
}

inBrowser(
  'a first visit needs few clicks and keys, from the link of the first start to the HTML of a timer',
  async ({ page, allowErrors }) => {
    const { url, link } = await firstStart();
    // The server of this test is not the one of the file.
    allowErrors(new RegExp(`^request: ${url}/`));
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const walk = new Walk(page);

    walk.begin('open the link of the first start');
    await walk.follow(link);
    await page.locator('.first-start').waitFor();

    walk.begin('drop airports.csv');
    await walk.drop(page.locator('.first-start input[type=file]'), AIRPORTS);
    await page
      .getByText('3,376 rows')
      .or(page.getByText(/the first [\d,]+ were examined/))
      .waitFor();

    walk.begin('try without writing');
    await walk.click(button('Try without writing'));
    await page.getByRole('heading', { name: 'Nothing is written yet' }).waitFor();
    await page.getByText('3,376', { exact: true }).waitFor();

    walk.begin('import');
    await walk.click(button('Import the file'));
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    await walk.click(page.getByRole('link', { name: 'Show the records' }));
    const status = page.locator('.grid-status');
    await status.getByText('3,376 records', { exact: true }).waitFor();

    walk.begin('only the airports of Texas');
    await page.getByRole('columnheader', { name: /^state/ }).hover();
    await walk.click(button('Column state'));
    await walk.click(page.getByRole('menuitem', { name: 'Filter by this column' }));
    await walk.type('TX');
    await status.getByText('209 of 3,376 records').waitFor();

    walk.begin('sort by latitude');
    await walk.click(page.getByTitle('Sort by latitude'));
    await page.locator('[role=columnheader][aria-sort=ascending]').waitFor();

    walk.begin('edit a cell');
    const name = page.locator('#cell-0-1');
    // A cell is edited when its value is there.
    await name.getByText('International').waitFor();
    await walk.click(name);
    await walk.type('Brownsville');
    await walk.press('Enter');
    await expect.poll(() => name.textContent()).toBe('Brownsville');
    await page.getByText('Changed name.').first().waitFor();

    walk.begin('export');
    await walk.click(button('Export'));
    const downloading = page.waitForEvent('download');
    await walk.click(page.getByRole('menuitem', { name: 'CSV' }));
    const lines = readFileSync(await (await downloading).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(210);
    expect(lines[1]).toContain('Brownsville');

    walk.begin('design a timer from a preset with a background picture');
    await walk.click(page.getByRole('link', { name: 'Timers' }).first());
    await walk.click(page.getByRole('link', { name: 'Design a timer' }));
    const picture = page.getByRole('img', { name: 'The timer as the server draws it now' });
    await picture.waitFor();
    await walk.click(button('Flip clock, dark'));
    await walk.drop(page.locator('.designer input[type=file]').first(), await writePicture());
    const pictures = page.getByLabel('Picture', { exact: true });
    await expect.poll(() => pictures.locator('option:checked').textContent()).toBe('sunset');
    await walk.click(button('Save'));
    await page.waitForURL(/\/console\/timers\/\d+/);

    walk.begin('copy its HTML');
    await walk.click(button('Copy HTML').first());
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toMatch(/^<img /);

    const total = walk.total();
    console.table([...walk.steps, total]);
    expect(total.clicks).toBeLessThanOrEqual(16);
    expect(total.keys).toBeLessThanOrEqual(16);
  },
  {
    ...verifies('console.first-visit'),
    permissions: ['clipboard-read', 'clipboard-write'],
  },
);
