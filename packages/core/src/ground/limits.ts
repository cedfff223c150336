/** Limits of docs/rules.md#limits and of the resources. */

export const PAGE_DEFAULT = 50;
export const PAGE_MAX = 100;
export const BATCH_MAX = 100;
export const SEARCH_MAX = 100;
export const QUERY_MAX = 1_000;
export const EXPORT_MAX = 10_000;
export const CHANGE_PAGE_DEFAULT = 100;
export const CHANGE_PAGE_MAX = 1_000;
/** Seconds that a request for changes may wait for the first one. */
export const CHANGES_WAIT_MAX = 30;
/** Seconds for which a store may keep the values before a change: a year. */
export const HISTORY_MAX = 365 * 86_400;
export const FILTERS_MAX = 50;
/** Code points of a text to search for. A scan costs its length times that of the stored text. */
export const SEARCH_TEXT_MAX = 4_096;
/** Fields of an order. */
export const SORT_KEYS_MAX = 4;
/** Groups of a summary. */
export const GROUPS_MAX = 1_000;
export const GROUP_BY_MAX = 2;
export const MEASURES_MAX = 8;
/** Characters in the keys of a summary, more than fit into a response of `PAGE_MAX_BYTES`. */
export const SUMMARY_KEYS_MAX = 8_000_000;
/** Values of one `in` filter. */
export const IN_VALUES_MAX = 100;
export const PROPERTIES_MAX = 100;
export const FORMAT_DECIMALS_MAX = 10;
/** Views of a store. */
export const VIEWS_MAX = 200;
/** Characters of `query` and of `display` of a view, as JSON. */
export const VIEW_PART_MAX = 16_384;
/**
 * Milliseconds between the deletion of a property and the clearing and reuse of its slot. Longer than any read that was
 * planned before the deletion, so that no read shows values of another property.
 */
export const FREED_SLOT_RESTS = 120_000;
/** Upper bound of slots of a store that wait to be cleared. At this number no property can be added. */
export const FREED_SLOTS_MAX = 500;

/** Milliseconds for which the log of a store keeps its entries, and stays on after it was used. */
export const CHANGES_KEPT_FOR = 7 * 24 * 3_600_000;
/** Entries that the log of a store keeps at most. */
export const CHANGES_KEPT = 1_000_000;
/** Bytes of values that the history of a store keeps at most. The oldest are removed first. */
export const HISTORY_BYTES_MAX = 1024 ** 3;

/** Upper bound of the JSON bytes of the items in a page or search. A larger page has fewer items than its limit. */
export const PAGE_MAX_BYTES = 4 * 1024 * 1024;

/** Code points (docs/rules.md#text). */
export const NAME_MAX = 200;
export const DESCRIPTION_MAX = 1_000;
export const PROPERTY_NAME_MAX = 64;
export const STRING_MAX = 65_536;
export const URL_MAX = 2_048;

/** UTF-16 units. Long enough for the URL of a mail proxy that contains a production URL. */
export const LOOKUP_URL_MAX = 8_192;

/** Bytes of an uploaded file (docs/rules.md#image-files, docs/rules.md#font-files). */
export const IMAGE_FILE_MAX = 25 * 1024 * 1024;
export const FONT_FILE_MAX = 10 * 1024 * 1024;

/** UTF-8 bytes. */
export const KEY_MAX_BYTES = 512;
/** UTF-8 bytes of all text values of a record. Numbers, booleans and datetimes (at most 100) do not count. */
export const MAX_RECORD_BYTES = 256 * 1024;

/** Seconds. */
export const RECORD_TTL_MAX = 2_147_483_647;

/** `t` and `n` slots with a column in SQL storages. The overflow column holds the others. */
export const SLOT_COLUMNS = 24;

/** Unsaved drafts of timers that an account may have (docs/rules.md#drafts). */
export const DRAFTS_MAX = 100;

/** By unit: slightly more than half the circumference of the earth (docs/rules.md#map). */
export const SEARCH_RADIUS_MAX = { mi: 12_450, km: 20_036 } as const;
export const SEARCH_RADIUS_DEFAULT = 50;
/** Maximum number of locations that a search around a point finds. */
export const MAP_RESULTS_MAX = 100;
export const MAP_RESULTS_DEFAULT = 10;
export const MAP_FIELDS_MAX = 20;
/** Code points of the text of a field of a location. */
export const FIELD_TEXT_MAX = 1_000;
/** Code points. */
export const ADDRESS_MAX = 1_000;
export const UNIQUE_ID_MAX = 200;

/** Stores and further headers of a webhook. */
export const WEBHOOK_STORES_MAX = 100;
export const WEBHOOK_HEADERS_MAX = 5;
