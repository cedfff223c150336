import { type Command, InvalidArgumentError, Option } from 'commander';
import type {
  AddLocationFlags,
  Point,
  SearchLocationsFlags,
  UpdateLocationFlags,
} from '../../maps/locations.ts';
import type { CommandContext } from '../command-context.ts';
import {
  accountCommand,
  confirmOption,
  listOptions,
  MAP,
  repeatedOption,
  unitOption,
  withExample,
} from '../options.ts';

const LOCATION = 'the id or the uniqueId of the location';

export function addLocationCommands(root: Command, { terminal }: CommandContext): void {
  const locations = root.command('locations').description('the locations of a map');
  const list = accountCommand(locations, 'list', 'list the locations of a map, newest first')
    .argument('<map>', MAP)
    .action(async (map: string, flags) => {
      const { listLocations } = await import('../../maps/locations.ts');
      await listLocations(terminal, map, flags);
    });
  withExample(listOptions(list), 'vitrine locations list Shops --json');

  const search = accountCommand(locations, 'search', 'find locations by address, uniqueId or distance')
    .argument('<map>', MAP)
    .option('--address <text>', 'part of the address, in upper or lower case')
    .option('--unique-id <uniqueId>', 'exactly this uniqueId')
    .option('--near <lat,lng>', 'around this point in degrees, nearest first', readPoint)
    .option('--radius <number>', 'with --near: how far (default: the search radius of the map)', readDistance)
    .addOption(unitOption('with --near: the unit of distances (default: that of the map)'))
    .option(
      '--field <name=value>',
      'only locations with this value of a field; may be repeated',
      collectValue,
    )
    .action(async (map: string, flags: SearchLocationsFlags) => {
      const { searchLocations } = await import('../../maps/locations.ts');
      await searchLocations(terminal, map, flags);
    });
  withExample(
    listOptions(search),
    'vitrine locations search Shops --near 48.21,16.37 --radius 30 --unit km --field seats=40',
  );

  const show = accountCommand(locations, 'show', 'show a location')
    .argument('<map>', MAP)
    .argument('<location>', LOCATION)
    .option('--json', 'print JSON')
    .action(async (map: string, location: string, flags) => {
      const { showLocation } = await import('../../maps/locations.ts');
      await showLocation(terminal, map, location, flags);
    });
  withExample(show, 'vitrine locations show Shops vienna-1');

  const add = accountCommand(locations, 'add', 'add a location by address or coordinates')
    .argument('<map>', MAP)
    .option('--address <address>', 'found in the background by a server, unless --at is given')
    .option('--at <lat,lng>', 'the coordinates in degrees', readPoint)
    .option('--unique-id <uniqueId>', 'your own id, unique in the map')
    .option('--name <name>', 'name of the location')
    .option('--field <name=value>', 'the value of a field of the map; may be repeated', collectValue)
    .option('--json', 'print JSON')
    .action(async (map: string, flags: AddLocationFlags) => {
      const { addLocation } = await import('../../maps/locations.ts');
      await addLocation(terminal, map, flags);
    });
  withExample(add, 'vitrine locations add Shops --unique-id vienna-1 --at 48.21,16.37 --name Vienna');

  const update = accountCommand(locations, 'update', 'change the given members of a location')
    .argument('<map>', MAP)
    .argument('<location>', LOCATION)
    .option('--address <address>', 'a new address, found in the background unless --at is given')
    .option('--at <lat,lng>', 'new coordinates in degrees', readPoint)
    .option('--unique-id <uniqueId>', 'your own id, unique in the map')
    .option('--name <name>', 'name of the location')
    .option('--field <name=value>', 'the value of a field of the map; may be repeated', collectValue)
    .addOption(repeatedOption('--clear <member>', 'remove address, unique-id or name').argParser(readMember))
    .addOption(repeatedOption('--clear-field <name>', 'remove the value of a field'))
    .addOption(new Option('--geocode', 'find the address again').conflicts('at'))
    .option('--json', 'print JSON')
    .action(async (map: string, location: string, flags: UpdateLocationFlags) => {
      const { updateLocation } = await import('../../maps/locations.ts');
      await updateLocation(terminal, map, location, flags);
    });
  withExample(update, 'vitrine locations update Shops vienna-1 --name "Vienna, centre" --at 48.21,16.38');

  const deleteCommand = accountCommand(locations, 'delete', 'delete locations')
    .argument('<map>', MAP)
    .argument('<location...>', LOCATION)
    .action(async (map: string, given: string[], flags) => {
      const { deleteLocations } = await import('../../maps/locations.ts');
      await deleteLocations(terminal, map, given, flags);
    });
  withExample(confirmOption(deleteCommand), 'vitrine locations delete Shops vienna-1 --yes');
}

/** Reads `phone=+43 1 000`. */
function collectValue(value: string, earlier: Readonly<Record<string, string>> = {}): Record<string, string> {
  const at = value.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Expected a field and its value, such as phone=555-0100.');
  return { ...earlier, [value.slice(0, at)]: value.slice(at + 1) };
}

function readDistance(value: string): number {
  if (!/^\d{1,6}(?:\.\d{1,6})?$/.test(value))
    throw new InvalidArgumentError('Expected a number, such as 30 or 2.5.');
  return Number(value);
}

/** Reads a member of `--clear`, which may be repeated. */
function readMember(value: string, earlier: readonly string[]): string[] {
  const members: Readonly<Record<string, string>> = {
    address: 'address',
    'unique-id': 'uniqueId',
    name: 'name',
  };
  const member = members[value];
  if (member === undefined) throw new InvalidArgumentError('Expected address, unique-id or name.');
  return [...earlier, member];
}

/** Reads `48.21,16.37`. The services check the range. */
function readPoint(value: string): Point {
  const match = /^\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*$/.exec(value);
  if (match === null) throw new InvalidArgumentError('Expected two numbers of degrees, such as 48.21,16.37.');
  return { lat: Number(match[1]), lng: Number(match[2]) };
}
