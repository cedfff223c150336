import { z } from 'zod';
import { type Issue, ValidationError, VitrineError } from '../../ground/errors.ts';
import { isJsonObject } from '../../ground/json.ts';
import { canBeStored, fitsCodePoints } from '../../ground/stored-text.ts';

/**
 * Returns the contract of a request body. Unknown members are issues that name the known ones (docs/rules.md#bodies).
 */
export function body<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `Unknown member. Known: ${known}.` : 'Expected a JSON object.',
  });
}

/** Returns the contract of query parameters. Unknown ones are the server's concern (docs/rules.md#query-parameters). */
export function query<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strip> {
  return z.object(shape);
}

/**
 * Parses an input by its contract. A body that could not be read (too large, malformed) is passed as its error and
 * thrown here, so that 404 and 403, which services check before, take precedence. Empty members of the input count as
 * absent (`withoutEmpty`).
 *
 * @param findMore returns semantic errors of an input that has syntax errors. Its issues at paths with syntax errors
 * are dropped.
 * @throws ValidationError with all issues, paths such as `properties[0].type`.
 */
export function parseContract<Contract extends z.ZodType>(
  contract: Contract,
  input: unknown,
  findMore: (input: unknown) => readonly Issue[] = () => [],
): z.output<Contract> {
  if (input instanceof VitrineError) throw input;
  const given = withoutEmpty(contract, withShortLists(contract, input));
  const result = contract.safeParse(given);
  if (result.success) return result.data;
  const issues = issuesOf(result.error);
  const paths = new Set(issues.map((issue) => issue.path));
  issues.push(...findMore(given).filter(({ path }) => !paths.has(path) && !paths.has(parentOf(path))));
  throw new ValidationError(issues);
}

/** Upper bound of the elements of a list that are parsed. All lists of contracts have lower maxima. */
const ELEMENTS_READ_MAX = 1_000;

/**
 * Returns the input with its lists truncated after the first elements beyond all maxima. Zod parses all elements of a
 * list before it checks the length, so millions of invalid elements would take too much time and memory.
 */
function withShortLists(contract: z.ZodType, input: unknown): unknown {
  if (!(contract instanceof z.ZodObject) || typeof input !== 'object') return input;
  const cut = Object.keys(contract.shape).flatMap((name) => {
    const list = rawMember(input, name);
    return Array.isArray(list) && list.length > ELEMENTS_READ_MAX
      ? [[name, list.slice(0, ELEMENTS_READ_MAX + 1)] as const]
      : [];
  });
  return cut.length === 0 ? input : { ...input, ...Object.fromEntries(cut) };
}

/**
 * Returns the valid members of an input that its contract may reject. They allow semantic checks, so that all issues
 * are found at once.
 */
export function acceptedMembers<Shape extends z.ZodRawShape>(
  contract: z.ZodObject<Shape>,
  input: unknown,
): Partial<z.output<z.ZodObject<Shape>>> {
  const accepted: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(contract.shape)) {
    const result = (member as z.ZodType).safeParse(rawMember(input, name));
    if (result.success && result.data !== undefined) accepted[name] = result.data;
  }
  return accepted as Partial<z.output<z.ZodObject<Shape>>>;
}

/** Returns `acceptedMembers` of each element of a list in an input. Empty if there is no list. */
export function acceptedElements<Shape extends z.ZodRawShape>(
  contract: z.ZodObject<Shape>,
  input: unknown,
  name: string,
  max: number,
): Partial<z.output<z.ZodObject<Shape>>>[] {
  const list = rawMember(input, name);
  return Array.isArray(list) ? list.slice(0, max).map((element) => acceptedMembers(contract, element)) : [];
}

/**
 * Returns the parent of a path: `filters[0].op` → `filters[0]`. An element that is not an object has no issues of its
 * members.
 */
function parentOf(path: string): string {
  return path.replace(/\.[^.]*$/, '');
}

/** Returns a member of an unparsed input. Undefined if there is none. */
export function rawMember(input: unknown, name: string): unknown {
  return typeof input === 'object' && input !== null ? (input as Record<string, unknown>)[name] : undefined;
}

/**
 * Upper bound of unknown members with an issue of their own. Lower than `ISSUES_MAX`, so that other issues stay
 * visible.
 */
export const UNKNOWN_LISTED_MAX = 50;

/**
 * Returns the issues of a zod error. Unknown members of one object beyond `UNKNOWN_LISTED_MAX` are counted, not listed.
 */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.flatMap(toIssues);
}

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code === 'unrecognized_keys') {
    const listed = issue.keys.slice(0, UNKNOWN_LISTED_MAX).map((key) => ({
      path: formatPath([...issue.path, key]),
      message: issue.message,
    }));
    const more = moreUnknownMembers(issue.keys.length - listed.length);
    return more === null ? listed : [...listed, more];
  }
  return [{ path: formatPath(issue.path), message: issue.message }];
}

/** Returns one issue for the unknown members that are not listed. Null if there are none. */
export function moreUnknownMembers(count: number): Issue | null {
  return count > 0 ? { path: '', message: `${count} more members are unknown.` } : null;
}

/** Formats a path: `['properties', 0, 'type']` → `properties[0].type`. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? String(step) : `.${String(step)}`;
  }
  return text;
}

/**
 * Returns the contract of text from users, such as a name or a description. Stops at text that is too long, because the
 * time of some later checks (normalization, URL parsing) grows with the square of the length.
 */
export function plainText(max: number): z.ZodString {
  return z
    .string('Expected a string.')
    .refine((text) => fitsCodePoints(text, max), {
      error: `Expected at most ${max} characters.`,
      abort: true,
    })
    .refine(canBeStored, 'Expected well-formed Unicode without U+0000.')
    .meta({ maxLength: max });
}

/** Returns the contract of a name: 1 to `max` characters, not blank. */
export function nameText(max: number): z.ZodString {
  return plainText(max)
    .refine((text) => text.trim() !== '', `Expected 1 to ${max} characters, not blank.`)
    .meta({ minLength: 1, maxLength: max });
}

/** The contracts of members that read an empty text and null themselves. */
const keeping = new WeakSet<z.ZodType>();

/**
 * Marks the contract of an optional member that reads `""` and null itself: because they are values of it, or because
 * it grants or limits rights (docs/rules.md#empty-values). Has to be the last step in building the contract.
 */
export function keepsEmpty<Contract extends z.ZodType>(contract: Contract): Contract {
  keeping.add(contract);
  return contract;
}

interface Member {
  readonly name: string;
  readonly contract: z.ZodType;
  /** The value of an empty text: null where null is a value of the member, otherwise undefined. */
  readonly empty: null | undefined;
  /** Whether `""` and null are read here: the member is optional, and its contract does not read them itself. */
  readonly mayBeEmpty: boolean;
}

const members = new WeakMap<z.ZodObject, readonly Member[]>();

function membersOf(contract: z.ZodObject): readonly Member[] {
  let found = members.get(contract);
  if (found === undefined) {
    found = Object.entries(contract.shape).map(([name, own]) => {
      const member = own as z.ZodType;
      const mayBeEmpty = member.isOptional() && !keeping.has(member);
      return { name, contract: member, empty: member.isNullable() ? null : undefined, mayBeEmpty };
    });
    members.set(contract, found);
  }
  return found;
}

/**
 * Returns an input without the empty members of its objects: `""` and null of an optional member count as absent, or
 * both as null where null has a meaning (docs/rules.md#empty-values). Returns the same object if it has none.
 */
function withoutEmpty(contract: z.ZodType, input: unknown): unknown {
  if (contract instanceof z.ZodOptional || contract instanceof z.ZodNullable)
    return withoutEmpty(contract.unwrap() as z.ZodType, input);
  if (contract instanceof z.ZodArray) {
    const { element } = contract;
    if (!(element instanceof z.ZodObject) || !Array.isArray(input)) return input;
    const elements = input.map((each) => withoutEmpty(element, each));
    return elements.some((each, index) => each !== input[index]) ? elements : input;
  }
  if (contract instanceof z.ZodUnion && Array.isArray(input)) {
    const list = contract.options.find((option) => option instanceof z.ZodArray);
    return list === undefined ? input : withoutEmpty(list, input);
  }
  if (!(contract instanceof z.ZodObject) || !isJsonObject(input)) return input;
  let changed: Record<string, unknown> | null = null;
  for (const member of membersOf(contract)) {
    if (!Object.hasOwn(input, member.name)) continue;
    const value = input[member.name];
    const read = readMember(member, value);
    if (read === value) continue;
    changed ??= { ...input };
    if (read === undefined) delete changed[member.name];
    else changed[member.name] = read;
  }
  return changed ?? input;
}

function readMember({ contract, empty, mayBeEmpty }: Member, value: unknown): unknown {
  if (value !== '' && value !== null) return withoutEmpty(contract, value);
  return mayBeEmpty ? empty : value;
}
