import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { consoleTests, expectAccessible } from './browser.ts';
import { addProducts } from './sample-data.ts';
import { addFailedJobs } from './sample-jobs.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

const { inBrowser } = consoleTests(async (server) => {
  await addProducts(server);
  const { vitrine, principal } = server;
  await vitrine.accounts.changeLimits(principal.accountId, { records: 50 });
});

/** Longer than the screen waits between two requests. */
const PAUSE_MS = 3_500;

const table = (page: Page, name: string) => page.getByRole('region', { name });

inBrowser('shows the status of the server and the usage of the account', async ({ page, open, server }) => {
  const { storage, jobs } = await server.vitrine.status.read(server.principal);
  await open('/server?live=off');
  await page.getByText('No job has failed.').waitFor();
  await page.getByText(`layout ${storage.layout}`).waitFor();
  await page.getByText(/^since \w+ \d+, \d{4}/).waitFor();
  expect(await table(page, 'Background work').getByRole('row').count()).toBe(jobs.length + 1);
  await table(page, 'Queues').getByRole('rowheader', { name: 'Searches and counts' }).waitFor();
  // Each of them has a name for people.
  for (const name of ['Background work', 'Queues']) {
    const rows = await table(page, name).getByRole('rowheader').allInnerTexts();
    expect(rows.filter((row) => !/^[A-Z]/.test(row))).toEqual([]);
  }
  await table(page, 'Caches').getByRole('rowheader', { name: 'Timers of the same second' }).waitFor();
  await page.getByText('Addresses queued').waitFor();
  await page.getByText('Invalid keys from one address').waitFor();
  const records = table(page, 'Your account').getByRole('row').filter({ hasText: 'Records' });
  expect(await records.getByRole('cell').allInnerTexts()).toEqual(['48', '50']);
  await page.getByRole('meter', { name: 'Records: 96 % of the quota' }).waitFor();
  await expectAccessible(page);
});

inBrowser('refreshes itself without flicker, until it is paused', async ({ page, open }) => {
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/admin/status')) requests += 1;
  });
  await open('/server');
  const time = page.getByText(/^As of /);
  const first = await time.textContent();
  await page.evaluate("window.kept = document.querySelector('.server table')");
  await page.evaluate(
    "new MutationObserver(() => { window.gone ||= document.querySelector('.server') === null }).observe(document.body, { childList: true, subtree: true })",
  );
  await expect.poll(() => time.textContent()).not.toBe(first);
  expect(await page.evaluate("window.kept === document.querySelector('.server table')")).toBe(true);
  expect(await page.evaluate('window.gone')).toBe(undefined);

  await page.getByRole('switch', { name: 'Refresh every 3 seconds' }).uncheck();
  expect(page.url()).toContain('live=off');
  const paused = requests;
  await page.waitForTimeout(PAUSE_MS);
  expect(requests).toBe(paused);
});

inBrowser('does not ask while the tab is hidden', async ({ page, open }) => {
  await open('/server');
  await page.getByText(/^As of /).waitFor();
  const show = (state: string) =>
    page.evaluate(
      `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
       document.dispatchEvent(new Event('visibilitychange'))`,
    );
  await show('hidden');
  await page.waitForLoadState('networkidle');
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  await page.waitForTimeout(PAUSE_MS);
  expect(requests).toBe(0);
  await show('visible');
  await expect.poll(() => requests).toBeGreaterThan(0);
});

inBrowser(
  'lists failed jobs with their reasons, and queues them again one by one or together',
  async ({ page, open, server }) => {
    const failed = async () => (await server.vitrine.status.read(server.principal)).failedJobs.length;
    await addFailedJobs(server, { import: HOSTILE, 'purge-map': 'x'.repeat(1_000) });
    await open('/server?live=off');
    await table(page, 'Failed jobs').getByText(HOSTILE).waitFor();
    await expectAccessible(page);
    const retry = page.getByRole('button', { name: /^Retry Import a file, job \d+$/ });
    await retry.focus();
    await page.keyboard.press('Enter');
    await page.getByText('The job is queued again.').first().waitFor();
    await retry.waitFor({ state: 'hidden' });
    expect(await failed()).toBe(1);

    await addFailedJobs(server);
    await page.reload();
    await page.getByRole('button', { name: 'Retry all 2' }).click();
    await page.getByText('2 jobs are queued again.').first().waitFor();
    await page.getByText('No job has failed.').waitFor();
    expect(await failed()).toBe(0);
  },
);

inBrowser(
  'a job that somebody else has retried is not found, and the list is right again',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 404/);
    await addFailedJobs(server);
    await open('/server?live=off');
    await page.getByRole('button', { name: 'Retry all 2' }).waitFor();
    const { failedJobs } = await server.vitrine.status.read(server.principal);
    for (const { id } of failedJobs) await server.vitrine.status.retryJob(server.principal, id);
    await page.getByRole('button', { name: 'Retry all 2' }).click();
    await page.getByText('No job has failed.').waitFor();
  },
);

inBrowser(
  'says when the server stops answering, keeps the last numbers, and goes on afterwards',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
    await open('/server');
    await page.getByText(/^As of /).waitFor();
    await server.stop();
    await page.getByText(/^The server does not answer\. The numbers are those of \d/).waitFor();
    await page.getByText('The server does not answer. Trying again').waitFor();
    await table(page, 'Queues').waitFor();
    await expectAccessible(page);
    await server.start();
    await page.getByText(/^As of /).waitFor();
    await page.getByText('The server does not answer').first().waitFor({ state: 'hidden' });
  },
);

inBrowser(
  'a server that can’t be reached at first is asked until it answers',
  async ({ page, open, allowErrors }) => {
    allowErrors(/ERR_FAILED/);
    await page.route('**/admin/status', (route) => route.abort());
    await open('/server?live=off');
    await page.getByRole('alert').getByText('The server does not answer').waitFor();
    await expectAccessible(page);
    await page.unroute('**/admin/status');
    await table(page, 'Queues').waitFor();
  },
);

inBrowser(
  'all metrics are searched in the address, in a narrow window',
  async ({ page, open }) => {
    await open('/server?live=off');
    await page.getByRole('heading', { name: 'All metrics' }).click();
    await page.getByRole('searchbox', { name: 'Search metrics' }).fill('wal_bytes');
    const metrics = table(page, 'All metrics');
    await expect.poll(() => metrics.getByRole('row').count()).toBe(2);
    await page.reload();
    await expect.poll(() => metrics.getByRole('row').count()).toBe(2);
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('No metric has “nothing like it” in its name or labels.').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await expectAccessible(page);
  },
  { width: 360, height: 640 },
);

inBrowser('a store key has no such page', async ({ page, open, server }) => {
  const { items } = await server.vitrine.stores.list(server.principal, {});
  const { key } = await server.vitrine.apiKeys.create(server.principal, {
    name: 'kiosk',
    storeId: items[0]?.id ?? '',
  });
  await open('/server', key);
  await page.getByRole('heading', { name: 'Your key reaches one store' }).first().waitFor();
  expect(await page.getByRole('link', { name: 'Server' }).count()).toBe(0);
});
