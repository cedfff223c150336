import { type CallOptions, type OpenOptions, readMoment } from '@vitrine/core';
import { freeParameter } from './free-parameter.ts';

/**
 * Returns options with the `start` of a query (docs/rules.md#target-kinds). Without a readable one it returns the options
 * themselves, because creating the signal of a request is expensive.
 */
export function withStart(options: CallOptions, query: string): OpenOptions {
  const start = freeParameter(query, 'start', (value) => readMoment(value) !== null);
  return start === null ? options : { signal: options.signal, start };
}
