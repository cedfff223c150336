import { NotFoundError, type Principal, ValidationError } from '@vitrine/core';
import type { MaybePromise } from '@vitrine/core/server';
import type { CrossOrigin } from '../call/cross-origin.ts';
import type { Exchange } from '../call/exchange.ts';
import type { PathTable } from '../call/path-table.ts';
import { missingPage, wantsPage } from '../response/missing-page.ts';
import { MethodNotAllowedError } from '../response/problem.ts';
import type { Reply } from '../response/reply.ts';

interface UnknownPathOptions {
  readonly table: PathTable;
  readonly pages: CrossOrigin | null;
  readonly hasConsole: boolean;
  /** Checks the key of a request. */
  readonly admit: (exchange: Exchange) => MaybePromise<Principal>;
}

/** Responds to a request without a route. `segments` are those of its path; null if it is not UTF-8. */
export type RefuseUnknown = (exchange: Exchange, segments: string[] | null) => Promise<Reply>;

const NEEDS_KEY = /^(?:v2|admin)$/;

/**
 * Returns what responds to a preflight request of a listed origin, and with a page where a browser asks for a path that
 * does not exist. For any other request without a route it throws the error: 401 and 429 first if its path needs a key.
 */
export function unknownPaths({ table, pages, hasConsole, admit }: UnknownPathOptions): RefuseUnknown {
  return async (exchange, segments) => {
    exchange.outline = segments && table.outline(segments);
    const allowed = segments === null ? [] : table.allowed(segments);
    const preflight = pages?.preflight(exchange, allowed) ?? null;
    if (preflight !== null) return preflight;
    const needsKey = NEEDS_KEY.test(segments?.[0] ?? exchange.path.split('/', 2)[1] ?? '');
    if (needsKey) await admit(exchange);
    if (segments === null) {
      throw new ValidationError([{ path: '', message: 'The path is not UTF-8 in percent-encoding.' }]);
    }
    const { arrival, path } = exchange;
    const isMissing = allowed.length === 0 && !needsKey && arrival.method === 'GET';
    if (isMissing && wantsPage(arrival.header('accept'))) {
      return missingPage(path.split('/').length - 1, hasConsole);
    }
    if (allowed.length === 0) throw new NotFoundError('path');
    throw new MethodNotAllowedError(
      allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)),
    );
  };
}
