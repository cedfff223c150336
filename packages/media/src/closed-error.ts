import { UnavailableError } from '@vitrine/core';

/** Returns the error of calls after `close`, and of those that it interrupts. */
export function closedError(): UnavailableError {
  return new UnavailableError('The media engine is closed.');
}
