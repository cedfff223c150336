import { type Command, InvalidArgumentError } from 'commander';
import type { ImportLocationsFlags } from '../../maps/import-locations.ts';
import type { FieldColumn } from '../../maps/location-columns.ts';
import type { CreateMapFlags, MapFieldFlag, UpdateMapFlags } from '../../maps/maps.ts';
import type { CommandContext } from '../command-context.ts';
import {
  accountCommand,
  confirmOption,
  delimiterOption,
  ignoreOption,
  listOptions,
  MAP,
  type NameFlag,
  nameOptions,
  namesOption,
  quotesOption,
  readCount,
  repeatedOption,
  requireName,
  skipLinesOption,
  unitOption,
  withExample,
} from '../options.ts';

const FIELD =
  'add a field of the locations: a name, or a name with :string, :number or :boolean; may be repeated';

export function addMapCommands(root: Command, { terminal, setExitCode }: CommandContext): void {
  const maps = root.command('maps').description('the maps of an account');
  const create = accountCommand(maps, 'create', 'create a map');
  nameOptions(create, 'map')
    .option('--search-radius <number>', 'default radius of a search around a point, in the unit', readCount)
    .option('--max-results <number>', 'maximum number of locations that such a search returns', readCount)
    .addOption(unitOption('the unit of distances (default: mi)'))
    .option('--field <name:type>', FIELD, collectField)
    .option('--json', 'print JSON')
    .action(async (name: string | undefined, flags: Omit<CreateMapFlags, 'name'> & NameFlag) => {
      const { createMap } = await import('../../maps/maps.ts');
      await createMap(terminal, { ...flags, name: requireName(name, flags) });
    });
  withExample(
    create,
    'vitrine maps create Shops --unit km --search-radius 80 --field phone --field seats:number',
  );
  const list = accountCommand(maps, 'list', 'list the maps, newest first').action(async (flags) => {
    const { listMaps } = await import('../../maps/maps.ts');
    await listMaps(terminal, flags);
  });
  withExample(listOptions(list), 'vitrine maps list --json');
  const show = accountCommand(maps, 'show', 'show a map and its location counts')
    .argument('<map>', MAP)
    .option('--json', 'print JSON')
    .action(async (map: string, flags) => {
      const { showMap } = await import('../../maps/maps.ts');
      await showMap(terminal, map, flags);
    });
  withExample(show, 'vitrine maps show Shops');
  const update = accountCommand(maps, 'update', 'change the name, the search or the fields of a map')
    .argument('<map>', MAP)
    .option('--name <name>', 'a new name')
    .option('--search-radius <number>', 'default radius of a search around a point, in the unit', readCount)
    .option('--max-results <number>', 'maximum number of locations that such a search returns', readCount)
    .addOption(unitOption('the unit of distances; the search radius keeps its number'))
    .option('--field <name:type>', FIELD, collectField)
    .addOption(repeatedOption('--remove-field <name>', 'remove a field with its values in all locations'))
    .option('--json', 'print JSON')
    .action(async (map: string, flags: UpdateMapFlags) => {
      const { updateMap } = await import('../../maps/maps.ts');
      await updateMap(terminal, map, flags);
    });
  withExample(update, 'vitrine maps update Shops --search-radius 30 --field hours');
  const deleteCommand = accountCommand(maps, 'delete', 'delete a map with all its locations')
    .argument('<map>', MAP)
    .action(async (map: string, flags) => {
      const { deleteMap } = await import('../../maps/maps.ts');
      await deleteMap(terminal, map, flags);
    });
  withExample(confirmOption(deleteCommand), 'vitrine maps delete Shops --yes');
  const importCommand = accountCommand(
    maps,
    'import',
    'add the locations of a CSV file to a map, or update those with the same uniqueId; safe to run again',
  )
    .argument('<map>', MAP)
    .argument('<file.csv>', 'its first line names the columns: uniqueId, name, address, lat, lng, and fields')
    .option('--unique-id <column>', 'the column of uniqueIds (default: uniqueId)')
    .option(
      '--column <field=column>',
      'the column of a field, or of name, lat or lng; may be repeated',
      collectColumn,
    )
    .addOption(namesOption('--address <column,…>', 'columns to join into the address, separated by commas'))
    .addOption(ignoreOption())
    .addOption(delimiterOption())
    .addOption(skipLinesOption())
    .addOption(quotesOption())
    .option('--errors <file>', 'the file for refused rows (default: <file>.errors.ndjson)')
    .action(async (map: string, file: string, flags: ImportLocationsFlags) => {
      const { importLocations } = await import('../../maps/import-locations.ts');
      setExitCode(await importLocations(terminal, map, file, flags));
    });
  withExample(
    importCommand,
    'vitrine maps import Shops shops.csv --address street,city --column phone=Telefon',
  );
}

/** Reads `seats:number`; without a type the field is a text. */
function collectField(value: string, earlier: readonly MapFieldFlag[] = []): MapFieldFlag[] {
  const at = value.lastIndexOf(':');
  const [name, type] = at < 0 ? [value, 'string'] : [value.slice(0, at), value.slice(at + 1)];
  if (type !== 'string' && type !== 'number' && type !== 'boolean') {
    throw new InvalidArgumentError('Expected a name, or a name with :string, :number or :boolean.');
  }
  return [...earlier, { name, type }];
}

/** Reads `phone=Telefon`. */
function collectColumn(value: string, earlier: readonly FieldColumn[] = []): FieldColumn[] {
  const at = value.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Expected a field and a column, such as phone=Telefon.');
  return [...earlier, { member: value.slice(0, at), column: value.slice(at + 1) }];
}
