import { type Command, Option } from 'commander';
import type { ImportFlags } from '../../imports/import.ts';
import type { ExportFlags } from '../../records/export.ts';
import type { InferFlags } from '../../stores/infer-store.ts';
import type { CreateFromFlags } from '../../stores/store-from-file.ts';
import type { ListStoresFlags } from '../../stores/stores.ts';
import type { WatchFlags } from '../../stores/watch-store.ts';
import type { CommandContext } from '../command-context.ts';
import {
  accountCommand,
  confirmOption,
  csvOptions,
  detectionOptions,
  fileFormatOption,
  filterOptions,
  formulasOption,
  listOptions,
  namesOption,
  readCount,
  repeatedOption,
  STORE,
  searchOption,
  sortOptions,
  withExample,
} from '../options.ts';
import { addStoreChangeCommands } from './store-changes.ts';

/** Adds `stores` and the commands that import and export the records of a store. */
export function addStoreCommands(root: Command, context: CommandContext): void {
  const { terminal, setExitCode } = context;
  const stores = root.command('stores').description('the stores of an account');
  const list = accountCommand(stores, 'list', 'list the stores, newest first')
    .option('--name <text>', 'only stores whose name contains the text, in upper or lower case')
    .option('--deleted', 'the stores that can be restored instead')
    .action(async (flags: ListStoresFlags) => {
      const { listStores } = await import('../../stores/stores.ts');
      await listStores(terminal, flags);
    });
  withExample(listOptions(list), 'vitrine stores list --name shop');

  const show = accountCommand(stores, 'show', 'show a store and its properties')
    .argument('<store>', STORE)
    .option('--json', 'print JSON')
    .action(async (store: string, flags) => {
      const { showStore } = await import('../../stores/stores.ts');
      await showStore(terminal, store, flags);
    });
  withExample(show, 'vitrine stores show Airports');

  const watch = accountCommand(stores, 'watch', 'print the changes of a store as they come')
    .argument('<store>', STORE)
    .option('--since <position>', 'begin after this change (default: now)')
    .addOption(namesOption('--types <type,…>', 'only these, such as record.* or record.deleted', 'all'))
    .option('--records', 'print each record as it is then')
    .option('--json', 'print each change as one line of JSON, with its position')
    .action(async (store: string, flags: WatchFlags) => {
      const { watchStore } = await import('../../stores/watch-store.ts');
      await watchStore(terminal, store, flags);
    });
  withExample(watch, 'vitrine stores watch Airports --types record.*');

  const deleteCommand = accountCommand(
    stores,
    'delete',
    'delete a store with all its records; it can be restored for seven days',
  )
    .argument('<store>', STORE)
    .action(async (store: string, flags) => {
      const { deleteStore } = await import('../../stores/stores.ts');
      await deleteStore(terminal, store, flags);
    });
  withExample(confirmOption(deleteCommand), 'vitrine stores delete Airports --yes');

  const restore = accountCommand(stores, 'restore', 'restore a deleted store with all its records')
    .argument('<store>', STORE)
    .action(async (store: string, flags) => {
      const { restoreStore } = await import('../../stores/stores.ts');
      await restoreStore(terminal, store, flags);
    });
  withExample(restore, 'vitrine stores restore Airports');

  addStoreChangeCommands(stores, context);

  const createFrom = accountCommand(
    stores,
    'create-from',
    'create a store whose properties are the columns of a CSV file',
  )
    .argument('<file.csv>', 'its first line names the columns; all other lines decide their types')
    .option('--name <name>', 'name of the store (default: the name of the file)')
    .addOption(
      namesOption(
        '--key <column,…>',
        'columns that identify a record; each row needs a value and no two rows may have the same',
      ),
    )
    .addOption(repeatedOption('--type <column=type>', 'a type instead of the inferred one'))
    .option('--import', 'import the records of the file too')
    .option('--json', 'print the store as JSON');
  csvOptions(createFrom).action(async (file: string, flags: CreateFromFlags) => {
    const { createStoreFrom } = await import('../../stores/store-from-file.ts');
    setExitCode(await createStoreFrom(terminal, file, flags));
  });
  withExample(createFrom, 'vitrine stores create-from airports.csv --key iata --name Airports --import');

  const infer = accountCommand(stores, 'infer', 'show the properties that a store for a file would have')
    .argument('<file>', 'CSV, TSV, a JSON array or NDJSON; its first 1,000 records decide')
    .addOption(fileFormatOption('detected'));
  detectionOptions(infer)
    .option('--json', 'print JSON')
    .action(async (file: string, flags: InferFlags) => {
      const { inferStore } = await import('../../stores/infer-store.ts');
      await inferStore(terminal, file, flags);
    });
  withExample(infer, 'vitrine stores infer airports.csv');

  const importCommand = accountCommand(
    root,
    'import',
    'write the records of a file into a store; safe to run again',
  )
    .argument('<store>', STORE)
    .argument('<file>', '.csv, .json (an array of records) or .ndjson (one record per line)')
    .addOption(fileFormatOption('by the file name'));
  csvOptions(importCommand).action(async (store: string, file: string, flags: ImportFlags) => {
    const { importFile } = await import('../../imports/import.ts');
    setExitCode(await importFile(terminal, store, file, flags));
  });
  withExample(importCommand, 'vitrine import Airports airports.csv --ignore latitude,longitude');

  const exportCommand = accountCommand(
    root,
    'export',
    'write the records of a store to a file or to stdout, newest first',
  )
    .argument('<store>', STORE)
    .addOption(
      new Option('--format <format>', 'default: by the name of --out, else json').choices(['csv', 'json']),
    )
    .option('--out <file>', 'the file to write; it appears when it is complete')
    .option('--limit <number>', 'export at most this many records, the first', readCount)
    .addOption(namesOption('--fields <name,…>', 'the columns in their order; id only if it is named', 'all'))
    .option('--live-links <image>', 'add the URLs of this live image, by its id or name, to each record')
    .addOption(formulasOption("guarded: put a ' before text that a spreadsheet would evaluate"));
  sortOptions(searchOption(filterOptions(exportCommand))).action(
    async (store: string, flags: ExportFlags) => {
      const { exportRecords } = await import('../../records/export.ts');
      await exportRecords(terminal, store, flags);
    },
  );
  withExample(
    exportCommand,
    'vitrine export Airports --out airports.csv',
    'vitrine export Airports --filter state:eq:CA --sort name --fields iata,name --out california.csv',
  );
}
