import { VitrineError } from '@vitrine/core';

/** Returns the error of calls after `close`, and of those that it interrupts. */
export function closedError(): VitrineError {
  return new VitrineError('internal', 'The media engine is closed.');
}
