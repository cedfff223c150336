import { type Command, InvalidArgumentError } from 'commander';
import type { AddLocationFlags, Point, SearchLocationsFlags } from '../locations.ts';
import type { CommandContext } from './command-context.ts';
import { accountCommand, confirmOption, listOptions, MAP, readCount, withExample } from './options.ts';

const LOCATION = 'the id or the uniqueId of the location';

export function addLocationCommands(root: Command, { terminal }: CommandContext): void {
  const locations = root.command('locations').description('the locations of a map');
  const list = accountCommand(locations, 'list', 'list the locations of a map, newest first')
    .argument('<map>', MAP)
    .action(async (map: string, flags) => {
      const { listLocations } = await import('../locations.ts');
      await listLocations(terminal, map, flags);
    });
  withExample(listOptions(list), 'vitrine locations list Shops --json');

  const search = accountCommand(locations, 'search', 'find locations by address, uniqueId or distance')
    .argument('<map>', MAP)
    .option('--address <text>', 'part of the address, in upper or lower case')
    .option('--unique-id <uniqueId>', 'exactly this uniqueId')
    .option('--near <lat,lng>', 'around this point in degrees, nearest first', readPoint)
    .option('--radius <miles>', 'with --near: how far (default: the search radius of the map)', readCount)
    .action(async (map: string, flags: SearchLocationsFlags) => {
      const { searchLocations } = await import('../locations.ts');
      await searchLocations(terminal, map, flags);
    });
  withExample(listOptions(search), 'vitrine locations search Shops --near 48.21,16.37 --radius 30');

  const show = accountCommand(locations, 'show', 'show a location')
    .argument('<map>', MAP)
    .argument('<location>', LOCATION)
    .option('--json', 'print JSON')
    .action(async (map: string, location: string, flags) => {
      const { showLocation } = await import('../locations.ts');
      await showLocation(terminal, map, location, flags);
    });
  withExample(show, 'vitrine locations show Shops vienna-1');

  const add = accountCommand(locations, 'add', 'add a location by address or coordinates')
    .argument('<map>', MAP)
    .option('--address <address>', 'found in the background by a server, unless --at is given')
    .option('--at <lat,lng>', 'the coordinates in degrees', readPoint)
    .option('--unique-id <uniqueId>', 'your own id, unique in the map')
    .option('--name <name>', 'name of the location')
    .option('--json', 'print JSON')
    .action(async (map: string, flags: AddLocationFlags) => {
      const { addLocation } = await import('../locations.ts');
      await addLocation(terminal, map, flags);
    });
  withExample(add, 'vitrine locations add Shops --unique-id vienna-1 --at 48.21,16.37 --name Vienna');

  const deleteCommand = accountCommand(locations, 'delete', 'delete locations')
    .argument('<map>', MAP)
    .argument('<location...>', LOCATION)
    .action(async (map: string, given: string[], flags) => {
      const { deleteLocations } = await import('../locations.ts');
      await deleteLocations(terminal, map, given, flags);
    });
  withExample(confirmOption(deleteCommand), 'vitrine locations delete Shops vienna-1 --yes');
}

/** Reads `48.21,16.37`. The services check the range. */
function readPoint(value: string): Point {
  const match = /^\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*$/.exec(value);
  if (match === null) throw new InvalidArgumentError('Expected two numbers of degrees, such as 48.21,16.37.');
  return { lat: Number(match[1]), lng: Number(match[2]) };
}
