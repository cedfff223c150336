import { TARGET_KINDS } from '../contracts/timers/timer-target.ts';
import type { Issue } from '../ground/errors.ts';
import type { JsonObject } from '../ground/json.ts';

const MEMBERS: Readonly<Record<(typeof TARGET_KINDS)[number], readonly string[]>> = {
  date: ['date', 'timeZone'],
  recurring: ['every', 'at', 'weekday', 'day', 'timeZone'],
  evergreen: ['duration'],
  value: ['timeZone', 'missing'],
  record: ['storeId', 'key', 'property', 'timeZone', 'missing'],
};
/** The value of `every` that a member belongs to. */
const EVERY_OF: Readonly<Record<string, string>> = { weekday: 'week', day: 'month' };

/**
 * Returns an issue for each given member that the target does not have, unless the kind is given too: a duration alone
 * would otherwise be lost, and the timer would count to a date. Of combined changes the last kind is meant.
 *
 * @param target the target with its kind.
 */
export function misplacedMembers(given: JsonObject, target: JsonObject, path: string): Issue[] {
  const kind = TARGET_KINDS.find((one) => one === (target.kind ?? TARGET_KINDS[0]));
  if (kind === undefined) return [];
  const { every = 'day' } = target;
  return Object.keys(given).flatMap((name): Issue[] => {
    const owners = TARGET_KINDS.filter((one) => MEMBERS[one].includes(name));
    if (given[name] === null || owners.length === 0) return [];
    const found = { path: `${path}.target.${name}` };
    if (!owners.includes(kind)) {
      if (Object.hasOwn(given, 'kind')) return [];
      const message = `A target of the kind ${kind} has no ${name}. Set kind to ${owners.join(' or ')}.`;
      return [{ ...found, message }];
    }
    const period = EVERY_OF[name];
    if (period === undefined || every === period || Object.hasOwn(given, 'every')) return [];
    return [{ ...found, message: `Only a target of every ${period} has a ${name}. Set every to ${period}.` }];
  });
}
