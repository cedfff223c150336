import type { Command } from 'commander';
import type { DeletedRecordsFlags } from '../../history/history.ts';
import type { RestoreFlags } from '../../history/restores.ts';
import type { CommandContext } from '../command-context.ts';
import { accountCommand, confirmOption, keyOption, listOptions, STORE, withExample } from '../options.ts';

const RESTORE = 'the id of the restore, which "records restore" shows';
const EXAMPLE_ID = '0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

/** Adds the commands for what records were, and for deleted records. */
export function addHistoryCommands(records: Command, { terminal }: CommandContext): void {
  const history = accountCommand(records, 'history', 'list the changes of one record, newest first')
    .argument('<store>', STORE)
    .argument('[recordId]', 'the id of the record; or give --key')
    .addOption(keyOption())
    .action(async (store: string, recordId: string | undefined, flags) => {
      const { listHistory } = await import('../../history/history.ts');
      await listHistory(terminal, store, recordId, flags);
    });
  withExample(listOptions(history), 'vitrine records history Airports VIE');

  const deleted = accountCommand(records, 'deleted', 'list deleted records, the last deletion first')
    .argument('<store>', STORE)
    .option('--match <text>', 'only those whose id or values contain the text, in upper or lower case')
    .action(async (store: string, flags: DeletedRecordsFlags) => {
      const { listDeleted } = await import('../../history/history.ts');
      await listDeleted(terminal, store, flags);
    });
  withExample(listOptions(deleted), 'vitrine records deleted Airports --match vienna');

  const restore = accountCommand(records, 'restore', 'bring deleted records back, or take changes back')
    .argument('<store>', STORE)
    .argument('[recordId...]', 'the ids of deleted records; or give --import or --since')
    .option('--import <id>', 'take the changes of this import back')
    .option('--since <position>', 'take all changes after this position of the log back')
    .option('--json', 'print JSON')
    .action(async (store: string, recordIds: string[], flags: RestoreFlags) => {
      const { restoreRecords } = await import('../../history/restores.ts');
      await restoreRecords(terminal, store, recordIds, flags);
    });
  withExample(restore, 'vitrine records restore Airports VIE');

  const purge = accountCommand(records, 'purge', 'remove deleted records for good')
    .argument('<store>', STORE)
    .argument('[recordId...]', 'the ids of the records (default: all deleted ones)')
    .action(async (store: string, recordIds: string[], flags) => {
      const { purgeDeleted } = await import('../../history/history.ts');
      await purgeDeleted(terminal, store, recordIds, flags);
    });
  withExample(confirmOption(purge), 'vitrine records purge Airports --yes');
}

/** Adds the commands that show restores of many records. */
export function addRestoreCommands(root: Command, { terminal }: CommandContext): void {
  const restores = root.command('restores').description('restores of many records, by a server');
  const show = accountCommand(restores, 'show', 'show the progress of a restore')
    .argument('<store>', STORE)
    .argument('<restore>', RESTORE)
    .option('--json', 'print JSON')
    .action(async (store: string, restoreId: string, flags) => {
      const { showRestore } = await import('../../history/restores.ts');
      await showRestore(terminal, store, restoreId, flags);
    });
  withExample(show, `vitrine restores show Airports ${EXAMPLE_ID}`);

  const results = accountCommand(restores, 'results', 'list what became of each record of a restore')
    .argument('<store>', STORE)
    .argument('<restore>', RESTORE)
    .action(async (store: string, restoreId: string, flags) => {
      const { listRestoreResults } = await import('../../history/restores.ts');
      await listRestoreResults(terminal, store, restoreId, flags);
    });
  withExample(listOptions(results), `vitrine restores results Airports ${EXAMPLE_ID}`);
}
