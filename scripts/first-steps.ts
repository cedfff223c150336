// `pnpm first-steps [--before]`: prints what it takes from an empty machine with npm to the first GIF, and to the first record in
// an Express server of one's own, as the table of docs/packages.md. npm comes from a registry on this machine, with the packed
// packages and an empty cache. `--before` takes the ways through a clone of this repository instead, as before there
// were packages; it uses the registry of npm. Run it on a machine that does nothing else, from committed sources.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { installedPackages } from './installed-packages.ts';
import { modulesOf, unpackAll } from './packed/consumer.ts';
import { mebibytesOf } from './packed/installation.ts';
import { startInstalledRegistry } from './packed/installed-registry.ts';
import { npmSettings } from './packed/npm-settings.ts';
import { startByCommand } from './packed/npx-server.ts';
import { runCommand } from './packed/run-command.ts';
import { packAll } from './release/pack.ts';

const root = resolve(import.meta.dirname, '..');
/** The library that the program of one's own server uses. */
const LIBRARY = ['core', 'storage-sql', 'storage-sqlite'];

const FRAME = JSON.stringify({
  name: 'Sale',
  design: { target: { date: '2030-07-01T09:00:00', timeZone: 'America/New_York' } },
});

/** An Express server that adds a record at each POST. It sends one to itself. */
const SHOP = `
import { accountPrincipal, createVitrine } from '@vitrine/core';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import express from 'express';
const vitrine = await createVitrine({ storage: sqliteStorage({ path: 'shop.db' }) });
const me = accountPrincipal((await vitrine.accounts.ensure('Shop')).id);
const { id } = await vitrine.stores.ensure(me, {
  name: 'Orders', properties: [{ name: 'number', type: 'string', unique: true }],
});
const app = express();
app.post('/orders/:number', async ({ params }, response) => {
  response.status(201).json(await vitrine.records.add(me, id, { number: params.number }));
});
const server = app.listen(0, async () => {
  const added = await fetch('http://127.0.0.1:' + server.address().port + '/orders/1', { method: 'POST' });
  console.log(added.status);
  server.close();
  await vitrine.close();
});
`;

interface Steps {
  readonly commands: number;
  readonly seconds: number;
  readonly mebibytes: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty home: no cache of npm, no store of pnpm. */
function emptyMachine(folder: string): {
  readonly home: string;
  readonly work: string;
  readonly env: Environment;
} {
  const [home, work] = [join(folder, 'home'), join(folder, 'work')];
  for (const each of [home, work]) mkdirSync(each, { recursive: true });
  // The certificates belong to the network, which stays the same.
  const kept = Object.entries(process.env).filter(
    ([name]) => name === 'NODE_EXTRA_CA_CERTS' || !/^(npm_|PNPM_|XDG_|NODE_|COREPACK_)/i.test(name),
  );
  return { home, work, env: { ...Object.fromEntries(kept), HOME: home, CI: 'true', VITRINE_PORT: '0' } };
}

/** Runs commands one after the other. The last one starts a server, from which two requests get a GIF. */
async function toGif(folder: string, commands: readonly string[], more: Environment = {}): Promise<Steps> {
  const { work, env } = emptyMachine(folder);
  const from = performance.now();
  for (const command of commands.slice(0, -1)) await runCommand(command, work, { ...env, ...more });
  const server = await startByCommand(commands.at(-1) ?? '', work, { ...env, ...more });
  try {
    const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
    const drafted = await patiently(`${server.url}/v2/timer-frames`, {
      method: 'POST',
      headers,
      body: FRAME,
    });
    const { previewUrl } = (await drafted.json()) as { previewUrl: string };
    const gif = await patiently(previewUrl);
    if (gif.headers.get('content-type') !== 'image/gif') throw new Error('The preview is no GIF.');
    await gif.arrayBuffer();
    return { commands: commands.length + 2, seconds: secondsSince(from), mebibytes: mebibytesOf(folder) };
  } finally {
    await server.stop();
  }
}

/**
 * Sends a request, again each second while the server says that it is busy: on a busy machine the first drawing takes longer
 * than a request waits.
 *
 * @throws Error if the server refuses it.
 */
async function patiently(url: string, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init);
    if (response.ok) return response;
    if (response.status !== 503) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    await setTimeout(1_000);
  }
}

/** Runs commands, the last of which starts the program `shop.mjs`. */
async function toRecord(folder: string, commands: readonly string[], more: Environment = {}): Promise<Steps> {
  const { work, env } = emptyMachine(folder);
  writeFileSync(join(work, 'shop.mjs'), SHOP);
  const from = performance.now();
  let printed = '';
  for (const command of commands) printed = await runCommand(command, work, { ...env, ...more });
  if (printed !== '201\n') throw new Error(`The server printed ${printed}`);
  return { commands: commands.length, seconds: secondsSince(from), mebibytes: mebibytesOf(folder) };
}

function secondsSince(from: number): number {
  return (performance.now() - from) / 1_000;
}

function print(name: string, { commands, seconds, mebibytes }: Steps): void {
  console.log(`| ${name} | ${commands} | ${seconds.toFixed(1)} | ${mebibytes.toFixed(0)} |`);
}

async function throughPackages(folder: string): Promise<void> {
  const tarballs = join(folder, 'tarballs');
  mkdirSync(tarballs);
  packAll(root, tarballs, 'https://git.example/vitrine/vitrine');
  const unpacked = unpackAll(tarballs, join(folder, 'unpacked'));
  const express = installedPackages(join(root, 'test/node_modules'), ['express']);
  const registry = await startInstalledRegistry(unpacked, (name) => modulesOf(root, name), express);
  try {
    const gif = join(folder, 'gif');
    print('first GIF', await toGif(gif, ['npx -y vitrine'], npmSettings(join(gif, 'cache'), registry)));
    const record = join(folder, 'record');
    const install = 'npm install express @vitrine/core @vitrine/storage-sqlite';
    const settings = npmSettings(join(record, 'cache'), registry);
    print('first record in Express', await toRecord(record, [install, 'node shop.mjs'], settings));
  } finally {
    registry.stop();
  }
}

async function throughClone(folder: string): Promise<void> {
  const clone = `git clone -q '${root}' vitrine`;
  print('first GIF', await toGif(join(folder, 'gif'), [clone, 'cd vitrine && npx -y pnpm@12 start']));
  const pack = LIBRARY.map(
    (name) => `(cd vitrine/packages/${name} && npx -y pnpm@12 pack --pack-destination ../../..)`,
  );
  const record = [
    clone,
    'cd vitrine && npx -y pnpm@12 install',
    'cd vitrine && npx -y pnpm@12 build',
    ...pack,
    'npm install express ./vitrine-*.tgz',
    'node shop.mjs',
  ];
  print('first record in Express', await toRecord(join(folder, 'record'), record));
}

const isBefore = process.argv.includes('--before');
// Not in memory: the packages take hundreds of megabytes.
const folder = mkdtempSync('/var/tmp/vitrine-first-steps-');
try {
  console.log(
    `| ${isBefore ? 'Through a clone' : 'Through packages'} | commands | seconds | MiB on the disk, with caches |`,
  );
  console.log('|---|---|---|---|');
  await (isBefore ? throughClone : throughPackages)(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
