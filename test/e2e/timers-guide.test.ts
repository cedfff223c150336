import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import type { SavedTimerFrameResponse, TimerFrameResponse } from '@vitrine/core/contracts';
import { LABEL_LOCALES } from '@vitrine/core/server';
import { type RunningServer, startServer } from '@vitrine/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksIn } from '../docs/code-blocks.ts';
import { sharedMedia } from '../shared-media.ts';
import { readGif } from './timer-arrange.ts';

const run = promisify(execFile);
const guide = readFileSync(new URL('../../docs/timers.md', import.meta.url), 'utf8');
const blocks = blocksIn('docs/timers.md', 'sh', 9);

const folder = mkdtempSync(join(tmpdir(), 'vitrine-timers-guide-'));
const variables: Record<string, string> = {};
let server: RunningServer;

beforeAll(async () => {
  const vitrine = await createVitrine({
    storage: memoryStorage(),
    media: sharedMedia(),
    baseUrl: () => server.url,
  });
  const principal = accountPrincipal((await vitrine.accounts.create('Guide')).id);
  variables.VITRINE_KEY = (await vitrine.apiKeys.create(principal, { name: 'guide' })).key;
  server = await startServer({ vitrine, port: 0 });
  variables.VITRINE_URL = server.url;
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function paste(index: number): Promise<string> {
  const command = blocks[index];
  if (command === undefined) throw new Error(`The guide has no block ${index}.`);
  const { stdout } = await run('sh', ['-c', command], { cwd: folder, env: { ...process.env, ...variables } });
  return stdout;
}

describe('docs/timers.md', () => {
  test('has only blocks that are pasted here', () => {
    const fences = guide.match(/^```\w+$/gm) ?? [];
    expect(fences).toHaveLength(blocks.length);
    expect(blocks).toHaveLength(9);
  });

  test('has commands that lead from a draft to a timer with another target when pasted', async () => {
    const draft = JSON.parse(await paste(0)) as TimerFrameResponse;
    expect(draft).toMatchObject({ name: 'Summer sale', revision: 1, warnings: [] });
    variables.PREVIEW_URL = draft.previewUrl;
    variables.TIMER_FRAME = draft.timerFrameId;
    await paste(1);
    expect(readGif(readFileSync(join(folder, 'preview.gif')))).toMatchObject({ width: 600, height: 150 });

    const changed = JSON.parse(await paste(2)) as TimerFrameResponse;
    expect(changed).toMatchObject({
      revision: 2,
      design: {
        digits: { size: 44, box: { color: '#b3261e', radius: 14 } },
        units: { seconds: { label: 'SEG.' } },
        labels: { locale: 'es', color: '#b9c6f0' },
      },
    });
    expect(JSON.parse(await paste(3))).toMatchObject({ revision: 2, design: changed.design });

    const saved = JSON.parse(await paste(4)) as SavedTimerFrameResponse;
    expect(saved).toMatchObject({ name: 'Summer sale', targetDate: '2030-07-01T13:00:00.000Z' });
    variables.PRODUCTION_URL = saved.productionUrl;
    variables.TIMER = String(saved.timerId);
    const headers = await paste(5);
    expect(headers).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(headers).toMatch(/^cache-control: no-store, no-cache, must-revalidate, max-age=0\r$/im);
    const gif = readFileSync(join(folder, 'timer.gif'));
    expect(headers).toMatch(new RegExp(`^content-length: ${gif.length}\\r$`, 'im'));
    expect(readGif(gif).frames).toHaveLength(60);

    const redesign = JSON.parse(await paste(6)) as TimerFrameResponse;
    expect(redesign).toMatchObject({ timerId: saved.timerId, status: 'draft', design: changed.design });

    expect(JSON.parse(await paste(8))).toMatchObject({
      targetDate: '2030-07-08T13:00:00.000Z',
      timeZone: 'America/New_York',
      localTargetDate: '2030-07-08T09:00:00',
    });
  });

  test('has an evergreen timer that needs no conversation when pasted', async () => {
    const draft = JSON.parse(await paste(7)) as TimerFrameResponse;
    expect(draft.conversationId).toMatch(/^conv_/);
    expect(draft).toMatchObject({
      warnings: [],
      design: { preset: 'cards', target: { kind: 'evergreen', duration: 'PT48H' } },
    });
  });

  test('omits the length in a HEAD response over a socket, because nothing is rendered', async () => {
    const { status, headers } = await fetch(variables.PRODUCTION_URL ?? '', { method: 'HEAD' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/gif');
    expect(headers.get('content-length')).toBeNull();
  });

  test('states the number of languages', () => {
    expect(guide).toContain(`one of ${LABEL_LOCALES.length} languages`);
  });
});
