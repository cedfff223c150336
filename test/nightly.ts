import type { ConformanceOptions } from '@vitrine/core/conformance';
import { inject } from 'vitest';

/**
 * Whether this run takes everything: each case on every storage, in all its rounds (`pnpm test:nightly`). Otherwise a
 * case whose storages or rounds only repeat what other tests show for each of them takes the first.
 */
export const isNightly = inject('nightly') ?? false;

/** Returns all storages or cases at night, otherwise the first. */
export function firstByDay<Case>(cases: readonly Case[]): readonly Case[] {
  return isNightly ? cases : cases.slice(0, 1);
}

/** Returns the number of rounds of a test: fewer by day. */
export function rounds(byDay: number, atNight: number): number {
  return isNightly ? atNight : byDay;
}

/** Returns no limit at night, otherwise the facets to which the cases of the conformance kit are limited by day. */
export function facetsByDay(
  ...facets: NonNullable<ConformanceOptions['facets']>
): Pick<ConformanceOptions, 'facets'> {
  return isNightly ? {} : { facets };
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Set in `pnpm test:nightly`. */
    readonly nightly?: boolean;
    /** Set in `pnpm test:fast`: nothing may start PostgreSQL or a browser. */
    readonly fast?: boolean;
  }
}
