import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { accountCommand, listOptions, STORE, withExample } from './options.ts';

const IMPORT = 'the id of the import, which "imports list" shows';
const EXAMPLE_ID = '0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

export function addImportCommands(root: Command, { terminal }: CommandContext): void {
  const imports = root.command('imports').description('files that servers import into a store');
  const list = accountCommand(imports, 'list', 'list the imports of a store, newest first')
    .argument('<store>', STORE)
    .action(async (store: string, flags) => {
      const { listImports } = await import('../imports.ts');
      await listImports(terminal, store, flags);
    });
  withExample(listOptions(list), 'vitrine imports list Airports');

  const show = accountCommand(imports, 'show', 'show the progress of an import')
    .argument('<store>', STORE)
    .argument('<import>', IMPORT)
    .option('--json', 'print JSON, with the first refused records')
    .action(async (store: string, importId: string, flags) => {
      const { showImport } = await import('../imports.ts');
      await showImport(terminal, store, importId, flags);
    });
  withExample(show, `vitrine imports show Airports ${EXAMPLE_ID}`);

  const cancel = accountCommand(imports, 'cancel', 'end an import; what it has written stays')
    .argument('<store>', STORE)
    .argument('<import>', IMPORT)
    .action(async (store: string, importId: string, flags) => {
      const { cancelImport } = await import('../imports.ts');
      await cancelImport(terminal, store, importId, flags);
    });
  withExample(cancel, `vitrine imports cancel Airports ${EXAMPLE_ID}`);

  const refused = accountCommand(imports, 'refused', 'write the refused records of an import as CSV')
    .argument('<store>', STORE)
    .argument('<import>', IMPORT)
    .action(async (store: string, importId: string, flags) => {
      const { writeRefused } = await import('../imports.ts');
      await writeRefused(terminal, store, importId, flags);
    });
  withExample(refused, `vitrine imports refused Airports ${EXAMPLE_ID} > refused.csv`);
}
