import { ConnectionError, TimeoutError, VitrineError } from '@vitrine/client';
import { shellTexts } from '../texts/en/shell.ts';
import { wordsOf } from './plain-words.ts';

export interface ErrorDescription {
  readonly title: string;
  readonly text: string;
  /** The id of the request in the log of the server. */
  readonly traceId: string | null;
}

const { errors } = shellTexts;

/** The server has another version of the console than the page, which needs files that are gone. */
export class ReplacedConsoleError extends Error {
  constructor(options: ErrorOptions) {
    super(errors.replacedText, options);
  }
}

const TITLES: Readonly<Record<string, string>> = {
  unauthorized: errors.unauthorized,
  forbidden: errors.forbidden,
  not_found: errors.notFound,
  rate_limited: errors.rateLimited,
};

/** Says for people what went wrong. The text is the server's own where it sent one. */
export function describeError(error: unknown): ErrorDescription {
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return { title: errors.unreachable, text: errors.unreachableText, traceId: null };
  }
  if (error instanceof VitrineError) {
    const title = TITLES[error.code] ?? (error.status >= 500 ? errors.failed : errors.refused);
    const traceId = error.traceId === undefined ? null : errors.traceId(error.traceId);
    return { title, text: messageOf(error), traceId };
  }
  const isReplaced = error instanceof ReplacedConsoleError;
  return {
    title: isReplaced ? errors.replaced : errors.broken,
    text: error instanceof Error ? error.message : String(error),
    traceId: null,
  };
}

/** Returns one line for a toast or a field: the findings of the server, or its message. */
export function messageOf(error: unknown): string {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return errors.unreachable;
  if (error instanceof VitrineError) {
    const findings = Object.entries(error.errors).flatMap(([path, messages]) =>
      messages.map((message) => (path === '' ? wordsOf(message) : `${path}: ${wordsOf(message)}`)),
    );
    return findings.length > 0 ? findings.join(' ') : wordsOf(error.message);
  }
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns what the server says about each of the fields and their parts, such as `filters[0].value`; '' is the rest, if it
 * says nothing about them.
 */
export function problemsByField(error: unknown, fields: readonly string[]): Readonly<Record<string, string>> {
  const found = error instanceof VitrineError ? Object.entries(error.errors) : [];
  const problems = new Map<string, string[]>();
  for (const [path, texts] of found) {
    const isPart = (field: string) => path.startsWith(`${field}.`) || path.startsWith(`${field}[`);
    const field = fields.includes(path) ? path : fields.find(isPart);
    if (field === undefined) continue;
    problems.set(field, [...(problems.get(field) ?? []), ...texts.map(wordsOf)]);
  }
  if (problems.size === 0) return { '': messageOf(error) };
  return Object.fromEntries([...problems].map(([field, texts]) => [field, texts.join(' ')]));
}
