/** A map with at most `max` entries. Setting a further one removes the one that was set longest ago. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  /** Sets an entry and moves it to the end. */
  override set(key: Key, value: Value): this {
    this.delete(key);
    if (this.size >= this.#max) {
      const [oldest] = this.keys();
      if (oldest !== undefined) this.delete(oldest);
    }
    return super.set(key, value);
  }
}

/** An object that can be in one `ItemList` at a time. */
export class ListItem {
  /** Neighbours in the list. Null at the ends and outside of a list. Only `ItemList` writes them. */
  previousItem: ListItem | null = null;
  nextItem: ListItem | null = null;
  list: object | null = null;
}

/**
 * A doubly linked list whose links are stored in its items.
 *
 * Adding and removing an item allocates nothing, and a removed item refers to no other item. A `Set` with many
 * short-lived members allocates a new table every few hundred changes, and old tables refer to newer ones: once V8 has
 * moved one of them to its old generation, everything that later tables hold stays in memory until a full collection.
 */
export class ItemList<Item extends ListItem> {
  #first: ListItem | null = null;
  #last: ListItem | null = null;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The item that was added first. */
  get first(): Item | null {
    // Only `add` links items, so all of them have type `Item`.
    return this.#first as Item | null;
  }

  /** Appends the item. Does nothing if it is in this list. @throws Error if it is in another list. */
  add(item: Item): void {
    if (item.list === this) return;
    if (item.list !== null) throw new Error('The item is in another list.');
    item.list = this;
    item.previousItem = this.#last;
    if (this.#last === null) this.#first = item;
    else this.#last.nextItem = item;
    this.#last = item;
    this.#length++;
  }

  /** Removes the item. Does nothing if it is not in this list. */
  delete(item: Item): void {
    if (item.list !== this) return;
    const { previousItem, nextItem } = item;
    if (previousItem === null) this.#first = nextItem;
    else previousItem.nextItem = nextItem;
    if (nextItem === null) this.#last = previousItem;
    else nextItem.previousItem = previousItem;
    item.list = null;
    item.previousItem = null;
    item.nextItem = null;
    this.#length--;
  }

  /** Removes the first item and returns it. Returns null if the list is empty. */
  shift(): Item | null {
    const { first } = this;
    if (first !== null) this.delete(first);
    return first;
  }

  /** Calls `call` for each item that is in the list now, except items that an earlier call removes. */
  visit(call: (item: Item) => void): void {
    const items: Item[] = [];
    for (let item: ListItem | null = this.#first; item !== null; item = item.nextItem)
      items.push(item as Item);
    for (const item of items) if (item.list === this) call(item);
  }
}
