/** Lists every item of a paged resource. `list` receives undefined for the first page. */
export async function listAll<Item>(
  list: (
    cursor: string | undefined,
  ) => Promise<{ readonly items: readonly Item[]; readonly cursor?: string }>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(cursor);
    items.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return items;
}
