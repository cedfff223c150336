import { type Issue, UnavailableError, ValidationError, type VitrineError } from '@vitrine/core';
import { shorten } from '../../ground/quote.ts';

const ISSUES_SHOWN = 10;
const TEXT_MAX = 8_000;

/** Returns the text of an error for the model, which has nothing else to correct its call. */
export function errorText(error: VitrineError): string {
  if (error instanceof ValidationError) return shorten(issuesText(error.issues), TEXT_MAX);
  if (error instanceof UnavailableError) {
    return `${error.message} Call again in ${error.retryAfterSeconds} s.`;
  }
  return shorten(error.message, TEXT_MAX);
}

function issuesText(issues: readonly Issue[]): string {
  const lines = issues
    .slice(0, ISSUES_SHOWN)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const more = issues.length - lines.length;
  return [...lines, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n');
}
