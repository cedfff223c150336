import { z } from 'zod';
import { type Issue, ValidationError, VitrineError } from '../errors.ts';

/**
 * A request body. Unknown members are refused and the known ones named (decisions section 2).
 */
export function body<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `Unknown member. Known: ${known}.` : 'Expected a JSON object.',
  });
}

/** Query parameters. Unknown ones are ignored, and empty `limit` and `cursor` count as absent (decisions 12.12). */
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
  const result = contract.safeParse(input);
  if (result.success) return result.data;
  const issues = issuesOf(result.error);
  const paths = new Set(issues.map((issue) => issue.path));
  issues.push(...findMore(input).filter(({ path }) => !paths.has(path) && !paths.has(parentOf(path))));
  throw new ValidationError(boundIssues(issues));
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

/** More than an honest body has; a hostile one of 4 MiB has millions, and would be answered with hundreds of megabytes. */
const ISSUES_MAX = 1_000;

/** The first of them, and how many more there are. */
export function boundIssues(issues: readonly Issue[]): readonly Issue[] {
  if (issues.length <= ISSUES_MAX) return issues;
  const rest: Issue = { path: '', message: `${issues.length - ISSUES_MAX} more issues.` };
  return [...issues.slice(0, ISSUES_MAX), rest];
}

/** What zod found, as issues. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.flatMap(toIssues);
}

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: formatPath([...issue.path, key]), message: issue.message }));
  }
  return [{ path: formatPath(issue.path), message: issue.message }];
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

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Whether text has at most `max` code points; cheap for the usual short text. */
export function fitsCodePoints(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && countCodePoints(text) <= max);
}

/** What any stored text must be: well-formed Unicode without U+0000 (both SQL engines treat these differently). */
export function isPlainText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Text a person typed: a name or a description. */
export function plainText(max: number): z.ZodString {
  return z
    .string('Expected a string.')
    .refine(isPlainText, 'Expected well-formed Unicode without U+0000.')
    .refine((text) => fitsCodePoints(text, max), `Expected at most ${max} characters.`)
    .meta({ maxLength: max });
}

/** A name: 1 to `max` characters, not blank. */
export function nameText(max: number): z.ZodString {
  return plainText(max)
    .refine((text) => text.trim() !== '', `Expected 1 to ${max} characters, not blank.`)
    .meta({ minLength: 1, maxLength: max });
}
