import { createPages, type Page, type Pages } from '../../ground/calls/pages.ts';

/**
 * A page that was requested, and the list that it begins. `await` returns the page; `for await` yields the items of this page
 * and of those after it, each of which is requested when it is needed.
 */
export type Listed<Found extends Page<unknown>> = Promise<Found> &
  Omit<Pages<Found['items'][number]>, 'then'>;

/** Requests the first page of a list. @param fetchPage requests the page at a cursor; undefined for the first page. */
export function listed<Found extends Page<unknown>>(
  fetchPage: (cursor?: string) => Promise<Found>,
): Listed<Found> {
  const page = fetchPage();
  // An error is for those who await or iterate the list, also later.
  page.catch(() => undefined);
  const {
    pages,
    all,
    first,
    [Symbol.asyncIterator]: items,
  } = createPages<Found['items'][number]>((cursor) => (cursor === undefined ? page : fetchPage(cursor)));
  return Object.assign(page, { pages, all, first, [Symbol.asyncIterator]: items });
}

/** The page of a call that lists. Others have no cursor, or always one. */
type PageOf<Result> =
  Result extends Page<unknown>
    ? 'cursor' extends keyof Result
      ? // biome-ignore lint/complexity/noBannedTypes: an optional member
        {} extends Pick<Result, 'cursor'>
        ? Result
        : never
      : never
    : never;

type ListCall<Service> = {
  [Call in keyof Service]: Service[Call] extends (...given: never[]) => Promise<infer Result>
    ? [PageOf<Result>] extends [never]
      ? never
      : Call
    : never;
}[keyof Service];

/** A service whose calls that list return `Listed`. */
export type Listing<Service> = {
  [Call in keyof Service]: Service[Call] extends (...given: infer Given) => Promise<infer Result>
    ? [PageOf<Result>] extends [never]
      ? Service[Call]
      : (...given: Given) => Listed<PageOf<Result>>
    : Service[Call];
};

/** @param queries the index of the argument with the cursor, of each call that lists. */
export function listing<Service extends object>(
  service: Service,
  queries: Readonly<Record<ListCall<Service>, number>>,
): Listing<Service> {
  const calls = Object.entries<number>(queries).map(([name, index]) => [
    name,
    pagesOf(service[name as keyof Service] as ListingCall, index),
  ]);
  return { ...service, ...Object.fromEntries(calls) };
}

type ListingCall = (...given: readonly unknown[]) => Promise<Page<unknown>>;

function pagesOf(call: ListingCall, index: number): ListingCall {
  return (...given) =>
    listed((cursor) => {
      if (cursor === undefined) return call(...given);
      const next = [...given];
      next[index] = { ...(given[index] as object | undefined), cursor };
      return call(...next);
    });
}
