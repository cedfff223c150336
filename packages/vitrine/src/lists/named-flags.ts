import { type Issue, ValidationError } from '@vitrine/core';
import { withFlagNames } from '../terminal/file-options.ts';

/** The flag of each member of a request. */
const FLAGS: ReadonlyMap<string, string> = new Map([
  ['filters', 'filter'],
  ['q', 'search'],
  ['fields', 'fields'],
  ['groupBy', 'by'],
  ['measures', 'measure'],
  ['having', 'having'],
  ['sortBy', 'sort'],
  ['sortDir', 'direction'],
  ['cursor', 'cursor'],
  ['mapping', 'map'],
  ['importId', 'import'],
  ['since', 'since'],
  ['liveLinks', 'live-links'],
  ['skipLines', 'skip-lines'],
  ...['delimiter', 'encoding', 'header', 'quotes', 'dates', 'decimal'].map((name) => [name, name] as const),
]);

/** `groupBy[0].bucket`: the member of the request, the position in its list, and the rest. */
const PATH = /^(\w+)(?:\[(\d+)\])?(.*)$/;

/**
 * Runs a function whose request consists of flags. Its errors then name the flag with the given value instead of the
 * member of the request.
 *
 * @throws ValidationError
 */
export async function namingFlags<Result>(flags: object, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const issues = error.issues.map((issue) => nameFlag(new Map(Object.entries(flags)), issue));
    throw new ValidationError(issues);
  }
}

function nameFlag(flags: ReadonlyMap<string, unknown>, { path, message }: Issue): Issue {
  const [, member = '', position, rest = ''] = PATH.exec(path) ?? [];
  const flag = FLAGS.get(member);
  if (flag === undefined) return { path, message };
  if (rest === '.timeZone') return { path: '--time-zone', message };
  const [name, value] = givenFlag(flags, flag, position);
  return { path: `--${name}${value === undefined ? '' : ` ${value}`}`, message: withFlagNames(message) };
}

/** Returns the flag of a member, and its value at a position. The filters of `--where` follow those of `--filter`. */
function givenFlag(
  flags: ReadonlyMap<string, unknown>,
  flag: string,
  position: string | undefined,
): readonly [flag: string, value?: unknown] {
  const values = flags.get(flag);
  if (position === undefined || !Array.isArray(values)) return [flag];
  const at = Number(position);
  const comparisons = flags.get('where');
  if (flag === 'filter' && at >= values.length && Array.isArray(comparisons)) {
    return ['where', comparisons[at - values.length]];
  }
  return [flag, values[at]];
}
