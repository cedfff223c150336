import type { Command } from 'commander';
import type { ImportLocationsFlags } from '../import-locations.ts';
import type { CreateMapFlags } from '../maps.ts';
import type { CommandContext } from './command-context.ts';
import { accountCommand, delimiterOption, listOptions, readCount, splitNames } from './options.ts';

export function addMapCommands(root: Command, { terminal, setExitCode }: CommandContext): void {
  const maps = root.command('maps').description('the maps of an account');
  accountCommand(maps, 'create', 'create a map')
    .requiredOption('--name <name>', 'name of the map')
    .option('--search-radius <miles>', 'default radius of a search around a point', readCount)
    .option('--max-results <number>', 'maximum number of locations that such a search returns', readCount)
    .option('--json', 'print JSON')
    .action(async (flags: CreateMapFlags) => {
      const { createMap } = await import('../maps.ts');
      await createMap(terminal, flags);
    });
  listOptions(accountCommand(maps, 'list', 'list the maps, newest first')).action(async (flags) => {
    const { listMaps } = await import('../maps.ts');
    await listMaps(terminal, flags);
  });
  accountCommand(
    maps,
    'import',
    'add the locations of a CSV file to a map, or update those with the same uniqueId; safe to run again',
  )
    .argument('<mapId>', 'the id that "maps list" shows')
    .argument('<file.csv>', 'its first line names the columns: uniqueId, name, address, lat, lng')
    .option('--unique-id <column>', 'the column of uniqueIds (default: uniqueId)')
    .option('--address <column,…>', 'columns to join into the address, separated by commas', splitNames, [])
    .option('--ignore <column,…>', 'columns to skip', splitNames, [])
    .addOption(delimiterOption())
    .option('--errors <file>', 'the file for refused rows (default: <file>.errors.ndjson)')
    .action(async (mapId: string, file: string, flags: ImportLocationsFlags) => {
      const { importLocations } = await import('../import-locations.ts');
      setExitCode(await importLocations(terminal, mapId, file, flags));
    });
}
