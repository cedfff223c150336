import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { fontFile } from '../../../../test/e2e/samples.ts';
import { verifies } from '../../../../test/requirements.ts';
import { CommandLine, RED_PIXEL } from '../../test/command-line.ts';

const line = new CommandLine();
afterAll(() => line.remove());

/** A line of a help text that names a command: two spaces, the name, options in brackets. */
const NAMED = /^ {2}([a-z][a-z-]*)(?: \[| <| {2})/;

/** Returns the help of each command below a group that does something. */
async function findCommands(group: readonly string[]): Promise<[command: string, help: string][]> {
  const help = await line.succeed(...group, '--help');
  const at = help.indexOf('\nCommands:');
  if (at < 0) return [[group.join(' '), help]];
  const names = help
    .slice(at)
    .split('\n')
    .flatMap((text) => NAMED.exec(text)?.[1] ?? [])
    .filter((name) => name !== 'help');
  const found = await Promise.all(names.map((name) => findCommands([...group, name])));
  return found.flat();
}

/** Returns the words of each example. Words with spaces are in double quotes. */
function examplesIn(help: string): string[][] {
  const [, block = ''] = /\nExamples?:\n((?: {2}.*\n?)+)/.exec(help) ?? [];
  return block.match(/^ {2}.*$/gm)?.map((text) => text.match(/(?:"[^"]*"|\S)+/g) ?? []) ?? [];
}

const commands = new Map(await findCommands([]));

test.each([...commands])('the help of vitrine %s shows defaults as words', (_, help) => {
  expect(help).not.toContain('(default: [');
});

test.each([...commands])('the help of vitrine %s has an example of that command', (command, help) => {
  const examples = examplesIn(help);
  expect(examples.length).toBeGreaterThan(0);
  for (const words of examples) {
    expect(words.slice(words.indexOf('vitrine')).join(' ')).toMatch(new RegExp(`^vitrine ${command}\\b`));
  }
});

/** Why the examples of a command do not run. */
const NOT_RUN: Readonly<Record<string, string>> = {
  serve: 'It runs until it is stopped; server-process.test.ts starts it.',
  'stores watch': 'It runs until it is stopped; watch-store.test.ts watches one.',
  'jobs retry': 'It needs the id of a job that failed; server-status.test.ts retries one.',
  ...Object.fromEntries(
    ['imports show', 'imports cancel', 'imports refused'].map((command) => [
      command,
      'It needs the id of an import; imports.test.ts has one.',
    ]),
  ),
  ...Object.fromEntries(
    ['restores show', 'restores results'].map((command) => [
      command,
      'It needs the id of a restore; history.test.ts has one.',
    ]),
  ),
  ...Object.fromEntries(
    ['show', 'test', 'rotate', 'disable', 'enable', 'deliveries', 'retry', 'replay', 'remove'].map(
      (command) => [`webhooks ${command}`, 'It needs the id of a webhook; webhooks.test.ts has one.'],
    ),
  ),
  ...Object.fromEntries(
    ['show', 'resolve', 'url', 'export'].map((command) => [
      `live ${command}`,
      'It needs a live image; live-images.test.ts has one.',
    ]),
  ),
  'live apply': 'It reads a file of `live export`; live-images.test.ts has one.',
  'images lookup': 'The URL of an image is random; images.test.ts looks one up.',
};

/** The commands whose examples run, in this order, and in brackets commands that they need. */
const STORY: readonly (string | readonly string[])[] = [
  ...['accounts create', 'accounts list', 'accounts limits', 'accounts image-hosts', 'live list'],
  ...['stores infer', 'stores create-from', 'import', 'imports start', 'imports list', 'export'],
  ...['stores list', 'stores show'],
  ['stores', 'create-from', 'seattle-weather.csv', '--name', 'Weather', '--key', 'date', '--import'],
  ...['query', 'summarize', 'records add', 'records get', 'records patch', 'records validate'],
  ...['records list', 'records count', 'records aggregate', 'records delete'],
  ...['records history', 'records deleted', 'records restore', 'records purge'],
  ...['stores create', 'stores properties add', 'stores properties update', 'stores properties rename'],
  ...['stores properties change-type', 'views save', 'views list', 'views show', 'views delete'],
  ['stores', 'properties', 'add', 'Products', 'colour:string'],
  ...['stores properties delete', 'stores update'],
  ...['keys create', 'keys list', 'keys revoke'],
  ...['maps create', 'maps list', 'maps update', 'maps import', 'maps show'],
  ...['locations add', 'locations list', 'locations search', 'locations show', 'locations update'],
  ...['images add', 'images list', 'images show', 'images thumbnail', 'images delete', 'images restore'],
  ...['images move', 'images rename'],
  ['timers', 'drafts', 'create', '--name', 'Countdown'],
  ...['timers drafts show', 'timers drafts list'],
  ['timers', 'drafts', 'save', 'Countdown'],
  ...['timers list', 'timers show', 'timers set-target', 'timers draft', 'timers presets'],
  ...['timers drafts create', 'timers drafts update', 'timers drafts preview', 'timers drafts save'],
  ...['webhooks add', 'webhooks list'],
  ...['fonts list', 'fonts add', 'fonts preview', 'server status', 'migrate', 'backup', 'copy'],
  ...[
    'types',
    'timers drafts delete',
    'timers delete',
    'fonts delete',
    'locations delete',
    'maps delete',
    'stores delete',
    'stores restore',
  ],
];

test('every example runs, or has a reason why not', () => {
  const told = STORY.filter((step) => typeof step === 'string');
  expect([...told, ...Object.keys(NOT_RUN)].toSorted()).toEqual([...commands.keys()].toSorted());
});

const DATA = new URL('../../../../examples/data/', import.meta.url);

/** The files that examples read. */
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'airports.csv': readFileSync(new URL('airports.csv', DATA), 'utf8').split('\n').slice(0, 300).join('\n'),
  'seattle-weather.csv': readFileSync(new URL('seattle-weather.csv', DATA)),
  'airport.json': '{"iata": "VIX", "name": "Vienna"}',
  'products.json': '{"name": "Goods", "properties": [{"name": "sku", "type": "string", "unique": true}]}',
  'shops.csv': 'uniqueId,street,city,Telefon\n1,1 Elm Street,Springfield,555-0100\n',
  'header.png': RED_PIXEL,
  'brand.woff2': fontFile(),
  'sale.json': '{"width": 400}',
  'changes.json': '{"height": 120}',
};

const nextYear = new Date().getFullYear() + 1;

/** Puts files into the folder of the test, the database into its place, and dates into the future. */
function placed(word: string): string {
  const text = word.replace(/^"(.*)"$/, '$1').replace(/"/g, '');
  if (text === 'sqlite:./data/vitrine.db') return `sqlite:${line.database}`;
  if (text === 'sqlite:./copy.db') return `sqlite:${line.path('copy.db')}`;
  if (/^(2027-01-01|2026-12-01T09:00:00)$/.test(text)) return text.replace(/^\d{4}/, String(nextYear));
  return /^[\w-]+\.(csv|json|png|webp|gif|woff2|db|ts)$/.test(text) ? line.path(text) : text;
}

test('the examples run in the order of a story', {
  ...verifies('cli.examples'),
  timeout: 900_000,
}, async () => {
  for (const [name, content] of Object.entries(FILES)) line.write(name, content);
  const failures: string[] = [];
  for (const step of STORY) {
    const runs = typeof step === 'string' ? examplesIn(commands.get(step) ?? '') : [['vitrine', ...step]];
    for (const [program, ...words] of runs) {
      // An example that sets a variable needs a server.
      if (program !== 'vitrine') continue;
      const { code, err } = await line.run(...words.map(placed));
      if (code !== 0) failures.push(`vitrine ${words.join(' ')}: ${code} ${err}`);
    }
  }
  expect(failures).toEqual([]);
});
