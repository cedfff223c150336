import { z } from 'zod';
import { type Issue, ValidationError, VitrineError } from '../errors.ts';
import { canBeStored, fitsCodePoints } from '../stored-text.ts';

/**
 * A request body. Unknown members are refused and the known ones named (docs/rules.md#bodies).
 */
export function body<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `Unknown member. Known: ${known}.` : 'Expected a JSON object.',
  });
}

/** Query parameters. Unknown ones and an empty `limit` or `cursor` are ignored (docs/rules.md#query-parameters). */
export function query<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strip> {
  return z.object(shape);
}

/**
 * Reads an input by its contract. A body that could not be read at all (too large, malformed) arrives as the error that
 * says why and is thrown here: so 404 and 403, which a service decides before, still go first.
 *
 * @param findMore issues of meaning that can be found in an input whose form is refused; where the form is at fault
 * already, it says nothing more.
 * @throws ValidationError with every issue found, paths in the form `properties[0].type`.
 */
export function parseContract<Contract extends z.ZodType>(
  contract: Contract,
  input: unknown,
  findMore: (input: unknown) => readonly Issue[] = () => [],
): z.output<Contract> {
  if (input instanceof VitrineError) throw input;
  const result = contract.safeParse(withShortLists(contract, input));
  if (result.success) return result.data;
  const issues = issuesOf(result.error);
  const paths = new Set(issues.map((issue) => issue.path));
  issues.push(...findMore(input).filter(({ path }) => !paths.has(path) && !paths.has(parentOf(path))));
  throw new ValidationError(issues);
}

/** Elements of a list that a contract reads. Every list of a contract has a lower maximum. */
const ELEMENTS_READ_MAX = 1_000;

/**
 * The input with its lists cut behind the first elements that exceed every maximum. Zod reads all elements of a list
 * before it looks at the length: two million wrong elements in 4 MiB would take a second and a gigabyte.
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
 * Of an input that its contract may refuse, the members that are as they should be: for the checks of meaning that can
 * be made nevertheless, so that all issues are found at once.
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

/** `acceptedMembers` of each element of a list inside an input; none where there is no list. */
export function acceptedElements<Shape extends z.ZodRawShape>(
  contract: z.ZodObject<Shape>,
  input: unknown,
  name: string,
  max: number,
): Partial<z.output<z.ZodObject<Shape>>>[] {
  const list = rawMember(input, name);
  return Array.isArray(list) ? list.slice(0, max).map((element) => acceptedMembers(contract, element)) : [];
}

/** `filters[0].op` → `filters[0]`: an element that is no object says nothing about its members. */
function parentOf(path: string): string {
  return path.replace(/\.[^.]*$/, '');
}

/** A member of an input whose form is not known; undefined where there is none. */
export function rawMember(input: unknown, name: string): unknown {
  return typeof input === 'object' && input !== null ? (input as Record<string, unknown>)[name] : undefined;
}

/** Unknown members that are reported one by one. Lower than `ISSUES_MAX`, so that other issues stay in sight. */
export const UNKNOWN_LISTED_MAX = 50;

/** The issues of a zod error. Unknown members of one object beyond `UNKNOWN_LISTED_MAX` are counted, not listed. */
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

/** One issue for the unknown members that are not listed one by one; null when there are none. */
export function moreUnknownMembers(count: number): Issue | null {
  return count > 0 ? { path: '', message: `${count} more members are unknown.` } : null;
}

/** `['properties', 0, 'type']` → `properties[0].type`. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? String(step) : `.${String(step)}`;
  }
  return text;
}

/**
 * Text a person typed: a name or a description. A text that is too long is not looked at further: some checks behind
 * this one (normalization, URL parsing) cost the square of its length.
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

/** A name: 1 to `max` characters, not blank. */
export function nameText(max: number): z.ZodString {
  return plainText(max)
    .refine((text) => text.trim() !== '', `Expected 1 to ${max} characters, not blank.`)
    .meta({ minLength: 1, maxLength: max });
}
