import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launch, openConsole } from '../console/chromium.ts';
import { type ConsoleServer, openConsoleServer } from '../console/console-server.ts';
import { benchOptions } from './bench-options.ts';
import { median } from './median.ts';
import { printTable } from './result-table.ts';

// Measures the grid of the console in Chromium over a large store: first rows after navigation, the longest frame while
// the user scrolls, memory, beside a plain table and an empty page. `pnpm bench console`; `--quick` for 20,000 records.

const { quick } = benchOptions();
const RECORDS = quick ? 20_000 : 1_000_000;
const SCROLLED_MS = 10_000;
const STARTS = 9;
const FILTERED = 5;
/** One record in a hundred. */
const FILTER = '[["price","lt",1000],["title","contains","product"]]';
const BATCH = 100;
const WRITERS = 8;

async function fill({ vitrine, principal }: ConsoleServer): Promise<string> {
  const store = await vitrine.stores.create(principal, {
    name: 'Large',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'title', type: 'string' },
      { name: 'price', type: 'number' },
      { name: 'available', type: 'boolean' },
      { name: 'released', type: 'datetime' },
      { name: 'note', type: 'string' },
    ],
  });
  let next = 0;
  const work = async () => {
    for (let from = next; from < RECORDS; from = next) {
      next = from + BATCH;
      const records = Array.from({ length: BATCH }, (_, place) => ({
        sku: `SKU-${String(from + place).padStart(7, '0')}`,
        title: `Product number ${from + place}`,
        price: ((from + place) * 7_919) % 100_000,
        available: (from + place) % 3 === 0,
        released: new Date(1_700_000_000_000 + (from + place) * 60_000).toISOString(),
        note: `A text of some words, for record ${from + place}`,
      }));
      await vitrine.records.batchUpsert(principal, store.id, { records });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, work));
  return store.id;
}

/** Returns the milliseconds from the start of a navigation to the first row on the screen. */
async function firstRows(page: Page, url: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('#cell-0-0', { hasText: 'SKU' }).waitFor();
  await page.waitForTimeout(100);
  return page.evaluate('window.firstRows');
}

const FLOOR_PATH = '/floor';

/** Serves a page that requests the first records as the grid does and shows 40 of them in a plain table. */
async function serveFloor(page: Page, { url, key }: ConsoleServer, storeId: string): Promise<void> {
  const script = `fetch('/v2/stores/${storeId}/records/query', {
    method: 'POST',
    headers: { 'Authorization': 'Bearer ${key}', 'Content-Type': 'application/json' },
    body: '{"limit":100}',
  }).then((response) => response.json()).then(({ items }) => {
    const table = document.body.appendChild(document.createElement('table'));
    for (const { id, ...values } of items.slice(0, 40)) {
      const row = table.insertRow();
      for (const value of Object.values(values)) row.insertCell().textContent = String(value);
    }
    table.rows[0].cells[0].id = 'cell-0-0';
  })`;
  await page.route(`${url}${FLOOR_PATH}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><body><script>${script}</script>` }),
  );
}

/** Returns the longest frame of an empty page in ten seconds: what the machine itself costs. */
async function longestIdleFrame(page: Page): Promise<number> {
  await page.goto('about:blank');
  return page.evaluate(`new Promise((done) => {
    const began = performance.now();
    let before = began;
    let longest = 0;
    const step = (now) => {
      longest = Math.max(longest, now - before);
      before = now;
      if (now - began < ${SCROLLED_MS}) requestAnimationFrame(step);
      else done(longest);
    };
    requestAnimationFrame(step);
  })`);
}

/** Scrolls down and up for ten seconds. Returns the durations of the frames, in milliseconds. */
async function scroll(page: Page): Promise<number[]> {
  return page.evaluate(`new Promise((done) => {
    const element = document.querySelector('.grid-scroll');
    const frames = [];
    const began = performance.now();
    let before = began;
    const step = (now) => {
      frames.push(now - before);
      before = now;
      const part = (now - began) / ${SCROLLED_MS};
      element.scrollTop += part < 0.7 ? 240 : -480;
      if (part < 1) requestAnimationFrame(step);
      else done(frames.slice(1));
    };
    requestAnimationFrame(step);
  })`);
}

async function heapMegabytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

/** Returns the milliseconds to the first rows of a filter and to its count, from the start of a navigation. */
async function filteredRows(page: Page, url: string): Promise<{ rows: number; count: number }> {
  const rows = await firstRows(page, url);
  await page.locator('.grid-status', { hasText: /of .* records/ }).waitFor();
  return { rows, count: await page.evaluate('window.counted') };
}

/** Returns the memory of the largest process of a page, in megabytes: all of it, shared parts by their share. */
async function pageMegabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1]);
  return Math.max(...sizes.map(Number)) / 1e3;
}

const server = await openConsoleServer();
const browser = await launch();
try {
  const began = performance.now();
  const storeId = await fill(server);
  process.stderr.write(`filled in ${((performance.now() - began) / 1_000).toFixed(0)} s\n`);
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  // Notes the frames in which the first row and the count of a filter are there.
  await page.addInitScript(`requestAnimationFrame(function look() {
    if (document.querySelector('#cell-0-0')?.textContent?.startsWith('SKU')) window.firstRows ??= performance.now();
    if (/ of .* records/.test(document.querySelector('.grid-status')?.textContent)) window.counted ??= performance.now();
    const isCounting = location.search !== '' && window.counted === undefined;
    if (window.firstRows === undefined || isCounting) requestAnimationFrame(look);
  })`);
  const session = await page.context().newCDPSession(page);
  const path = `/stores/${storeId}`;
  await openConsole(page, server, path);
  await serveFloor(page, server, storeId);
  const starts: number[] = [];
  const floors: number[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    starts.push(await firstRows(page, `${server.url}/console${path}`));
    floors.push(await firstRows(page, `${server.url}${FLOOR_PATH}`));
  }
  const filtered: { rows: number; count: number }[] = [];
  for (let count = 0; count < FILTERED; count += 1) {
    const address = `${server.url}/console${path}?filter=${encodeURIComponent(FILTER)}`;
    filtered.push(await filteredRows(page, address));
  }
  await firstRows(page, `${server.url}/console${path}`);
  const frames = (await scroll(page)).toSorted((a, b) => a - b);
  const at = (part: number) => frames[Math.min(frames.length - 1, Math.floor(frames.length * part))] ?? 0;
  const rows = await page.evaluate('document.querySelectorAll(".grid-row").length');
  const megabytes = await heapMegabytes(session);
  const processMegabytes = await pageMegabytes(browser);
  const idle = await longestIdleFrame(page);
  const start = median(starts);
  const floor = median(floors);
  printTable(
    ['measure', 'value'],
    [
      ['records', String(RECORDS)],
      [`first rows after navigation, median of ${STARTS}`, `${start.toFixed(0)} ms`],
      ['40 records in a plain table, the same request', `${floor.toFixed(0)} ms`],
      ['ratio', (start / floor).toFixed(1)],
      [
        `first rows of two filters, median of ${FILTERED}`,
        `${median(filtered.map(({ rows: shown }) => shown)).toFixed(0)} ms`,
      ],
      ['their count', `${median(filtered.map(({ count }) => count)).toFixed(0)} ms`],
      ['load average', loadavg()[0]?.toFixed(1) ?? ''],
      ['frames in 10 s of scrolling', String(frames.length)],
      ['median frame', `${at(0.5).toFixed(1)} ms`],
      ['99th percentile', `${at(0.99).toFixed(1)} ms`],
      ['longest frame', `${at(1).toFixed(1)} ms`],
      ['longest frame of an empty page', `${idle.toFixed(1)} ms`],
      ['ratio', (at(1) / idle).toFixed(1)],
      ['rows in the document', String(rows)],
      ['memory of JavaScript', `${megabytes.toFixed(0)} MB`],
      ["memory of the page's process", `${processMegabytes.toFixed(0)} MB`],
    ],
  );
} finally {
  await browser.close();
  await server.close();
}
