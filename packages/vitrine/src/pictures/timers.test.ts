import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Shop } from '../../test/command-line.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

async function createDraft(): Promise<string> {
  const { line } = shop;
  const design = line.write(
    'sale.json',
    '{"target":{"date":"2999-01-01T00:00:00Z","timeZone":"Europe/Vienna"}}',
  );
  return line.succeed('timers', 'drafts', 'create', '--name', 'Sale', '--design', design);
}

test('timers drafts are created, listed, and previewed in a file', async () => {
  const { line } = shop;
  const created = await createDraft();
  expect(created).toMatch(/^name {10}Sale$/m);
  expect(created).toMatch(/^conversation {2}command-line$/m);
  const listed = (await line.succeed('timers', 'drafts', 'list')).trimEnd().split('\n');
  expect(listed[0]).toMatch(/^ID +REVISION {2}STATUS {2}IMAGE {2}EXPIRES +CONVERSATION {2}NAME$/);
  expect(listed[1]).toMatch(/^tf_\S+ +1 {2}draft {3}- {6}\S+Z {2}command-line {2}Sale$/);
  const gif = line.path('sale.gif');
  const previewed = await line.succeed('timers', 'drafts', 'preview', 'Sale', gif);
  expect(previewed).toMatch(/sale\.gif {2}[\d,]+ bytes\n$/);
  expect(readFileSync(gif).subarray(0, 6).toString()).toBe('GIF89a');
});

test('timers list, show and set-target work on a saved draft', async () => {
  const { line } = shop;
  await createDraft();
  const saved = JSON.parse(await line.succeed('timers', 'drafts', 'save', 'Sale', '--json'));
  expect(saved).toMatchObject({ timerId: 1, name: 'Sale', timeZone: 'Europe/Vienna' });
  const timers = (await line.succeed('timers', 'list')).trimEnd().split('\n');
  expect(timers[1]).toMatch(
    /^ 1 {2}2999-01-01T00:00:00\.000Z {2}Europe\/Vienna {2}date {2}no {7}Sale {2}http/,
  );
  const target = await line.succeed('timers', 'set-target', 'Sale', '2020-01-01', '--time-zone', 'UTC');
  expect(target).toMatch(/^target {5}2020-01-01T00:00:00\.000Z\n.*\n.*\nexpired {4}true$/m);
  expect(await line.succeed('timers', 'show', 'Sale')).toMatch(/^time zone {2}UTC\nexpired {4}true$/m);
});

test('timers drafts delete says which timer stays, and asks', async () => {
  const { line } = shop;
  await createDraft();
  await line.succeed('timers', 'drafts', 'save', 'Sale');
  const asked = await line.run('timers', 'drafts', 'delete', 'Sale');
  expect(asked.code).toBe(64);
  expect(asked.err).toMatch(
    /deletes draft tf_\S+ "Sale" permanently\. Timer 1, which was saved from it, stays\./,
  );
  expect(await line.succeed('timers', 'drafts', 'delete', 'Sale', '--yes')).toMatch(/^deleted {2}tf_/);
  expect(await shop.vitrine.timerFrames.list(shop.principal)).toEqual([]);
  expect((await shop.vitrine.images.list(shop.principal)).items).toMatchObject([{ id: 1, type: 'timer' }]);
});

test('timers drafts update applies a patch to a draft of any conversation', async () => {
  const { line } = shop;
  const drafts = ['timers', 'drafts'];
  const made = JSON.parse(await line.succeed(...drafts, 'create', '--conversation', 'chat-1', '--json'));
  const patch = line.write('patch.json', '{"target":{"date":"2998-01-01T00:00:00Z"}}');
  await line.succeed(...drafts, 'update', made.timerFrameId, patch);
  const shown = await line.succeed(...drafts, 'show', 'Countdown');
  expect(shown).toMatch(/^revision {6}2$/m);
  expect(shown).toMatch(/\n\n\{\n {2}"/);
  expect(shown).toContain('2998-01-01');
});

test('timers drafts refuse wrong files and names in one line', async () => {
  const { line } = shop;
  for (const [args, code, message] of [
    [['update', 'Sale', line.write('broken.json', '{')], 65, /broken\.json is not JSON: /],
    [['create', '--design', line.path('none.json')], 74, /none\.json: no such file/],
    [['create', '--design', line.write('wrong.json', '{"none":1}')], 1, /design\.none/],
    [['show', 'None'], 1, /No such draft in this account: none has the id or the name "None"/],
  ] as const) {
    const outcome = await line.run('timers', 'drafts', ...args);
    expect({ args, code: outcome.code }).toEqual({ args, code });
    expect(outcome.err).toMatch(message);
  }
  expect((await line.run('timers', 'show', '1')).err).toMatch(/No such timer/);
});
