import { type Command, Option } from 'commander';
import type { ListViewsFlags, SaveViewFlags } from '../../views/views.ts';
import type { CommandContext } from '../command-context.ts';
import {
  accountCommand,
  confirmOption,
  filterOptions,
  listOptions,
  STORE,
  searchOption,
  sortOptions,
  withExample,
} from '../options.ts';

const VIEW = 'the id or the name of the view';

/** Adds `views`. */
export function addViewCommands(root: Command, { terminal }: CommandContext): void {
  const views = root.command('views').description('saved views of the records of a store');
  const list = accountCommand(views, 'list', 'list the views of a store, newest first')
    .argument('<store>', STORE)
    .addOption(new Option('--kind <kind>', 'only these (default: all)').choices(['records', 'chart']))
    .action(async (store: string, flags: ListViewsFlags) => {
      const { listViews } = await import('../../views/views.ts');
      await listViews(terminal, store, flags);
    });
  withExample(listOptions(list), 'vitrine views list Airports');

  const save = accountCommand(views, 'save', 'save a view, or give the one of this name another query')
    .argument('<store>', STORE)
    .argument('<name>', 'the name of the view');
  sortOptions(searchOption(filterOptions(save)))
    .option('--json', 'print JSON')
    .action(async (store: string, name: string, flags: SaveViewFlags) => {
      const { saveView } = await import('../../views/views.ts');
      await saveView(terminal, store, name, flags);
    });
  withExample(save, 'vitrine views save Airports California --filter state:eq:CA --sort name');

  const show = accountCommand(views, 'show', 'show a view')
    .argument('<store>', STORE)
    .argument('<view>', VIEW)
    .option('--json', 'print JSON, with its query and its display')
    .action(async (store: string, view: string, flags) => {
      const { showView } = await import('../../views/views.ts');
      await showView(terminal, store, view, flags);
    });
  withExample(show, 'vitrine views show Airports California');

  const deleteCommand = accountCommand(views, 'delete', 'delete a view; its records stay')
    .argument('<store>', STORE)
    .argument('<view>', VIEW)
    .action(async (store: string, view: string, flags) => {
      const { deleteView } = await import('../../views/views.ts');
      await deleteView(terminal, store, view, flags);
    });
  withExample(confirmOption(deleteCommand), 'vitrine views delete Airports California --yes');
}
