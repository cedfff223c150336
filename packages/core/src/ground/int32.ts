import { NotFoundError } from './errors.ts';

const DECIMAL = /^-?(?:0|[1-9]\d*)$/;
const MIN = -(2 ** 31);
const MAX = 2 ** 31 - 1;

/**
 * Parses an int32 of a path: decimal, an optional minus, no leading zeros (docs/rules.md#paths). It is text over HTTP
 * and a number in process.
 *
 * @throws NotFoundError of the resource for anything else, because no resource has such an id.
 */
export function requireInt32(value: string | number, resource: string): number {
  const number = typeof value === 'number' ? value : DECIMAL.test(value) ? Number(value) : Number.NaN;
  if (!Number.isInteger(number) || number < MIN || number > MAX) throw new NotFoundError(resource);
  return number === 0 ? 0 : number;
}
