import type { ViewContent } from './view-parameters.ts';

/** Returns a view in which a property has another name. Null: the view does not name it. */
export function renamedView({ query, display }: ViewContent, from: string, to: string): ViewContent | null {
  const nameOf = (name: unknown) => (name === from ? to : name);
  const listOf = (names: unknown) => (Array.isArray(names) ? names.map(nameOf) : names);
  /** Filters and groupings are lists that begin with a name. */
  const partsOf = (parts: unknown) =>
    Array.isArray(parts)
      ? parts.map((part) => (Array.isArray(part) ? [nameOf(part[0]), ...part.slice(1)] : part))
      : parts;
  const ofField = <Part extends { readonly field: string }>(part: Part) => ({
    ...part,
    field: part.field === from ? to : part.field,
  });
  const keysOf = (widths: unknown) =>
    isObject(widths)
      ? Object.fromEntries(Object.entries(widths).map(([name, width]) => [nameOf(name), width]))
      : widths;
  const columnsOf = (columns: unknown) =>
    isObject(columns)
      ? Object.fromEntries(
          Object.entries(columns).map(([member, value]) => [
            member,
            member === 'widths' ? keysOf(value) : listOf(value),
          ]),
        )
      : columns;
  const renamed = {
    query: {
      ...query,
      ...(query.filters && { filters: query.filters.map(ofField) }),
      ...(query.sortBy && {
        sortBy: typeof query.sortBy === 'string' ? nameOf(query.sortBy) : query.sortBy.map(ofField),
      }),
    },
    display: {
      ...display,
      ...('of' in display && { of: nameOf(display.of) }),
      ...('by' in display && { by: partsOf(display.by) }),
      ...('filters' in display && { filters: partsOf(display.filters) }),
      ...('columns' in display && { columns: columnsOf(display.columns) }),
    },
  };
  return JSON.stringify(renamed) === JSON.stringify({ query, display }) ? null : (renamed as ViewContent);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
