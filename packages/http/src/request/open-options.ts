import type { CallOptions, OpenOptions } from '@vitrine/core';
import { readMoment } from '@vitrine/core/server';
import { freeParameter } from './free-parameter.ts';
import { liveQuery } from './live-query.ts';

/**
 * Returns the options of an opening of a timer with the parameters of its URL (docs/rules.md#target-kinds). Creates the
 * signal of the request only when it is read, because that is expensive.
 */
export function openOptions(options: CallOptions, query: string): OpenOptions {
  return {
    get signal() {
      return options.signal;
    },
    start: freeParameter(query, 'start', (value) => readMoment(value) !== null),
    query: () => liveQuery(query),
  };
}
