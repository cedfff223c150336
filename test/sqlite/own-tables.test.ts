import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { accountPrincipal, createVitrine } from '@vitrine/core';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { expect, onTestFinished, test } from 'vitest';

/** An application with tables of its own in the file of a server. Each row is a transaction. */
const APPLICATION = `
  const { DatabaseSync } = await import('node:sqlite');
  const db = new DatabaseSync(process.argv[1]);
  for (const setting of ['busy_timeout = 5000', 'foreign_keys = ON', 'wal_autocheckpoint = 0']) {
    db.exec('PRAGMA ' + setting);
  }
  db.exec('CREATE TABLE app_invoices (id INTEGER PRIMARY KEY, number TEXT NOT NULL)');
  const insert = db.prepare('INSERT INTO app_invoices (number) VALUES (?)');
  for (let i = 0; i < 60; i++) insert.run(String(i));
  db.close();
`;

test('an application in another process writes its own tables in the file while a server writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-own-tables-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'data.db');
  const open = (file: string) => createVitrine({ storage: sqliteStorage({ path: file }) });
  const storage = sqliteStorage({ path });
  const vitrine = await createVitrine({ storage });
  const me = accountPrincipal((await vitrine.accounts.create('Shop')).id);
  const properties = [{ name: 'number', type: 'string', unique: true }] as const;
  const { id } = await vitrine.stores.create(me, { name: 'orders', properties: [...properties] });

  const application = spawn(process.execPath, ['--input-type=module', '-e', APPLICATION, path], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(application, 'exit');
  let added = 0;
  while (application.exitCode === null || added < 20) {
    await vitrine.records.add(me, id, { number: `${added++}` });
  }
  expect(await ended).toEqual([0, null]);
  expect((await vitrine.records.count(me, id)).count).toBe(added);
  const copy = join(folder, 'backup.db');
  await storage.backup(copy);
  await vitrine.close();

  for (const file of [path, copy]) {
    const reopened = await open(file);
    expect((await reopened.records.count(me, id)).count).toBe(added);
    await reopened.close();
    const own = new DatabaseSync(file);
    expect(own.prepare('SELECT count(*) AS rows FROM app_invoices').get()).toEqual({ rows: 60 });
    own.close();
  }
});
