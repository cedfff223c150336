import { type Command, InvalidArgumentError, Option } from 'commander';
import type { StartImportFlags } from '../../imports/start-import.ts';
import type { CommandContext } from '../command-context.ts';
import {
  accountCommand,
  detectionOptions,
  fileFormatOption,
  formulasOption,
  ignoreOption,
  listOptions,
  readFormulasOption,
  STORE,
  withExample,
} from '../options.ts';

const IMPORT = 'the id of the import, which "imports list" shows';
const EXAMPLE_ID = '0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

export function addImportCommands(root: Command, { terminal }: CommandContext): void {
  const imports = root.command('imports').description('files that servers import into a store');
  const list = accountCommand(imports, 'list', 'list the imports of a store, newest first')
    .argument('<store>', STORE)
    .action(async (store: string, flags) => {
      const { listImports } = await import('../../imports/imports.ts');
      await listImports(terminal, store, flags);
    });
  withExample(listOptions(list), 'vitrine imports list Airports');

  const start = accountCommand(imports, 'start', 'have a server import a file; "import" does it itself')
    .argument('<store>', STORE)
    .argument('<file>', 'CSV, TSV, a JSON array or NDJSON')
    .option('--dry-run', 'write nothing and find out the same numbers')
    .addOption(
      new Option('--mode <mode>', 'insertOnly: refuse records that exist (default: upsert)').choices([
        'upsert',
        'insertOnly',
      ]),
    )
    .option(
      '--map <column=property>',
      'the property of a column (default: that of its name); may be repeated',
      collectMapping,
    )
    .addOption(ignoreOption())
    .addOption(fileFormatOption('detected'));
  detectionOptions(start)
    .addOption(readFormulasOption())
    .option('--json', 'print JSON')
    .action(async (store: string, file: string, flags: StartImportFlags) => {
      const { startImport } = await import('../../imports/start-import.ts');
      await startImport(terminal, store, file, flags);
    });
  withExample(start, 'vitrine imports start Airports airports.csv --dry-run');

  const show = accountCommand(imports, 'show', 'show the progress of an import')
    .argument('<store>', STORE)
    .argument('<import>', IMPORT)
    .option('--json', 'print JSON, with the first refused records')
    .action(async (store: string, importId: string, flags) => {
      const { showImport } = await import('../../imports/imports.ts');
      await showImport(terminal, store, importId, flags);
    });
  withExample(show, `vitrine imports show Airports ${EXAMPLE_ID}`);

  const cancel = accountCommand(
    imports,
    'cancel',
    'end an import, or remove one that has ended; records stay',
  )
    .argument('<store>', STORE)
    .argument('<import>', IMPORT)
    .action(async (store: string, importId: string, flags) => {
      const { cancelImport } = await import('../../imports/imports.ts');
      await cancelImport(terminal, store, importId, flags);
    });
  withExample(cancel, `vitrine imports cancel Airports ${EXAMPLE_ID}`);

  const refused = accountCommand(imports, 'refused', 'write the refused records of an import as CSV')
    .argument('<store>', STORE)
    .argument('<import>', IMPORT)
    .addOption(formulasOption("guarded: put a ' before text that a spreadsheet would evaluate"))
    .action(async (store: string, importId: string, flags) => {
      const { writeRefused } = await import('../../imports/imports.ts');
      await writeRefused(terminal, store, importId, flags);
    });
  withExample(refused, `vitrine imports refused Airports ${EXAMPLE_ID} > refused.csv`);
}

/** Reads `Telefon=phone`. Names of columns may contain `=`. */
function collectMapping(
  value: string,
  earlier: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const at = value.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('Expected a column and a property, such as Telefon=phone.');
  return { ...earlier, [value.slice(0, at)]: value.slice(at + 1) };
}
