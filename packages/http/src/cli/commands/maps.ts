import type { Command } from 'commander';
import type { ImportLocationsFlags } from '../import-locations.ts';
import type { CreateMapFlags, UpdateMapFlags } from '../maps.ts';
import type { CommandContext } from './command-context.ts';
import {
  accountCommand,
  confirmOption,
  delimiterOption,
  listOptions,
  MAP,
  readCount,
  splitNames,
  withExample,
} from './options.ts';

export function addMapCommands(root: Command, { terminal, setExitCode }: CommandContext): void {
  const maps = root.command('maps').description('the maps of an account');
  const create = accountCommand(maps, 'create', 'create a map')
    .requiredOption('--name <name>', 'name of the map')
    .option('--search-radius <miles>', 'default radius of a search around a point', readCount)
    .option('--max-results <number>', 'maximum number of locations that such a search returns', readCount)
    .option('--json', 'print JSON')
    .action(async (flags: CreateMapFlags) => {
      const { createMap } = await import('../maps.ts');
      await createMap(terminal, flags);
    });
  withExample(create, 'vitrine maps create --name Shops --search-radius 50');
  const list = accountCommand(maps, 'list', 'list the maps, newest first').action(async (flags) => {
    const { listMaps } = await import('../maps.ts');
    await listMaps(terminal, flags);
  });
  withExample(listOptions(list), 'vitrine maps list --json');
  const show = accountCommand(maps, 'show', 'show a map and its location counts')
    .argument('<map>', MAP)
    .option('--json', 'print JSON')
    .action(async (map: string, flags) => {
      const { showMap } = await import('../maps.ts');
      await showMap(terminal, map, flags);
    });
  withExample(show, 'vitrine maps show Shops');
  const update = accountCommand(maps, 'update', 'change the name or the search of a map')
    .argument('<map>', MAP)
    .option('--name <name>', 'a new name')
    .option('--search-radius <miles>', 'default radius of a search around a point', readCount)
    .option('--max-results <number>', 'maximum number of locations that such a search returns', readCount)
    .option('--json', 'print JSON')
    .action(async (map: string, flags: UpdateMapFlags) => {
      const { updateMap } = await import('../maps.ts');
      await updateMap(terminal, map, flags);
    });
  withExample(update, 'vitrine maps update Shops --search-radius 30');
  const deleteCommand = accountCommand(maps, 'delete', 'delete a map with all its locations')
    .argument('<map>', MAP)
    .action(async (map: string, flags) => {
      const { deleteMap } = await import('../maps.ts');
      await deleteMap(terminal, map, flags);
    });
  withExample(confirmOption(deleteCommand), 'vitrine maps delete Shops --yes');
  const importCommand = accountCommand(
    maps,
    'import',
    'add the locations of a CSV file to a map, or update those with the same uniqueId; safe to run again',
  )
    .argument('<map>', MAP)
    .argument('<file.csv>', 'its first line names the columns: uniqueId, name, address, lat, lng')
    .option('--unique-id <column>', 'the column of uniqueIds (default: uniqueId)')
    .option('--address <column,…>', 'columns to join into the address, separated by commas', splitNames, [])
    .option('--ignore <column,…>', 'columns to skip', splitNames, [])
    .addOption(delimiterOption())
    .option('--errors <file>', 'the file for refused rows (default: <file>.errors.ndjson)')
    .action(async (map: string, file: string, flags: ImportLocationsFlags) => {
      const { importLocations } = await import('../import-locations.ts');
      setExitCode(await importLocations(terminal, map, file, flags));
    });
  withExample(importCommand, 'vitrine maps import Shops shops.csv --address street,city');
}
