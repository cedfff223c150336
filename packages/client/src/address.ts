/** Returns the path of a route with its parameters filled in. */
export function fillPath(path: string, params: object): string {
  const values = params as Record<string, string>;
  let text = '';
  for (const piece of path.split('{')) {
    const [name = '', rest] = piece.split('}');
    text += rest === undefined ? piece : encodeURIComponent(values[name] as string) + rest;
  }
  return text;
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
