/** Routes by their text, split into the method, then texts and names of parameters in turns. */
const known = new Map<string, readonly string[]>();

/** Returns the method of a route, then the texts of its path and the names of its parameters in turns. */
export function piecesOf(route: string): readonly string[] {
  let pieces = known.get(route);
  if (pieces === undefined) {
    pieces = route.split(/[ {}]/);
    // Signed URLs have no parameters, and there are many of them.
    if (pieces.length > 2) known.set(route, pieces);
  }
  return pieces;
}

/** Returns the path of a route with its parameters filled in. */
export function fillPath(pieces: readonly string[], params: Readonly<Record<string, unknown>>): string {
  let path = '';
  for (let index = 1; index < pieces.length; index++) {
    const piece = pieces[index] as string;
    path += index % 2 ? piece : encodeURIComponent(params[piece] as string);
  }
  return path;
}

/** Returns the query with its question mark, or nothing. Members without a value are omitted. */
export function queryText(query: object | undefined): string {
  if (query === undefined) return '';
  const text = new URLSearchParams();
  const add = (prefix: string, values: object): void => {
    for (const [name, value] of Object.entries(values)) {
      // A parameter with an object stands for one with each of its members: `field.city`.
      if (typeof value === 'object') add(`${name}.`, value ?? {});
      else if (value !== undefined) text.append(prefix + name, value);
    }
  };
  add('', query);
  return text.size > 0 ? `?${text}` : '';
}
