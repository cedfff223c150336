import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { addAirports } from '../sample-data.ts';
import type { PictureSet } from './picture.ts';

const AIRPORTS_CSV = new URL('../../../examples/data/airports.csv', import.meta.url);

const choose = (page: Page, text: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'airports.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

let storeId = '';

export const imports: PictureSet = {
  async arrange(server) {
    storeId = await addAirports(server);
  },
  pictures: [
    {
      name: 'import',
      async show({ page, open }) {
        await open('/import');
        await choose(page, readFileSync(AIRPORTS_CSV, 'utf8'));
        await page.getByRole('region', { name: /^First rows/ }).waitFor();
      },
    },
    {
      name: 'import-dry-run',
      async show({ page, open }) {
        await open(`/stores/${storeId}/import`);
        const [header, ...rows] = readFileSync(AIRPORTS_CSV, 'utf8').split('\n').slice(0, 400);
        const changed = rows.map((row, n) =>
          n % 90 === 1 ? row.replace('USA', 'United States') : n % 130 === 2 ? `${row}east` : row,
        );
        const added = ['ZZ1,New Field,Springfield,IL,USA,39.8,-89.6', ''];
        await choose(page, [header, ...changed, ...added].join('\n'));
        await page.getByRole('button', { name: 'Try without writing' }).click();
        await page.getByRole('heading', { name: 'Nothing is written yet' }).waitFor();
      },
    },
  ],
};
