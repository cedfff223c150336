/** Limits of docs/rules.md#limits and of the resources, each named once. */

export const PAGE_DEFAULT = 50;
export const PAGE_MAX = 100;
export const BATCH_MAX = 100;
export const SEARCH_MAX = 100;
export const EXPORT_MAX = 10_000;
export const FILTERS_MAX = 50;
/** Values of one `in` filter. */
export const IN_VALUES_MAX = 100;
export const PROPERTIES_MAX = 100;
/**
 * Milliseconds after the deletion of a property before its values are cleared and its slot is used again: longer than any
 * read takes that was planned before the deletion, so none shows values of another property.
 */
export const FREED_SLOT_RESTS = 120_000;
/** Slots of a store that may rest or wait to be cleared; beyond it no property is added. */
export const FREED_SLOTS_MAX = 500;

/** Bytes of JSON of the items in one page or search; a page of more has fewer items than its limit. */
export const PAGE_MAX_BYTES = 4 * 1024 * 1024;

/** Code points (docs/rules.md#text). */
export const NAME_MAX = 200;
export const DESCRIPTION_MAX = 1_000;
export const PROPERTY_NAME_MAX = 64;
export const STRING_MAX = 65_536;
export const URL_MAX = 2_048;

/** UTF-16 units: a mail proxy's URL with ours behind it. */
export const LOOKUP_URL_MAX = 8_192;

/** Bytes of an uploaded file (docs/rules.md#image-files, docs/rules.md#font-files). */
export const IMAGE_FILE_MAX = 25 * 1024 * 1024;
export const FONT_FILE_MAX = 10 * 1024 * 1024;

/** UTF-8 bytes. */
export const KEY_MAX_BYTES = 512;
/** UTF-8 bytes of a record's text values together. Numbers, booleans and datetimes (at most 100) don't count. */
export const MAX_RECORD_BYTES = 256 * 1024;

/** Seconds. */
export const RECORD_TTL_MAX = 2_147_483_647;

/** `t` and `n` slots with a column of their own in SQL storages; further ones live in the overflow column. */
export const SLOT_COLUMNS = 24;

/** Unsaved drafts of timers that an account may have (docs/rules.md#drafts). */
export const DRAFTS_MAX = 100;

/** Miles: half the globe and a little (docs/rules.md#map). */
export const SEARCH_RADIUS_MAX = 12_450;
export const SEARCH_RADIUS_DEFAULT = 50;
/** Locations that a search around a point may find. */
export const MAP_RESULTS_MAX = 100;
export const MAP_RESULTS_DEFAULT = 10;
/** Code points. */
export const ADDRESS_MAX = 1_000;
export const UNIQUE_ID_MAX = 200;
