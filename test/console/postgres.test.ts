import { Buffer } from 'node:buffer';
import { postgresStorage } from '@vitrine/storage-postgres';
import { afterAll, expect } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../postgres/database.ts';
import { consoleTests } from './browser.ts';
import { openConsoleServer } from './console-server.ts';
import { addAirports } from './sample-data.ts';

let database: TestDatabase | undefined;
// Registered before the server, so that it is dropped after the server has ended.
afterAll(() => database?.drop());

let airports = '';
const { inBrowser } = consoleTests(
  async (opened) => {
    airports = await addAirports(opened, 300);
  },
  async () => {
    database = await createTestDatabase();
    const { url } = database;
    return openConsoleServer(() => postgresStorage({ url }));
  },
);

inBrowser('the main path works on PostgreSQL', async ({ page, open, server }) => {
  await open('/stores');
  await page.getByRole('link', { name: 'Airports' }).first().click();
  const status = page.locator('.grid-status');
  await status.getByText('300 records', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Field').selectOption('state');
  await page.getByLabel('Operator').selectOption('eq');
  await page.getByRole('combobox', { name: 'Value' }).fill('TX');
  await status.getByText(/^\d+ of 300 records$/).waitFor();
  await page
    .getByRole('button', { name: 'Sort by latitude' })
    .or(page.getByTitle('Sort by latitude'))
    .first()
    .click();
  await page.locator('[role=columnheader][aria-sort=ascending]').waitFor();

  await page.locator('#cell-0-1').dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Renamed here');
  await page.keyboard.press('Enter');
  const { vitrine, principal } = server;
  const found = () =>
    vitrine.records.count(principal, airports, {
      filters: [{ field: 'name', op: 'eq', value: 'Renamed here' }],
    });
  await expect.poll(async () => (await found()).count).toBe(1);

  await page.getByRole('link', { name: 'Import' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'more.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('iata,name,state\nZZZ9,Imported field,TX\n'),
  });
  await page.getByRole('button', { name: 'Try without writing' }).click();
  await page.getByRole('heading', { name: 'Nothing is written yet' }).waitFor();
  await page.getByRole('button', { name: 'Import the file' }).click();
  await page.getByRole('link', { name: 'Show the records' }).click();
  await status.getByText('301 records', { exact: true }).waitFor();
});
