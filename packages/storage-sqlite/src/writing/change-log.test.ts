import { expect, test } from 'vitest';
import { fixed, openConnection } from '../connections/connection.ts';
import { changeLog } from './change-log.ts';
import { runGroup } from './write-group.ts';

const KEPT = 8;

function arrange() {
  const connection = openConnection({ path: ':memory:', role: 'write' });
  runGroup(connection, [{ name: 'migrateLayout', args: null }]);
  const log = changeLog(connection, KEPT);
  const change = (entries: number) => {
    for (let i = 0; i < entries; i++)
      connection.execute(fixed('INSERT INTO changed_records (seq) VALUES (7)'));
    log.afterGroup();
    return connection.execute(fixed('SELECT min(change), max(change), count(*) FROM changed_records'))[0];
  };
  return { connection, change };
}

test('keeps the newest entries, and more than those for a while', () => {
  const { connection, change } = arrange();
  expect(change(0)).toEqual([1, 1, 1]);
  expect(change(1)).toEqual([1, 2, 2]);
  expect(change(20)).toEqual([15, 22, KEPT]);
  expect(change(1)).toEqual([15, 23, KEPT + 1]);
  expect(change(1)).toEqual([17, 24, KEPT]);
  connection.close();
});

test('triggers log updates and deletes, and no inserts', () => {
  const { connection } = arrange();
  const execute = (text: string) => connection.execute(fixed(text));
  execute(`INSERT INTO records (seq, id, created_at, updated_at) VALUES (${2 ** 31}, 'a', 1, 1)`);
  expect(execute('SELECT seq FROM changed_records')).toEqual([[0]]);
  execute('UPDATE records SET n0 = 1');
  execute("DELETE FROM records WHERE id = 'a'");
  expect(execute('SELECT seq FROM changed_records')).toEqual([[0], [2 ** 31], [2 ** 31]].toReversed());
  connection.close();
});
