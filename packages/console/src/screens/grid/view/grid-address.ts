import { filtersOfAddress } from '../../../records/views/filter-address.ts';
import { filterParameters } from '../../../records/views/filter-set.ts';
import { orderParameters, readOrder } from '../../../records/views/order.ts';
import { changeShown, shownParameters } from '../../../records/views/shown-view.ts';
import { THEN_MAX, type View } from './view.ts';

/**
 * Returns what the address shows, or the saved view that it names:
 * `?q=mug&filter=[["state","eq","TX"]]&match=any&sort=latitude&dir=desc&thenBy=[["name","asc"]]&from=40`.
 */
export function viewOfAddress(): View {
  const parameters = shownParameters.value;
  const { sortBy, sortDir, thenBy } = readOrder(parameters);
  return {
    ...filtersOfAddress(),
    q: parameters.get('q') ?? '',
    sortBy,
    sortDir,
    thenBy: thenBy.slice(0, THEN_MAX),
    from: sortBy === null ? null : parameters.get('from'),
  };
}

/** Puts a changed view into the address. Back returns to the earlier one, unless `push` is false. */
export function showView(view: View, { push = true }: { readonly push?: boolean } = {}): void {
  const { q, sortBy, from } = view;
  changeShown(
    {
      ...filterParameters(view),
      q,
      ...orderParameters(view),
      from: sortBy === null ? null : from,
    },
    { push },
  );
}
