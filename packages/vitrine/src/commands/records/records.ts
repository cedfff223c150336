import type { Command } from 'commander';
import type { ListRecordsFlags } from '../../records/records.ts';
import type { CommandContext } from '../command-context.ts';
import {
  accountCommand,
  confirmOption,
  keyOption,
  listOptions,
  orderOptions,
  STORE,
  withExample,
} from '../options.ts';
import { addHistoryCommands } from './history.ts';
import { addRecordMeasureCommands } from './record-measures.ts';
import { addRecordWriteCommands } from './record-writes.ts';

export function addRecordCommands(root: Command, context: CommandContext): void {
  const { terminal, setExitCode } = context;
  const records = root.command('records').description('the records of a store');
  const list = accountCommand(records, 'list', 'list the records of a store, newest first')
    .argument('<store>', STORE)
    .action(async (store: string, flags: ListRecordsFlags) => {
      const { listRecords } = await import('../../records/records.ts');
      await listRecords(terminal, store, flags);
    });
  withExample(listOptions(orderOptions(list)), 'vitrine records list Airports --sort name --limit 20');

  const get = accountCommand(records, 'get', 'show one record')
    .argument('<store>', STORE)
    .argument('[recordId]', 'the id of the record; or give --key')
    .addOption(keyOption())
    .option('--json', 'print JSON')
    .action(async (store: string, recordId: string | undefined, flags) => {
      const { getRecord } = await import('../../records/records.ts');
      await getRecord(terminal, store, recordId, flags);
    });
  withExample(get, 'vitrine records get Airports --key iata=VIE');

  addRecordWriteCommands(records, context);

  const deleteCommand = accountCommand(records, 'delete', 'delete records')
    .argument('<store>', STORE)
    .argument('[recordId...]', 'the ids of the records; or give --key')
    .addOption(keyOption())
    .option('--if-match <etag>', 'for one record: only if it still has this etag, which "records get" shows')
    .option('--purge', 'keep nothing of them, in the history either')
    .action(async (store: string, recordIds: string[], flags) => {
      const { deleteRecords } = await import('../../records/records.ts');
      setExitCode(await deleteRecords(terminal, store, recordIds, flags));
    });
  withExample(confirmOption(deleteCommand), 'vitrine records delete Airports --key iata=VIE --yes');

  addHistoryCommands(records, context);
  addRecordMeasureCommands(records, context);
}
