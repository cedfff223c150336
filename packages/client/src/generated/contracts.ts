// Written by `pnpm client:contracts`. Do not edit.
/** The messages of the interface and its routes, as plain types. */

export interface AccountUsageResponse {
  readonly accountId: string;
  readonly resources: {
    readonly stores: {
      readonly used: number;
      /** Null: no limit. */
      readonly limit: number | null;
    };
    readonly records: {
      readonly used: number;
      /** Null: no limit. */
      readonly limit: number | null;
    };
    readonly images: {
      readonly used: number;
      /** Null: no limit. */
      readonly limit: number | null;
    };
    readonly imageBytes: {
      readonly used: number;
      /** Null: no limit. */
      readonly limit: number | null;
    };
    readonly fonts: {
      readonly used: number;
      /** Null: no limit. */
      readonly limit: number | null;
    };
    readonly fontBytes: {
      readonly used: number;
      /** Null: no limit. */
      readonly limit: number | null;
    };
    readonly maps: {
      readonly used: number;
      /** Null: no limit. */
      readonly limit: number | null;
    };
    readonly locations: {
      readonly used: number;
      /** Null: no limit. */
      readonly limit: number | null;
    };
    readonly queuedGeocodes: {
      readonly used: number;
      /** Null: no limit. */
      readonly limit: number | null;
    };
    readonly keys: {
      readonly used: number;
      /** Null: no limit. */
      readonly limit: number | null;
    };
    readonly queuedImports: {
      readonly used: number;
      /** Null: no limit. */
      readonly limit: number | null;
    };
    readonly importBytes: {
      readonly used: number;
      /** Null: no limit. */
      readonly limit: number | null;
    };
    readonly webhooks: {
      readonly used: number;
      /** Null: no limit. */
      readonly limit: number | null;
    };
    readonly idempotencyBytes: {
      readonly used: number;
      /** Null: no limit. */
      readonly limit: number | null;
    };
  };
}

export interface AddFontRequest {
  /** The URL of the font file, not of a style sheet. */
  readonly url: string;
}

export interface AddImageRequest {
  /** PNG, JPEG, GIF or WebP, at most 25 MB. */
  readonly file: Blob;
  /** Default: the name of the file without its extension. */
  readonly name?: string | undefined;
  /** Default: the root folder. */
  readonly folder?: string | undefined;
}

export interface AddLocationRequest {
  /** Geocoded in the background unless coordinates are given. */
  readonly address?: string | null | undefined;
  /** Degrees. Together with `lng`. */
  readonly lat?: number | null | undefined;
  /** Degrees. Together with `lat`. */
  readonly lng?: number | null | undefined;
  /** Your id of the location, unique within its map. */
  readonly uniqueId?: string | null | undefined;
  readonly name?: string | null | undefined;
  /** Values of the fields of the map by name. Null removes a value. */
  readonly fields?: {
    readonly [name: string]: string | number | boolean | null;
  } | undefined;
}

export interface AggregateRecordsRequest {
  readonly field: string;
  readonly op: "sum" | "avg" | "min" | "max";
  readonly filters?: readonly SearchFilter[] | undefined;
  /** all (default): every filter matches; any: at least one does. */
  readonly match?: "all" | "any" | undefined;
}

export interface AggregateRecordsResponse {
  readonly field: string;
  readonly op: "sum" | "avg" | "min" | "max";
  /** Null if no record matches or all matching values are unset. */
  readonly result: number | null;
}

export interface ApiKeySummary {
  readonly keyId: string;
  readonly name: string;
  readonly scope: "account" | "store";
  readonly storeId?: string | undefined;
  /** Absent: the key does not expire. */
  readonly expiresAt?: string | undefined;
  /** Absent: the key may write. */
  readonly readOnly?: true | undefined;
  /** CIDR ranges from which the key may be used. Absent: from everywhere. */
  readonly addresses?: readonly string[] | undefined;
  readonly date_created: string;
  readonly prefix: string;
  readonly lastUsed: string | null;
}

export interface BatchDeleteRecordsRequest {
  readonly ids: readonly string[];
}

export interface BatchDeleteRecordsResponse {
  readonly results: readonly DeleteRecordResponse[];
  readonly deleted: number;
  readonly alreadyDeleted: number;
}

export interface BatchUpsertRecordsRequest {
  readonly records: readonly StoreRecordRequest[];
}

export interface BatchUpsertRecordsResponse {
  readonly results: readonly {
    readonly index: number;
    readonly id: string | null;
    readonly status: "created" | "updated" | "failed";
    readonly errors?: {
      readonly [name: string]: readonly string[];
    } | undefined;
  }[];
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
}

export interface Border {
  readonly color: string;
  readonly width: number;
}

export interface BorderChanges {
  readonly color?: string | null | undefined;
  readonly width?: number | null | undefined;
}

export interface Change {
  /** Opaque. Of two positions of a store, the later one is greater as text. `since` continues after it. */
  readonly position: string;
  readonly type: "record.created" | "record.updated" | "record.deleted" | "record.expired" | "records.imported" | "store.created" | "store.updated" | "store.schema" | "store.deleted";
  /** In changes of one record. */
  readonly recordId?: string | undefined;
  readonly at: string;
  /** Rises with each change of the store, and so of each record. */
  readonly version: number;
  /** In record.updated: the names of the properties with another value. */
  readonly changed?: readonly string[] | undefined;
  /** In records.imported. */
  readonly importId?: string | undefined;
  /** In records.imported: the number of new records. */
  readonly created?: number | undefined;
  /** In records.imported: the number of changed records. */
  readonly updated?: number | undefined;
  /** In records.imported: the number of refused rows. */
  readonly refused?: number | undefined;
  /** With include=record: the record as it is now. Absent if there is none. */
  readonly record?: StoreRecordResponse | undefined;
}

export interface ChangePage {
  readonly items: readonly Change[];
  /** Always present: `since` of the next request. */
  readonly cursor: string;
  readonly limit: number;
}

export interface ChangePropertyTypeRequest {
  /** The present type gives up a change that is under way. */
  readonly type: "string" | "number" | "boolean" | "datetime" | "url_image" | "url_link";
  /** How the texts write numbers. Default: detected. */
  readonly decimal?: "point" | "comma" | undefined;
  /** The order of day and month in texts such as 03/04/2026. Default: detected. */
  readonly dates?: "dmy" | "mdy" | undefined;
  /** Whether values that do not fit are unset. Default false: they are 400. */
  readonly unset?: boolean | undefined;
  /** Whether nothing is changed. */
  readonly dryRun?: boolean | undefined;
}

export interface CountRecordsRequest {
  readonly filters?: readonly SearchFilter[] | undefined;
  /** all (default): every filter matches; any: at least one does. */
  readonly match?: "all" | "any" | undefined;
  /** Only records in which a text property contains this, without regard to case, or whose key or a number equals it. */
  readonly q?: string | undefined;
}

export interface CountRecordsResponse {
  readonly count: number;
}

export interface CreateApiKeyRequest {
  readonly name: string;
  /** Creates a store key for this store. Default: an account key. */
  readonly storeId?: string | undefined;
  /** When the key expires. Default: the expiry of the key in use, or never. */
  readonly expiresAt?: string | undefined;
  /** True: the key may read, also with POST (search, count, …), but not write. */
  readonly readOnly?: boolean | undefined;
  /** CIDR ranges or single addresses from which the key may be used. Default: those of the key in use, or all. */
  readonly addresses?: readonly string[] | undefined;
}

export interface CreateLiveImageDraftRequest {
  /** Default: a new one. */
  readonly conversationId?: string | undefined;
  /** Default: Live image, or the name of `from`. */
  readonly name?: string | undefined;
  readonly design?: LiveDesignChanges | undefined;
  /** A live image whose design the draft begins with. Saving makes a new image. */
  readonly from?: number | undefined;
}

export interface CreateMapRequest {
  readonly name: string;
  /** In `unit`; default 50. */
  readonly searchRadius?: number | undefined;
  /** Default 10. */
  readonly maxResults?: number | undefined;
  /** Default: mi. */
  readonly unit?: "mi" | "km" | undefined;
  /** Default: none. */
  readonly fields?: readonly MapFieldRequest[] | undefined;
}

export interface CreateStoreRequest {
  readonly name: string;
  readonly description?: string | null | undefined;
  /** Seconds after its last write until a record expires. Null: never. */
  readonly recordTtl?: number | null | undefined;
  /** Whether changes are logged also while nobody follows them. Default false. */
  readonly changes?: boolean | undefined;
  /** How long the values before a change are kept: an ISO 8601 duration up to a year, such as P30D. Null: not at all. */
  readonly history?: string | null | undefined;
  readonly properties: readonly StorePropertyRequest[];
}

export interface CreateTimerFrameRequest {
  /** Default: a new one. */
  readonly conversationId?: string | undefined;
  /** Default: Countdown. */
  readonly name?: string | undefined;
  readonly design?: TimerDesignChanges | undefined;
}

export interface CreateViewRequest {
  readonly name: string;
  /** records: a table of records; chart: a chart of them. */
  readonly kind: "records" | "chart";
  readonly query?: ViewQuery | undefined;
  /** How a program shows the records: any JSON object. The server only keeps it. */
  readonly display?: {
    readonly [name: string]: unknown;
  } | undefined;
}

export interface CreateWebhookRequest {
  /** An https URL with a public address. Redirects are not followed. */
  readonly url: string;
  /** Types of changes, or `record.*`, `store.*` and `*` for several. */
  readonly events: readonly ("*" | "record.*" | "store.*" | "record.created" | "record.updated" | "record.deleted" | "record.expired" | "records.imported" | "store.created" | "store.updated" | "store.schema" | "store.deleted")[];
  /** Null, and the default: all stores of the account, later ones too. */
  readonly storeIds?: readonly string[] | null | undefined;
  /** Only created and updated records that match all of these now. Needs exactly one store. */
  readonly filters?: readonly SearchFilter[] | null | undefined;
  /** full: with the record as it is when the delivery is made, if that fits into 20 kB. */
  readonly payload?: "thin" | "full" | undefined;
  readonly description?: string | null | undefined;
  /** Further headers, such as a token of the receiver. Responses have their names only. */
  readonly headers?: {
    readonly [name: string]: string;
  } | undefined;
}

export interface CreatedApiKeyResponse {
  readonly keyId: string;
  readonly name: string;
  readonly scope: "account" | "store";
  readonly storeId?: string | undefined;
  /** Absent: the key does not expire. */
  readonly expiresAt?: string | undefined;
  /** Absent: the key may write. */
  readonly readOnly?: true | undefined;
  /** CIDR ranges from which the key may be used. Absent: from everywhere. */
  readonly addresses?: readonly string[] | undefined;
  readonly date_created: string;
  /** The secret. Only this response contains it. */
  readonly key: string;
}

export interface CreatedWebhookResponse {
  readonly id: string;
  readonly url: string;
  readonly events: readonly ("*" | "record.*" | "store.*" | "record.created" | "record.updated" | "record.deleted" | "record.expired" | "records.imported" | "store.created" | "store.updated" | "store.schema" | "store.deleted")[];
  readonly storeIds: readonly string[] | null;
  readonly filters: readonly SearchFilter[] | null;
  /** full: with the record as it is when the delivery is made, if that fits into 20 kB. */
  readonly payload: "thin" | "full";
  readonly description: string | null;
  readonly headerNames: readonly string[];
  /** failing: the last attempt failed. */
  readonly status: "active" | "failing" | "disabled";
  readonly disabledReason: string | null;
  /** The last attempt. */
  readonly lastDelivery: {
    readonly at: string;
    /** The status of the answer. Null: there was none. */
    readonly status: number | null;
    /** Why there was no answer. */
    readonly error: string | null;
    readonly milliseconds: number;
  } | null;
  /** The deliveries of 24 hours. At most the last 10,000 are counted. */
  readonly lastDay: {
    readonly pending: number;
    readonly delivered: number;
    readonly failed: number;
  };
  /** Until when an earlier secret signs too. Null: none does. */
  readonly previousSecretUntil: string | null;
  readonly date_created: string;
  readonly date_updated: string;
  /** Signs the deliveries. Only this response contains it. */
  readonly secret: string;
}

export interface CursorPageOfApiKeySummary {
  readonly items: readonly ApiKeySummary[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface CursorPageOfDeletedRecord {
  readonly items: readonly DeletedRecord[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface CursorPageOfImageSummary {
  readonly items: readonly ImageSummary[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface CursorPageOfImportSummary {
  readonly items: readonly ImportSummary[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface CursorPageOfLiveImageSummary {
  readonly items: readonly LiveImageSummary[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface CursorPageOfLocationResponse {
  readonly items: readonly LocationResponse[];
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Around a point: the unit of `distance`. */
  readonly unit?: "mi" | "km" | undefined;
  /** Around a point: the radius in `unit`. */
  readonly radius?: number | undefined;
  /** Around a point: the maximum number of locations on all pages together. */
  readonly maxResults?: number | undefined;
}

export interface CursorPageOfMapResponse {
  readonly items: readonly MapResponse[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface CursorPageOfRecordHistoryEntry {
  readonly items: readonly RecordHistoryEntry[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface CursorPageOfRestoreResult {
  readonly items: readonly RestoreResult[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface CursorPageOfStoreRecordResponse {
  readonly items: readonly StoreRecordResponse[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface CursorPageOfStoreSummary {
  readonly items: readonly StoreSummary[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface CursorPageOfTimerSummary {
  readonly items: readonly TimerSummary[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface CursorPageOfViewResponse {
  readonly items: readonly ViewResponse[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface CursorPageOfWebhookDelivery {
  readonly items: readonly WebhookDelivery[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface CursorPageOfWebhookResponse {
  readonly items: readonly WebhookResponse[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface DeleteRecordResponse {
  readonly id: string;
  readonly status: "deleted" | "already_deleted";
}

export interface DeleteStoreResponse {
  readonly id: string;
  readonly status: "DELETED";
}

export interface DeletedRecord {
  readonly id: string;
  /** The values that it had, by the names of now. */
  readonly values: {
    readonly [name: string]: string | number | boolean | null;
  };
  /** When it was deleted. */
  readonly at: string;
  /** The API key that made the change. Null: the server, or a program without a key. */
  readonly by: {
    readonly keyId: string;
    readonly name: string;
  } | null;
  /** The place of the change in the log. `since` accepts it. */
  readonly position: string;
  readonly date_created: string;
}

export interface DraftLiveImageRequest {
  /** Default: a new one. */
  readonly conversationId?: string | undefined;
  /** Default: the name of the live image. */
  readonly name?: string | undefined;
}

export interface DraftTimerRequest {
  /** Default: a new one. */
  readonly conversationId?: string | undefined;
  /** Default: the name of the timer. */
  readonly name?: string | undefined;
  /** A `start` as your mail tool writes it into the URL of an evergreen timer, to see what is read from it. */
  readonly start?: string | null | undefined;
}

export interface ExportRecordsRequest {
  /** Default json. */
  readonly format?: "json" | "csv" | undefined;
  readonly filters?: readonly SearchFilter[] | undefined;
  /** all (default): every filter matches; any: at least one does. */
  readonly match?: "all" | "any" | undefined;
  /** Only records in which a text property contains this, without regard to case, or whose key or a number equals it. */
  readonly q?: string | undefined;
  /** A property, id, date_created or date_updated. Or a list of up to four, each with its direction: records with equal values of the first are in the order of the second, and so on. */
  readonly sortBy?: string | readonly SortKey[] | undefined;
  /** Default: asc if sortBy is given. */
  readonly sortDir?: "asc" | "desc" | undefined;
  /** The columns in their order: properties, id, date_created, date_updated. Default: all. */
  readonly fields?: readonly string[] | undefined;
  /** csv only. raw: no ' before text that a spreadsheet would read as a formula. */
  readonly formulas?: "raw" | "guarded" | undefined;
  /** The id of a live image: each record has two more members, `liveUrl` and `liveClickUrl`. The variables are the properties of the same names; URLs of an image with signed access are signed. Needs an account key. */
  readonly liveLinks?: number | undefined;
}

export type FontList = readonly FontSummary[];

export interface FontSummary {
  /** 1 to 999 for built-in fonts, from 1000 for custom ones. */
  readonly id: number;
  readonly family: string;
  readonly style: string;
  readonly fullName: string;
  /** 1 to 1000, as in CSS. */
  readonly weight: number;
  readonly italic: boolean;
  readonly format: "ttf" | "otf" | "woff" | "woff2" | "ttc";
  readonly scope: "builtin" | "custom";
  readonly variable: boolean;
  readonly glyphCount: number;
  /** Whether the font has all digits, which timers need. */
  readonly hasDigits: boolean;
  readonly bytes: number;
  /** A sample of the font as WebP. The URL is short-lived and needs no key. */
  readonly previewUrl: string;
  /** Null for a built-in font. */
  readonly date_created: string | null;
}

export interface Gradient {
  readonly color: string;
  /** Clockwise; 0: upwards, 90: to the right, 180: downwards. */
  readonly angle: number;
}

export interface GradientChanges {
  readonly color?: string | null | undefined;
  readonly angle?: number | null | undefined;
}

export interface GroupCondition {
  /** A name in `values`, or count. */
  readonly measure: string;
  readonly op: "eq" | "ne" | "gt" | "gte" | "lt" | "lte";
  /** A number or its text; a date-time for a measure of datetimes. */
  readonly value: number;
}

export interface HttpValidationProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string | undefined;
  readonly instance: string;
  readonly code: "validation_failed" | "record_exists" | "unauthorized" | "forbidden" | "quota_exceeded" | "not_found" | "conflict" | "precondition_failed" | "idempotency_mismatch" | "method_not_allowed" | "payload_too_large" | "unsupported_media_type" | "cursor_expired" | "rate_limited" | "unavailable" | "internal";
  readonly traceId: string;
  readonly errors?: {
    readonly [name: string]: readonly string[];
  } | undefined;
}

export interface ImageDetail {
  readonly id: number;
  readonly name: string;
  readonly type: "static" | "timer" | "live";
  readonly status: "active" | "deleted";
  readonly active: boolean;
  /** Null: the root folder. */
  readonly folder: string | null;
  readonly width: number;
  readonly height: number;
  readonly format: "png" | "jpeg" | "gif" | "webp";
  readonly animated: boolean;
  /** The size of the file that the production URL serves. */
  readonly bytes: number;
  /** Shows the image without a key. */
  readonly productionUrl: string;
  /** WebP, scaled to fit 320×320. Needs no key. */
  readonly thumbnailUrl: string;
  readonly thumbnailExpiresAt: string;
  readonly date_created: string;
  readonly date_updated: string;
  /** Shows the current picture: the production URL, for a timer with its version. */
  readonly renderedUrl: string;
  /** An img tag for e-mails. */
  readonly html: string;
  /** Why mail programs may not show the picture, in sentences. */
  readonly warnings: readonly string[];
  /** Present if the type is `timer`. */
  readonly timer?: ImageTimer | undefined;
  /** Present if the type is `live`. */
  readonly live?: {
    readonly design: LiveDesign;
  } | undefined;
}

export interface ImageHostsRequest {
  /** All hosts from now on. `*.` stands for all subdomains. Empty: none. */
  readonly hosts: readonly string[];
}

export interface ImageHostsResponse {
  /** In lower case and in ASCII, sorted. */
  readonly hosts: readonly string[];
}

export interface ImageSummary {
  readonly id: number;
  readonly name: string;
  readonly type: "static" | "timer" | "live";
  readonly status: "active" | "deleted";
  readonly active: boolean;
  /** Null: the root folder. */
  readonly folder: string | null;
  readonly width: number;
  readonly height: number;
  readonly format: "png" | "jpeg" | "gif" | "webp";
  readonly animated: boolean;
  /** The size of the file that the production URL serves. */
  readonly bytes: number;
  /** Shows the image without a key. */
  readonly productionUrl: string;
  /** WebP, scaled to fit 320×320. Needs no key. */
  readonly thumbnailUrl: string;
  readonly thumbnailExpiresAt: string;
  readonly date_created: string;
  readonly date_updated: string;
}

export interface ImageTimer {
  readonly targetDate: string;
  /** An IANA name. */
  readonly timeZone: string;
  readonly expired: boolean;
  readonly design: TimerDesign;
}

export interface ImageTypesList {
  readonly items: readonly {
    readonly value: "static" | "timer" | "live";
    readonly label: string;
  }[];
}

export interface ImportResponse {
  readonly importId: string;
  /** The name of the file. Null: none was given. */
  readonly fileName: string | null;
  readonly status: "queued" | "running" | "done" | "failed" | "cancelled";
  readonly dryRun: boolean;
  readonly mode: "upsert" | "insertOnly";
  /** Records of the file that have been read. */
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  /** Records that exist with the same values. They are not written. */
  readonly unchanged: number;
  /** All refused records. At most the first 1,000 are kept. */
  readonly refused: number;
  /** Records of the file, once it has been read. */
  readonly total?: number | undefined;
  /** Size of the file as UTF-8. */
  readonly bytes: number;
  readonly bytesRead: number;
  /** Why the import failed. */
  readonly reason?: string | undefined;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** When a restore last took back what the import has changed. Null: none has. */
  readonly takenBackAt: string | null;
  /** The first 100 refused records. */
  readonly errors: readonly {
    /** The number of the record in the file, from 1. */
    readonly row: number;
    readonly line: number;
    readonly errors: {
      readonly [name: string]: readonly string[];
    };
  }[];
  /** The first 100 records that would change. Only a dry run has them. */
  readonly changes?: readonly {
    readonly row: number;
    readonly id: string;
    readonly changes: {
      readonly [name: string]: {
        readonly from: string | number | boolean | null;
        readonly to: string | number | boolean | null;
      };
    };
  }[] | undefined;
}

export interface ImportSummary {
  readonly importId: string;
  /** The name of the file. Null: none was given. */
  readonly fileName: string | null;
  readonly status: "queued" | "running" | "done" | "failed" | "cancelled";
  readonly dryRun: boolean;
  readonly mode: "upsert" | "insertOnly";
  /** Records of the file that have been read. */
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  /** Records that exist with the same values. They are not written. */
  readonly unchanged: number;
  /** All refused records. At most the first 1,000 are kept. */
  readonly refused: number;
  /** Records of the file, once it has been read. */
  readonly total?: number | undefined;
  /** Size of the file as UTF-8. */
  readonly bytes: number;
  readonly bytesRead: number;
  /** Why the import failed. */
  readonly reason?: string | undefined;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** When a restore last took back what the import has changed. Null: none has. */
  readonly takenBackAt: string | null;
}

export interface InferStoreResponse {
  readonly format: "csv" | "json" | "ndjson";
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1250" | "windows-1251" | "windows-1253" | "windows-1254" | "windows-1257" | "iso-8859-2" | "koi8-r" | "macintosh" | "shift_jis" | "euc-jp" | "gb18030" | "big5" | "euc-kr";
  readonly delimiter: string | null;
  /** The number of lines above the table, which are skipped. */
  readonly skipLines: number;
  readonly header: boolean;
  /** `text`: quotes inside cells that do not begin with one are characters. Null: not decided. */
  readonly quotes: "text" | null;
  readonly decimal: "point" | "comma" | null;
  readonly dates: "dmy" | "mdy" | "undecided" | null;
  /** The number of records that were examined, at most 1,000. */
  readonly rows: number;
  /** Whether those are all records of the file. */
  readonly complete: boolean;
  readonly properties: readonly InferredProperty[];
  /** The parameter `mapping` of an import into a store with these properties. */
  readonly mapping: {
    readonly [name: string]: string | null;
  };
  /** Parameters that an import of this file needs. */
  readonly undecided: readonly {
    readonly parameter: string;
    readonly columns: readonly string[];
    readonly message: string;
  }[];
  readonly warnings: readonly string[];
}

export interface InferredProperty {
  /** A legal name, different from the others. */
  readonly name: string;
  readonly type: "string" | "number" | "boolean" | "datetime" | "url_image" | "url_link";
  /** The name in the file. */
  readonly column: string;
  /** 0 to 1: how likely the type is right. */
  readonly confidence: number;
  /** Up to 5 different values as they are written. */
  readonly samples: readonly string[];
  /** Examined rows with a value. */
  readonly count: number;
  readonly empty: number;
  /** Every examined row has a value and all differ: may be a key. */
  readonly distinct: boolean;
  /** How numbers are written, also those of a column of text. `undecided`: an import into a number needs the parameter `decimal`. Null: as in the file. */
  readonly decimal: "point" | "comma" | "undecided" | null;
  /** How dates are written, also those of a column of text. `undecided`: an import into a datetime needs the parameter `dates`. Null: no dates. */
  readonly dates: "iso" | "dmy" | "mdy" | "undecided" | null;
  /** What numbers have before or behind them, such as `$` and `%`. They are stored without it. */
  readonly unit: string | null;
}

export interface LiveCondition {
  /** A variable, or a property of a source such as `product.stock`. */
  readonly field?: string | undefined;
  readonly op?: string | undefined;
  readonly value?: unknown | undefined;
  /** Inclusive. A wall time is in the zone of the design. */
  readonly after?: string | undefined;
  /** Exclusive. */
  readonly before?: string | undefined;
  /** 1 is Monday. The day on which the interval begins. */
  readonly weekdays?: readonly number[] | undefined;
  /** Inclusive. Default: 00:00. */
  readonly from?: string | undefined;
  /** Exclusive. Before `from`: on the next day. Default: the end of the day. */
  readonly to?: string | undefined;
  /** By the User-Agent. */
  readonly client?: readonly ("apple-privacy" | "gmail" | "outlook" | "yahoo" | "mobile" | "desktop" | "other")[] | undefined;
  readonly percent?: number | undefined;
  /** The variable that decides, so that one reader always sees the same. */
  readonly by?: string | undefined;
}

export interface LiveDesign {
  readonly width: number;
  readonly height: number;
  /** 2: doubles width and height in pixels, for high-density screens. */
  readonly scale: 1 | 2;
  /** auto: gif with a timer layer, else the smaller one of png and jpeg. */
  readonly format: "auto" | "png" | "jpeg" | "gif";
  readonly background: {
    readonly color: string;
    /** From `background.color` to this colour. */
    readonly gradient: Gradient | null;
    readonly imageId: number | null;
    readonly fit: "cover" | "contain" | "fill";
    readonly transparent: boolean;
  };
  /** The language of numbers, money, dates and labels. */
  readonly locale: string;
  readonly timeZone: string;
  /** The values in the query of the URL, by their names. */
  readonly variables: {
    readonly [name: string]: LiveVariable;
  };
  readonly sources: {
    readonly [name: string]: LiveSource;
  };
  readonly layers: {
    readonly [name: string]: LiveLayer;
  };
  readonly rules: {
    readonly [name: string]: LiveRule;
  };
  /** Where a click leads to. Null: the fallback. */
  readonly link: string | null;
  readonly fallback: {
    /** Null: a transparent pixel. */
    readonly imageId: number | null;
    /** A URL without values. */
    readonly link: string | null;
  };
  /** Null: the image's name. */
  readonly altText: string | null;
  /** signed: only URLs that this server has signed show their values. */
  readonly access: "open" | "signed";
}

/** Every member is optional; null restores its default. */
export interface LiveDesignChanges {
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  readonly scale?: 1 | 2 | null | undefined;
  readonly format?: "auto" | "png" | "jpeg" | "gif" | null | undefined;
  readonly background?: {
    readonly color?: string | null | undefined;
    /** From `background.color` to this colour. */
    readonly gradient?: GradientChanges | null | undefined;
    readonly imageId?: number | null | undefined;
    readonly fit?: "cover" | "contain" | "fill" | null | undefined;
    readonly transparent?: boolean | null | undefined;
  } | null | undefined;
  readonly locale?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
  /** Where a click leads to. Null: the fallback. */
  readonly link?: string | null | undefined;
  readonly fallback?: {
    /** Null: a transparent pixel. */
    readonly imageId?: number | null | undefined;
    /** A URL without values. */
    readonly link?: string | null | undefined;
  } | null | undefined;
  /** Null: the image's name. */
  readonly altText?: string | null | undefined;
  readonly access?: "open" | "signed" | null | undefined;
  /** By name. Null removes one. */
  readonly variables?: {
    readonly [name: string]: {
      /** The value if it is missing. */
      readonly default?: string | null | undefined;
      /** The value in previews. */
      readonly sample?: string | null | undefined;
      readonly maxLength?: number | null | undefined;
    } | null;
  } | null | undefined;
  /** By name. Null removes one. A new one has its `kind`. */
  readonly sources?: {
    readonly [name: string]: {
      readonly kind?: "record" | null | undefined;
      readonly storeId?: string | null | undefined;
      readonly key?: {
        readonly [name: string]: string;
      } | null | undefined;
    } | {
      readonly kind?: "query" | null | undefined;
      readonly storeId?: string | null | undefined;
      readonly filters?: readonly {
        /** A property of the store. */
        readonly field: string;
        readonly op: string;
        /** As in a search. Text is a template. */
        readonly value?: unknown | undefined;
      }[] | null | undefined;
      readonly match?: "all" | "any" | null | undefined;
      /** The first match in this order is the record. Null: the newest. */
      readonly sortBy?: string | null | undefined;
      readonly sortDir?: "asc" | "desc" | null | undefined;
    } | {
      readonly kind?: "nearest" | null | undefined;
      readonly mapId?: number | null | undefined;
      /** An address, a place or a postcode, found without the network. Null: `lat` and `lng`. */
      readonly place?: string | null | undefined;
      /** The country of `place`. Null: any. */
      readonly country?: string | null | undefined;
      readonly lat?: string | null | undefined;
      readonly lng?: string | null | undefined;
      /** In `unit`. Null: the radius of the map. */
      readonly maxDistance?: number | null | undefined;
      /** Null: the map's unit. */
      readonly unit?: "km" | "mi" | null | undefined;
    } | null;
  } | null | undefined;
  /** By name. Null removes one. A new one has its `type`. */
  readonly layers?: {
    readonly [name: string]: {
      readonly type?: "text" | null | undefined;
      readonly order?: number | null | undefined;
      readonly x?: number | null | undefined;
      readonly y?: number | null | undefined;
      readonly width?: number | null | undefined;
      readonly height?: number | null | undefined;
      /** A value that is missing, empty, `false` or `0` hides the layer. Null: always shown. */
      readonly show?: string | null | undefined;
      readonly text?: string | null | undefined;
      readonly fontId?: number | null | undefined;
      readonly size?: number | null | undefined;
      readonly minSize?: number | null | undefined;
      readonly color?: string | null | undefined;
      readonly align?: "left" | "center" | "right" | null | undefined;
      readonly valign?: "top" | "middle" | "bottom" | null | undefined;
      readonly lineHeight?: number | null | undefined;
      readonly fit?: "shrink" | "wrap" | "truncate" | null | undefined;
    } | {
      readonly type?: "image" | null | undefined;
      readonly order?: number | null | undefined;
      readonly x?: number | null | undefined;
      readonly y?: number | null | undefined;
      readonly width?: number | null | undefined;
      readonly height?: number | null | undefined;
      /** A value that is missing, empty, `false` or `0` hides the layer. Null: always shown. */
      readonly show?: string | null | undefined;
      /** A picture by its URL, http or https. Without one, or when it fails: `imageId`. */
      readonly url?: string | null | undefined;
      /** Null: nothing. */
      readonly imageId?: number | null | undefined;
      readonly fit?: "cover" | "contain" | "fill" | null | undefined;
      readonly radius?: number | null | undefined;
    } | {
      readonly type?: "shape" | null | undefined;
      readonly order?: number | null | undefined;
      readonly x?: number | null | undefined;
      readonly y?: number | null | undefined;
      readonly width?: number | null | undefined;
      readonly height?: number | null | undefined;
      /** A value that is missing, empty, `false` or `0` hides the layer. Null: always shown. */
      readonly show?: string | null | undefined;
      readonly shape?: "rect" | "ellipse" | null | undefined;
      readonly color?: string | null | undefined;
      /** From `color` to this colour. */
      readonly gradient?: GradientChanges | null | undefined;
      readonly radius?: number | null | undefined;
      readonly border?: BorderChanges | null | undefined;
      readonly shadow?: ShadowChanges | null | undefined;
    } | {
      readonly type?: "timer" | null | undefined;
      readonly order?: number | null | undefined;
      readonly x?: number | null | undefined;
      readonly y?: number | null | undefined;
      readonly width?: number | null | undefined;
      readonly height?: number | null | undefined;
      /** A value that is missing, empty, `false` or `0` hides the layer. Null: always shown. */
      readonly show?: string | null | undefined;
      readonly design?: {
        /** A look (`GET /v2/timer-presets`). Its members are the defaults of this design, so given ones take precedence. Null: none. */
        readonly preset?: "midnight" | "paper" | "flip-dark" | "flip-light" | "rings-dark" | "rings-light" | "sunset" | "cards" | "boutique" | "poster" | "sale" | "terminal" | null | undefined;
        readonly background?: TimerBackgroundChanges | null | undefined;
        readonly target?: LiveTimerTargetChanges | null | undefined;
        readonly layout?: TimerLayoutChanges | null | undefined;
        readonly headline?: TimerHeadlineChanges | null | undefined;
        readonly units?: TimerUnitsChanges | null | undefined;
        readonly digits?: TimerDigitsChanges | null | undefined;
        readonly labels?: TimerLabelsChanges | null | undefined;
        readonly separator?: TimerSeparatorChanges | null | undefined;
        readonly expired?: TimerExpiredChanges | null | undefined;
        readonly frames?: number | null | undefined;
        readonly loop?: boolean | null | undefined;
        readonly optimize?: boolean | null | undefined;
      } | null | undefined;
    } | null;
  } | null | undefined;
  /** By name. Null removes one. */
  readonly rules?: {
    readonly [name: string]: {
      readonly order?: number | null | undefined;
      readonly when?: readonly LiveCondition[] | null | undefined;
      readonly layers?: {
        readonly [name: string]: false | LiveTextOverride | LiveImageOverride | LiveShapeOverride | LiveTimerOverride;
      } | null | undefined;
      /** Shown instead of the layers. Null: none. */
      readonly imageId?: number | null | undefined;
      /** Null: the design's link. */
      readonly link?: string | null | undefined;
    } | null;
  } | null | undefined;
}

export interface LiveImageDetail {
  /** Equal to the id of its image. */
  readonly id: number;
  readonly name: string;
  readonly status: "active" | "deleted";
  /** Null: the root folder. */
  readonly folder: string | null;
  /** The displayed width, without the scale. */
  readonly width: number;
  readonly height: number;
  readonly access: "open" | "signed";
  /** The names that the URL takes. */
  readonly variables: readonly string[];
  /** Shows the picture without a key. Takes the variables as query parameters. */
  readonly productionUrl: string;
  /** Leads to the link of the picture that the same query shows. */
  readonly clickUrl: string;
  /** A linked img tag for e-mails, with the merge tags of a mail tool. */
  readonly html: string;
  /** WebP, scaled to fit 320×320. Needs no key. */
  readonly thumbnailUrl: string;
  readonly thumbnailExpiresAt: string;
  readonly date_created: string;
  readonly date_updated: string;
  readonly design: LiveDesign;
  /** Sentences about problems, such as a resource of the design that no longer exists. */
  readonly warnings: readonly string[];
}

export type LiveImageDraftList = readonly LiveImageDraftSummary[];

export interface LiveImageDraftResponse {
  readonly draftId: string;
  readonly conversationId: string;
  readonly name: string;
  /** Increases with each change. */
  readonly revision: number;
  /** A saved draft is read-only. */
  readonly status: "draft" | "saved";
  /** The live image that the draft was saved as, or that saving it changes. Null: saving makes a new one. */
  readonly liveImageId: number | null;
  readonly design: LiveDesign;
  /** The names that the URL takes. */
  readonly variables: readonly string[];
  /** Problems of the design, in sentences. */
  readonly warnings: readonly string[];
  /** The approximate size of the picture with the samples. */
  readonly estimatedBytes: number;
  /** Shows the draft. Needs no key. Takes the variables as query parameters, and `at`, `client`, `recordId` and `as-rule`. Changes with each revision. */
  readonly previewUrl: string;
  readonly previewExpiresAt: string;
  readonly date_created: string;
  readonly date_updated: string;
  /** When the draft expires. */
  readonly expiresAt: string;
}

export interface LiveImageDraftSummary {
  readonly draftId: string;
  readonly conversationId: string;
  readonly name: string;
  /** Increases with each change. */
  readonly revision: number;
  /** A saved draft is read-only. */
  readonly status: "draft" | "saved";
  /** The live image that the draft was saved as, or that saving it changes. Null: saving makes a new one. */
  readonly liveImageId: number | null;
  /** Shows the draft. Needs no key. Takes the variables as query parameters, and `at`, `client`, `recordId` and `as-rule`. Changes with each revision. */
  readonly previewUrl: string;
  readonly previewExpiresAt: string;
  readonly date_created: string;
  readonly date_updated: string;
  /** When the draft expires. */
  readonly expiresAt: string;
}

export interface LiveImageHtmlRequest {
  /** The mail tool that fills in the variables. Default: plain, such as {{first_name}}. */
  readonly mergeTags?: "plain" | "mailchimp" | "braze" | "salesforce" | "hubspot" | "klaviyo" | "brevo" | undefined;
}

export interface LiveImageHtmlResponse {
  readonly imageId: number;
  /** Shows the picture without a key. Takes the variables as query parameters. */
  readonly productionUrl: string;
  /** Leads to the link of the picture that the same query shows. */
  readonly clickUrl: string;
  /** A linked img tag for e-mails, with the merge tags of a mail tool. */
  readonly html: string;
}

export interface LiveImageLayer {
  readonly type: "image";
  /** Higher ones lie above. Default: above all others. Equal ones: by name. */
  readonly order: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** A value that is missing, empty, `false` or `0` hides the layer. Null: always shown. */
  readonly show: string | null;
  /** A picture by its URL, http or https. Without one, or when it fails: `imageId`. */
  readonly url: string | null;
  /** Null: nothing. */
  readonly imageId: number | null;
  readonly fit: "cover" | "contain" | "fill";
  readonly radius: number;
}

export interface LiveImageOverride {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** A value that is missing, empty, `false` or `0` hides the layer. Null: always shown. */
  readonly show?: string | null | undefined;
  /** A picture by its URL, http or https. Without one, or when it fails: `imageId`. */
  readonly url?: string | null | undefined;
  /** Null: nothing. */
  readonly imageId?: number | null | undefined;
  readonly fit?: "cover" | "contain" | "fill" | undefined;
  readonly radius?: number | undefined;
}

export interface LiveImageSummary {
  /** Equal to the id of its image. */
  readonly id: number;
  readonly name: string;
  readonly status: "active" | "deleted";
  /** Null: the root folder. */
  readonly folder: string | null;
  /** The displayed width, without the scale. */
  readonly width: number;
  readonly height: number;
  readonly access: "open" | "signed";
  /** The names that the URL takes. */
  readonly variables: readonly string[];
  /** Shows the picture without a key. Takes the variables as query parameters. */
  readonly productionUrl: string;
  /** Leads to the link of the picture that the same query shows. */
  readonly clickUrl: string;
  /** A linked img tag for e-mails, with the merge tags of a mail tool. */
  readonly html: string;
  /** WebP, scaled to fit 320×320. Needs no key. */
  readonly thumbnailUrl: string;
  readonly thumbnailExpiresAt: string;
  readonly date_created: string;
  readonly date_updated: string;
}

export type LiveLayer = LiveTextLayer | LiveImageLayer | LiveShapeLayer | LiveTimerLayer;

export interface LiveLinksRequest {
  readonly links: readonly {
    /** The values in the URL. Names that the design does not declare are an error. */
    readonly variables?: {
      readonly [name: string]: string;
    } | undefined;
  }[];
  /** Until when signed URLs show more than the fallback. Default: always. */
  readonly expiresAt?: string | undefined;
}

export interface LiveLinksResponse {
  /** In the order of the request. */
  readonly links: readonly {
    /** The picture. */
    readonly url: string;
    /** The click on it. */
    readonly clickUrl: string;
  }[];
}

export interface LiveNearestSource {
  readonly kind: "nearest";
  readonly mapId: number;
  /** An address, a place or a postcode, found without the network. Null: `lat` and `lng`. */
  readonly place: string | null;
  /** The country of `place`. Null: any. */
  readonly country: string | null;
  readonly lat: string | null;
  readonly lng: string | null;
  /** In `unit`. Null: the radius of the map. */
  readonly maxDistance: number | null;
  /** Null: the map's unit. */
  readonly unit: "km" | "mi" | null;
}

export interface LiveQuerySource {
  readonly kind: "query";
  /** A store of the account. */
  readonly storeId: string;
  readonly filters: readonly {
    /** A property of the store. */
    readonly field: string;
    readonly op: string;
    /** As in a search. Text is a template. */
    readonly value?: unknown | undefined;
  }[];
  readonly match: "all" | "any";
  /** The first match in this order is the record. Null: the newest. */
  readonly sortBy: string | null;
  readonly sortDir: "asc" | "desc";
}

export interface LiveRecordSource {
  readonly kind: "record";
  /** A store of the account. */
  readonly storeId: string;
  /** A template for each unique property of the store. For a store without them: `{"id": …}`. */
  readonly key: {
    readonly [name: string]: string;
  };
}

export interface LiveRule {
  /** The first rule that matches wins. Default: after all others. Equal ones: by name. */
  readonly order: number;
  /** All must be true. Empty: always. */
  readonly when: readonly LiveCondition[];
  /** By the name of a layer: other values of its members, or false, which hides it. */
  readonly layers: {
    readonly [name: string]: false | LiveTextOverride | LiveImageOverride | LiveShapeOverride | LiveTimerOverride;
  };
  /** Shown instead of the layers. Null: none. */
  readonly imageId: number | null;
  /** Null: the design's link. */
  readonly link: string | null;
}

export interface LiveShapeLayer {
  readonly type: "shape";
  /** Higher ones lie above. Default: above all others. Equal ones: by name. */
  readonly order: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** A value that is missing, empty, `false` or `0` hides the layer. Null: always shown. */
  readonly show: string | null;
  readonly shape: "rect" | "ellipse";
  readonly color: string;
  /** From `color` to this colour. */
  readonly gradient: Gradient | null;
  readonly radius: number;
  readonly border: Border | null;
  readonly shadow: Shadow | null;
}

export interface LiveShapeOverride {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** A value that is missing, empty, `false` or `0` hides the layer. Null: always shown. */
  readonly show?: string | null | undefined;
  readonly shape?: "rect" | "ellipse" | undefined;
  readonly color?: string | undefined;
  /** From `color` to this colour. */
  readonly gradient?: Gradient | null | undefined;
  readonly radius?: number | undefined;
  readonly border?: Border | null | undefined;
  readonly shadow?: Shadow | null | undefined;
}

export type LiveSource = LiveRecordSource | LiveQuerySource | LiveNearestSource;

export interface LiveTextLayer {
  readonly type: "text";
  /** Higher ones lie above. Default: above all others. Equal ones: by name. */
  readonly order: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** A value that is missing, empty, `false` or `0` hides the layer. Null: always shown. */
  readonly show: string | null;
  readonly text: string;
  readonly fontId: number;
  readonly size: number;
  /** The size that `shrink` goes down to. */
  readonly minSize: number;
  readonly color: string;
  readonly align: "left" | "center" | "right";
  readonly valign: "top" | "middle" | "bottom";
  readonly lineHeight: number;
  /** shrink: the size goes down to `minSize`, then lines end with an ellipsis. wrap: lines, then an ellipsis. truncate: one line. */
  readonly fit: "shrink" | "wrap" | "truncate";
}

export interface LiveTextOverride {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** A value that is missing, empty, `false` or `0` hides the layer. Null: always shown. */
  readonly show?: string | null | undefined;
  readonly text?: string | undefined;
  readonly fontId?: number | undefined;
  readonly size?: number | undefined;
  /** The size that `shrink` goes down to. */
  readonly minSize?: number | undefined;
  readonly color?: string | undefined;
  readonly align?: "left" | "center" | "right" | undefined;
  readonly valign?: "top" | "middle" | "bottom" | undefined;
  readonly lineHeight?: number | undefined;
  /** shrink: the size goes down to `minSize`, then lines end with an ellipsis. wrap: lines, then an ellipsis. truncate: one line. */
  readonly fit?: "shrink" | "wrap" | "truncate" | undefined;
}

export interface LiveTimerDesign {
  /** A look (`GET /v2/timer-presets`). Its members are the defaults of this design, so given ones take precedence. Null: none. */
  readonly preset: "midnight" | "paper" | "flip-dark" | "flip-light" | "rings-dark" | "rings-light" | "sunset" | "cards" | "boutique" | "poster" | "sale" | "terminal" | null;
  readonly background: TimerBackground;
  readonly target: LiveTimerTarget;
  readonly layout: TimerLayout;
  readonly headline: TimerHeadline;
  readonly units: TimerUnits;
  readonly digits: TimerDigits;
  readonly labels: TimerLabels;
  readonly separator: TimerSeparator;
  readonly expired: TimerExpired;
  /** The number of seconds that the GIF counts down. It stops at the target. */
  readonly frames: number;
  /** False: plays once and stops at the last frame. */
  readonly loop: boolean;
  /** False: every frame is complete, for clients that can't patch frames. */
  readonly optimize: boolean;
}

export interface LiveTimerLayer {
  readonly type: "timer";
  /** Higher ones lie above. Default: above all others. Equal ones: by name. */
  readonly order: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** A value that is missing, empty, `false` or `0` hides the layer. Null: always shown. */
  readonly show: string | null;
  readonly design: LiveTimerDesign;
}

export interface LiveTimerOverride {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** A value that is missing, empty, `false` or `0` hides the layer. Null: always shown. */
  readonly show?: string | null | undefined;
}

export interface LiveTimerTarget {
  /** As for timers, and `value`: counts to the moment in `value`. `evergreen` counts from the variable `start`. */
  readonly kind: "date" | "recurring" | "evergreen" | "value";
  /** An instant if it has an offset, else a wall time in `timeZone`; a date alone means midnight. Returned as a wall time. Default: in seven days. */
  readonly date?: string | undefined;
  /** An IANA name. Default: UTC. */
  readonly timeZone?: string | undefined;
  /** How often a recurring target repeats. Default: day. */
  readonly every?: "day" | "week" | "month" | undefined;
  /** The time of day of a recurring target. Default: 00:00. */
  readonly at?: string | undefined;
  /** The day of a weekly target: 1 is Monday. Default: 1. */
  readonly weekday?: number | undefined;
  /** The day of a monthly target. A shorter month uses its last day. Default: 1. */
  readonly day?: number | undefined;
  /** How long an evergreen target counts down. Default: PT48H. */
  readonly duration?: string | undefined;
  /** Counts down from the opening if there is no moment. Null: the expired state. */
  readonly missing?: string | null | undefined;
  /** A date-time, a date, or Unix seconds. Wall times are in the zone of the design. */
  readonly value?: string | undefined;
}

export interface LiveTimerTargetChanges {
  readonly kind?: "date" | "recurring" | "evergreen" | "value" | null | undefined;
  readonly date?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
  readonly every?: "day" | "week" | "month" | null | undefined;
  readonly at?: string | null | undefined;
  readonly weekday?: number | null | undefined;
  readonly day?: number | null | undefined;
  readonly duration?: string | null | undefined;
  readonly missing?: string | null | null | undefined;
  readonly value?: string | null | undefined;
}

export interface LiveValue {
  /** Null: missing. */
  readonly value: string | number | boolean | null;
  readonly from: "url" | "record" | "default" | "missing";
}

export interface LiveVariable {
  /** The value if it is missing. */
  readonly default: string | null;
  /** The value in previews. */
  readonly sample: string | null;
  /** Longer values are cut. In characters. */
  readonly maxLength: number;
}

export interface LocationResponse {
  readonly id: string;
  readonly mapId: number;
  readonly uniqueId: string | null;
  readonly name: string | null;
  readonly address: string | null;
  /** Null while the place is unknown. */
  readonly lat: number | null;
  readonly lng: number | null;
  /** `manual`: the coordinates were given. */
  readonly geocodeStatus: "queued" | "processing" | "located" | "failed" | "manual";
  /** What the coordinates of a located address are: those that the address itself states (`exact`), a house, a street, or only the centre of a postcode, a city, a region or a country. */
  readonly geocodePrecision: "exact" | "rooftop" | "street" | "postcode" | "city" | "region" | "country" | null;
  /** `no_match` and `unavailable` say why it failed; `ambiguous`: located at the likeliest of several places. */
  readonly geocodeError: "no_match" | "unavailable" | "ambiguous" | null;
  /** How likely the place of a located address is the one that is meant, from 0 to 1; `geocodePrecision` says how exact it is. Null: not located, or unknown. */
  readonly geocodeConfidence: number | null;
  /** The parts of the address that name the place. Null: not located, or unknown. */
  readonly geocodeMatched: readonly string[] | null;
  /** The values by the names of the fields of the map. */
  readonly fields: {
    readonly [name: string]: string | number | boolean;
  };
  /** The distance from the point of the search in the `unit` of the page, exact to a meter. */
  readonly distance?: number | undefined;
  /** The same distance in miles. */
  readonly distanceMiles?: number | undefined;
  readonly date_created: string;
  readonly date_updated: string;
}

export interface LookupImageByUrlRequest {
  /** A production URL, also in the form in which received mails contain it. */
  readonly url: string;
}

export interface MapFieldRequest {
  readonly name: string;
  readonly type: "string" | "number" | "boolean";
}

export interface MapResponse {
  readonly id: number;
  readonly name: string;
  readonly searchRadius: number;
  readonly maxResults: number;
  readonly unit: "mi" | "km";
  readonly fields: readonly {
    readonly name: string;
    readonly type: "string" | "number" | "boolean";
  }[];
  /** The last three add up to the first. */
  readonly locationCounts: {
    readonly total: number;
    /** Locations with coordinates, including given ones. */
    readonly located: number;
    /** Waiting to be geocoded, permanently on a server without a geocoder. */
    readonly queued: number;
    readonly failed: number;
  };
  readonly date_created: string;
  readonly date_updated: string;
}

export interface MoveImageRequest {
  /** Null: the root folder. */
  readonly folder: string | null;
}

export interface NumberFormat {
  /** percent: with a sign behind the number, which is not multiplied. */
  readonly style: "plain" | "currency" | "percent";
  /** ISO 4217. A currency needs it, other styles have none. */
  readonly currency?: string | undefined;
  /** Default: as many as the values have. */
  readonly decimals?: number | undefined;
}

export interface PropertyTypeChange {
  readonly property: string;
  readonly from: "string" | "number" | "boolean" | "datetime" | "url_image" | "url_link";
  readonly to: "string" | "number" | "boolean" | "datetime" | "url_image" | "url_link";
  /** `running`: a job converts the values; `becoming` of the property is absent when it has ended. `unchanged`: the property has the type. */
  readonly status: "dry_run" | "running" | "unchanged";
  /** The number of set values. */
  readonly values: number;
  readonly converted: number;
  /** Blank texts, which are no value of the type. */
  readonly unset: number;
  /** Values that do not fit the type. */
  readonly refused: number;
  /** How numbers are read. Null: either way. */
  readonly decimal: "point" | "comma" | null;
  readonly dates: "dmy" | "mdy" | null;
  /** The text beside the numbers, such as `$`, which they lose. */
  readonly unit: string | null;
  /** Up to ten converted values. */
  readonly examples: readonly {
    readonly id: string;
    readonly from: string | number | boolean | null;
    readonly to: string | number | boolean | null;
  }[];
  /** Up to ten values that do not fit. */
  readonly refusedExamples: readonly {
    readonly id: string;
    readonly value: string | number | boolean | null;
    readonly message: string;
  }[];
}

export interface PurgeDeletedRecordsRequest {
  /** Omitted: all deleted records. */
  readonly ids?: readonly string[] | undefined;
}

export interface PurgeDeletedRecordsResponse {
  /** Deleted records of which nothing is kept any more. */
  readonly purged: number;
  /** True: there are further ones; make the request again. */
  readonly more: boolean;
}

/** A record with its id and the requested fields. */
export interface QueriedRecord {
  readonly id: string;
  readonly [name: string]: string | number | boolean | null;
}

export interface QueryChangesRequest {
  /** A cursor or a position. Omitted: the response has nothing but the cursor of now. */
  readonly since?: string | undefined;
  /** Default 100; values above 1000 are lowered to 1000. */
  readonly limit?: number | undefined;
  /** record: with the record as it is now. Default id. */
  readonly include?: "id" | "record" | undefined;
  /** Seconds to wait for the first change. Default 0; values above 30 are lowered to 30. */
  readonly wait?: number | undefined;
  readonly types?: readonly ("record.*" | "store.*" | "record.created" | "record.updated" | "record.deleted" | "record.expired" | "records.imported" | "store.created" | "store.updated" | "store.schema" | "store.deleted")[] | undefined;
  readonly filters?: readonly SearchFilter[] | undefined;
  /** all (default): every filter matches; any: at least one does. */
  readonly match?: "all" | "any" | undefined;
}

export interface QueryRecordsRequest {
  readonly filters?: readonly SearchFilter[] | undefined;
  /** all (default): every filter matches; any: at least one does. */
  readonly match?: "all" | "any" | undefined;
  /** Only records in which a text property contains this, without regard to case, or whose key or a number equals it. */
  readonly q?: string | undefined;
  /** A property, id, date_created or date_updated. Or a list of up to four, each with its direction: records with equal values of the first are in the order of the second, and so on. */
  readonly sortBy?: string | readonly SortKey[] | undefined;
  /** Default: asc if sortBy is given. */
  readonly sortDir?: "asc" | "desc" | undefined;
  /** Properties, date_created or date_updated to return besides id. Default: all. */
  readonly fields?: readonly string[] | undefined;
  /** Default 50; values above 1000 are lowered to 1000. */
  readonly limit?: number | undefined;
  /** The unchanged cursor of the previous page. */
  readonly cursor?: string | undefined;
  /** Whether to count all matches too. Default false. */
  readonly total?: boolean | undefined;
}

export interface QueryRecordsResponse {
  readonly items: readonly QueriedRecord[];
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** The number of matches on all pages. Present if total is true in the request. */
  readonly total?: number | undefined;
}

export interface RecordHistoryEntry {
  /** The place of the change in the log. `since` accepts it. */
  readonly position: string;
  readonly type: "record.created" | "record.updated" | "record.deleted" | "record.expired";
  readonly at: string;
  /** The API key that made the change. Null: the server, or a program without a key. */
  readonly by: {
    readonly keyId: string;
    readonly name: string;
  } | null;
  /** The import that made the change. */
  readonly importId?: string | undefined;
  /** The values by the names of now, without those of deleted properties. Null: none are kept. */
  readonly before: {
    readonly [name: string]: string | number | boolean | null;
  } | null;
  /** The same after the change. Null: the record is gone. Absent: not known. */
  readonly after?: {
    readonly [name: string]: string | number | boolean | null;
  } | null | undefined;
}

export interface RenameImageRequest {
  readonly name: string;
}

export interface RenamePropertyRequest {
  readonly name: string;
}

export interface ReplayWebhookRequest {
  /** A position of one of the stores: what follows it is delivered again, with the same ids. */
  readonly since: string;
}

export interface ReplayWebhookResponse {
  readonly storeId: string;
  readonly since: string;
}

export interface ResolveLiveImageDraftRequest {
  /** The conversation that the draft belongs to. */
  readonly conversationId: string;
  /** As in the query of the URL. A name that the design does not declare is ignored. Default: the samples. */
  readonly variables?: {
    readonly [name: string]: string;
  } | undefined;
  /** The moment of opening. A wall time is in the zone of the design. Default: now. */
  readonly at?: string | undefined;
  /** Default: other. */
  readonly client?: "apple-privacy" | "gmail" | "outlook" | "yahoo" | "mobile" | "desktop" | "other" | undefined;
  /** The id of a record, instead of the key of the first source of the kind record. */
  readonly recordId?: string | undefined;
  /** The name of a rule, to see what it shows. Its conditions are taken as true. */
  readonly rule?: string | undefined;
}

export interface ResolveLiveImageRequest {
  /** As in the query of the URL. A name that the design does not declare is ignored. Default: the samples. */
  readonly variables?: {
    readonly [name: string]: string;
  } | undefined;
  /** The moment of opening. A wall time is in the zone of the design. Default: now. */
  readonly at?: string | undefined;
  /** Default: other. */
  readonly client?: "apple-privacy" | "gmail" | "outlook" | "yahoo" | "mobile" | "desktop" | "other" | undefined;
  /** The id of a record, instead of the key of the first source of the kind record. */
  readonly recordId?: string | undefined;
  /** The name of a rule, to see what it shows. Its conditions are taken as true. */
  readonly rule?: string | undefined;
}

export interface ResolveLiveImageResponse {
  /** The rule that matches. Null: none. */
  readonly rule: string | null;
  /** The values that the design uses, such as `first_name` and `product.price`. */
  readonly values: {
    readonly [name: string]: LiveValue;
  };
  /** By source: the id of the record or the location that it found. Null: none. */
  readonly records: {
    readonly [name: string]: string | null;
  };
  /** The texts of the visible text layers. */
  readonly texts: {
    readonly [name: string]: string;
  };
  /** Where a click leads to. Null: nowhere. */
  readonly link: string | null;
  readonly warnings: readonly string[];
}

export interface RestoreJob {
  readonly restoreId: string;
  readonly status: "running" | "done" | "failed";
  /** The records so far, by their status. */
  readonly counts: {
    readonly [name: string]: number;
  };
  /** Why it failed. What was restored before stays. */
  readonly reason?: string | undefined;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

/** Exactly one member. */
export interface RestoreRecordsRequest {
  /** Deleted records to bring back. */
  readonly ids?: readonly string[] | undefined;
  /** Takes the changes of this import back. */
  readonly importId?: string | undefined;
  /** Takes all changes of records after this position back. */
  readonly since?: string | undefined;
}

export interface RestoreRecordsResponse {
  readonly results: readonly RestoreResult[];
}

export interface RestoreResult {
  readonly id: string;
  /** restored: has its earlier values. deleted: did not exist before. unchanged: was as before already. Otherwise nothing was written. record_exists: the id is taken. changed: it was changed since. expired: its time to live has ended. not_found: nothing is kept of it. quota_exceeded, too_large: there is no room. key_changed: the store has another key. */
  readonly status: "restored" | "deleted" | "unchanged" | "record_exists" | "changed" | "expired" | "not_found" | "quota_exceeded" | "too_large" | "key_changed";
  /** Values that were not restored, because their properties were deleted. */
  readonly droppedValues?: number | undefined;
}

export interface RotatedWebhookSecretResponse {
  /** Signs the deliveries. Only this response contains it. */
  readonly secret: string;
  readonly previousSecretUntil: string;
}

export interface SaveLiveImageDraftRequest {
  /** The conversation that the draft belongs to. */
  readonly conversationId: string;
  /** The revision that was seen. Rejected if the draft has another one now. */
  readonly revision?: number | undefined;
  /** Default: the name of the draft. */
  readonly name?: string | undefined;
  /** Default: the root folder, or the folder of the live image that the draft changes. */
  readonly folder?: string | null | undefined;
  /** Applies to the draft of an existing live image: `copy` makes a new one. Default: changes it under the same URL. */
  readonly as?: "copy" | undefined;
  /** The mail tool that fills in the variables. Default: plain, such as {{first_name}}. */
  readonly mergeTags?: "plain" | "mailchimp" | "braze" | "salesforce" | "hubspot" | "klaviyo" | "brevo" | undefined;
}

export interface SaveTimerFrameRequest {
  /** The conversation that the draft belongs to. */
  readonly conversationId: string;
  /** The revision that was seen. Rejected if the draft has another one now. */
  readonly revision?: number | undefined;
  /** Default: the name of the draft. */
  readonly name?: string | undefined;
  /** Default: the root folder, or the folder of the timer that the draft changes. */
  readonly folder?: string | null | undefined;
  /** Applies to the draft of an existing timer: `copy` makes a new timer. Default: changes the timer under the same URL. */
  readonly as?: "copy" | undefined;
}

export interface SavedTimerFrameResponse {
  readonly imageId: number;
  /** Equal to `imageId`. */
  readonly timerId: number;
  readonly name: string;
  readonly type: "timer";
  /** Shows the remaining time at each request. Needs no key. */
  readonly productionUrl: string;
  /** The production URL with its version. */
  readonly renderedUrl: string;
  /** An img tag for e-mails. */
  readonly html: string;
  readonly targetDate: string;
  readonly timeZone: string;
}

export interface SearchFilter {
  readonly field: string;
  readonly op: string;
  /** The native JSON value or its string form. For the operator `in`: an array of 1 to 100 of them. */
  readonly value?: unknown | undefined;
  /** IANA name, for a datetime: the zone of dates and date-times without an offset. Default UTC. */
  readonly timeZone?: string | undefined;
}

export interface SearchRecordsRequest {
  readonly filters?: readonly SearchFilter[] | undefined;
  /** all (default): every filter matches; any: at least one does. */
  readonly match?: "all" | "any" | undefined;
  /** A property, id, date_created or date_updated. */
  readonly sortBy?: string | undefined;
  /** Default: asc if sortBy is given. */
  readonly sortDir?: "asc" | "desc" | undefined;
  /** Properties, date_created or date_updated to return besides id. Default: all. */
  readonly fields?: readonly string[] | undefined;
  /** Default 100; values above 100 are lowered to 100. */
  readonly limit?: number | undefined;
}

export interface SearchRecordsResponse {
  readonly items: readonly QueriedRecord[];
  readonly limit: number;
  /** True: more records match; narrow the filters. */
  readonly truncated: boolean;
}

export interface Shadow {
  readonly color: string;
  readonly x: number;
  readonly y: number;
  readonly blur: number;
}

export interface ShadowChanges {
  readonly color?: string | null | undefined;
  readonly x?: number | null | undefined;
  readonly y?: number | null | undefined;
  readonly blur?: number | null | undefined;
}

export interface SortKey {
  /** A property, id, date_created or date_updated. */
  readonly field: string;
  /** Default asc. */
  readonly dir?: "asc" | "desc" | undefined;
}

export interface StartImportResponse {
  readonly importId: string;
  readonly status: "queued" | "running" | "done" | "failed" | "cancelled";
}

export interface StatusResponse {
  readonly startedAt: string;
  readonly uptimeSeconds: number;
  readonly storage: {
    readonly engine: string;
    readonly layout: number;
    /** Bytes in use, with indexes; on SQLite without free pages, which hold what is written next. Null if the engine does not report it. */
    readonly bytes: number | null;
  };
  readonly jobs: readonly {
    readonly kind: string;
    readonly waiting: number;
    readonly running: number;
    /** Jobs that were given up. */
    readonly buried: number;
    /** When the oldest waiting job is due. May be in the future. */
    readonly oldestWaiting: string | null;
  }[];
  readonly geocoding: {
    readonly queued: number;
    readonly processing: number;
    readonly oldestWaiting: string | null;
  };
  readonly imports: {
    readonly queued: number;
    /** Imports that have begun and not ended. */
    readonly running: number;
    /** When the oldest queued import was sent. */
    readonly oldestWaiting: string | null;
  };
  readonly queues: readonly {
    readonly queue: string;
    /** Turns that are held. */
    readonly running: number;
    /** Callers that wait for a turn. */
    readonly waiting: number;
    /** Accounts that hold or wait for a turn. */
    readonly accounts: number;
    /** Callers that got no turn since the start of the server. */
    readonly refused: {
      readonly full: number;
      readonly late: number;
      readonly left: number;
    };
  }[];
  readonly limits: {
    readonly requestsPerMinute: {
      readonly account: number;
      readonly key: number;
    } | null;
    readonly failedKeysPerMinute: number | null;
    /** The quotas of the account in use. */
    readonly account: {
      readonly stores?: number | undefined;
      readonly records?: number | undefined;
      readonly images?: number | undefined;
      readonly imageBytes?: number | undefined;
      readonly fonts?: number | undefined;
      readonly fontBytes?: number | undefined;
      readonly maps?: number | undefined;
      readonly locations?: number | undefined;
      readonly queuedGeocodes?: number | undefined;
      readonly keys?: number | undefined;
      readonly queuedImports?: number | undefined;
      readonly importBytes?: number | undefined;
      readonly webhooks?: number | undefined;
      readonly idempotencyBytes?: number | undefined;
    };
  };
  /** The last 20 jobs that were given up, of the account and of the system. */
  readonly failedJobs: readonly {
    readonly id: number;
    readonly kind: string;
    /** Whether the job is of the account or of the server itself. */
    readonly scope: "account" | "system";
    readonly attempts: number;
    readonly reason: string;
    readonly failedAt: string | null;
  }[];
  /** The metrics of queues, caches, threads and the storage that `/metrics` shows. */
  readonly metrics: readonly {
    readonly name: string;
    readonly labels: {
      readonly [name: string]: string;
    };
    readonly value: number;
  }[];
  readonly version: string;
}

export interface StoreAccessResponse {
  readonly scope: "account" | "store";
  readonly accountId: string;
  readonly storeId?: string | undefined;
}

export interface StoreDetail {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: "ACTIVE" | "DELETED";
  /** `api_key:<keyId>` of the creating key, or `library`. */
  readonly store_type: string;
  readonly recordTtl: number | null;
  readonly date_created: string;
  readonly date_updated: string;
  readonly changes: boolean;
  readonly history: string | null;
  readonly properties: readonly StoreProperty[];
  readonly recordCount: number;
}

export interface StoreProperty {
  readonly name: string;
  readonly type: "string" | "number" | "boolean" | "datetime" | "url_image" | "url_link";
  readonly required: boolean;
  readonly unique: boolean;
  readonly description: string | null;
  /** Absent: numbers are shown as they are. */
  readonly format?: NumberFormat | undefined;
  /** The type that a job is changing the property to. Absent: its type is not being changed. */
  readonly becoming?: "string" | "number" | "boolean" | "datetime" | "url_image" | "url_link" | undefined;
}

export interface StorePropertyRequest {
  readonly name: string;
  readonly type: "string" | "number" | "boolean" | "datetime" | "url_image" | "url_link";
  readonly required?: boolean | undefined;
  /** Implies required. Several unique properties form one composite key. */
  readonly unique?: boolean | undefined;
  readonly description?: string | null | undefined;
  /** How the values of a number are shown. They stay plain numbers. Null: as they are. */
  readonly format?: NumberFormat | null | undefined;
}

export interface StoreRecordRequest {
  readonly [name: string]: unknown;
}

export interface StoreRecordResponse {
  /** Null only in the validation of a record with a random id. */
  readonly id: string | null;
  readonly date_created: string;
  readonly date_updated: string;
  readonly [name: string]: string | number | boolean | null;
}

export interface StoreSummary {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: "ACTIVE" | "DELETED";
  /** `api_key:<keyId>` of the creating key, or `library`. */
  readonly store_type: string;
  readonly recordTtl: number | null;
  readonly date_created: string;
  readonly date_updated: string;
  /** When the store was deleted. Only in the list of deleted stores. */
  readonly date_deleted?: string | undefined;
}

export interface SummarizeRecordsRequest {
  readonly filters?: readonly SearchFilter[] | undefined;
  /** all (default): every filter matches; any: at least one does. */
  readonly match?: "all" | "any" | undefined;
  /** Only records in which a text property contains this, without regard to case, or whose key or a number equals it. */
  readonly q?: string | undefined;
  readonly groupBy?: readonly SummaryGrouping[] | undefined;
  readonly measures: readonly SummaryMeasure[];
  /** Only groups that satisfy all of these conditions. */
  readonly having?: readonly GroupCondition[] | undefined;
  /** A name in `values`, a field of groupBy, or count. Default count. */
  readonly sortBy?: string | undefined;
  /** Default asc for a field of groupBy, otherwise desc. */
  readonly sortDir?: "asc" | "desc" | undefined;
  /** Default 1000; values above 1000 are lowered to 1000. */
  readonly limit?: number | undefined;
}

export interface SummarizeRecordsResponse {
  readonly groups: readonly {
    /** By field: the value, the lower end of the bucket, or its first instant in the zone. Null: unset. */
    readonly key: {
      readonly [name: string]: string | number | boolean | null;
    };
    readonly values: {
      readonly [name: string]: number | string | null;
    };
    /** Records of the group. */
    readonly count: number;
  }[];
  readonly limit: number;
  /** More groups exist. */
  readonly truncated: boolean;
}

export interface SummaryGrouping {
  readonly field: string;
  /** A unit of time for a datetime, its weekday (1 Monday to 7) or hourOfDay (0 to 23), a width for a number. Omitted: each value. */
  readonly bucket?: "hour" | "day" | "week" | "month" | "quarter" | "year" | "weekday" | "hourOfDay" | {
    readonly width: number;
  } | undefined;
  /** IANA name, for units of time. Default UTC. */
  readonly timeZone?: string | undefined;
  /** Texts that differ in case only are one group, shown in lower case. Default false. */
  readonly caseInsensitive?: boolean | undefined;
  /** The name in `key`. Default: the field. So that two parts can have the same field. */
  readonly as?: string | undefined;
}

export interface SummaryMeasure {
  /** Over set values. median, p90, p95, p99: the value at that rank of the sorted numbers. */
  readonly op: "count" | "sum" | "avg" | "min" | "max" | "median" | "p90" | "p95" | "p99" | "countDistinct";
  /** A property, the time between two datetimes, or the characters of a text. May be omitted for count, which then counts records. */
  readonly field?: string | {
    readonly dateDiff: {
      readonly from: string;
      readonly to: string;
      readonly unit: "day" | "hour" | "minute";
    };
  } | {
    readonly length: string;
  } | undefined;
  /** The name in `values`. Default `op_field`, such as `sum_price`, `avg_dateDiff` or `max_length`. */
  readonly as?: string | undefined;
}

export interface TestedWebhookResponse {
  readonly at: string;
  /** The status of the answer. Null: there was none. */
  readonly status: number | null;
  /** Why there was no answer. */
  readonly error: string | null;
  readonly milliseconds: number;
  /** The first kB of the answer. */
  readonly answer: string;
}

export interface TimerBackground {
  /** An opacity is blended with white. */
  readonly color: string;
  /** From `background.color` to this colour. */
  readonly gradient: Gradient | null;
  readonly imageId: number | null;
  readonly fit: "cover" | "contain" | "fill";
  /** Makes all but texts and boxes transparent; their edges are blended with `color`, which is white by default, as the pages of most mails. */
  readonly transparent: boolean;
}

export interface TimerBackgroundChanges {
  readonly color?: string | null | undefined;
  /** From `background.color` to this colour. */
  readonly gradient?: GradientChanges | null | undefined;
  readonly imageId?: number | null | undefined;
  readonly fit?: "cover" | "contain" | "fill" | null | undefined;
  readonly transparent?: boolean | null | undefined;
}

export interface TimerBox {
  /** One box for each unit, for each digit, or for each digit with a split across it. */
  readonly style: "unit" | "digit" | "flip";
  readonly color: string;
  /** From `box.color` to this colour. */
  readonly gradient: Gradient | null;
  readonly radius: number;
  readonly padding: number;
  readonly border: Border | null;
  readonly shadow: Shadow | null;
}

export interface TimerBoxChanges {
  readonly style?: "unit" | "digit" | "flip" | null | undefined;
  readonly color?: string | null | undefined;
  /** From `box.color` to this colour. */
  readonly gradient?: GradientChanges | null | undefined;
  readonly radius?: number | null | undefined;
  readonly padding?: number | null | undefined;
  readonly border?: BorderChanges | null | undefined;
  readonly shadow?: ShadowChanges | null | undefined;
}

export interface TimerDesign {
  readonly width: number;
  readonly height: number;
  /** 2: doubles width and height in pixels, for high-density screens. */
  readonly scale: 1 | 2;
  /** A look (`GET /v2/timer-presets`). Its members are the defaults of this design, so given ones take precedence. Null: none. */
  readonly preset: "midnight" | "paper" | "flip-dark" | "flip-light" | "rings-dark" | "rings-light" | "sunset" | "cards" | "boutique" | "poster" | "sale" | "terminal" | null;
  readonly background: TimerBackground;
  readonly target: TimerDesignTarget;
  readonly layout: TimerLayout;
  readonly headline: TimerHeadline;
  readonly units: TimerUnits;
  readonly digits: TimerDigits;
  readonly labels: TimerLabels;
  readonly separator: TimerSeparator;
  readonly expired: TimerExpired;
  /** The number of seconds that the GIF counts down. It stops at the target. */
  readonly frames: number;
  /** False: plays once and stops at the last frame. */
  readonly loop: boolean;
  /** False: every frame is complete, for clients that can't patch frames. */
  readonly optimize: boolean;
  /** Null: the image's name. */
  readonly altText: string | null;
}

/** Every member is optional; null restores its default. */
export interface TimerDesignChanges {
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  readonly scale?: 1 | 2 | null | undefined;
  /** A look (`GET /v2/timer-presets`). Its members are the defaults of this design, so given ones take precedence. Null: none. */
  readonly preset?: "midnight" | "paper" | "flip-dark" | "flip-light" | "rings-dark" | "rings-light" | "sunset" | "cards" | "boutique" | "poster" | "sale" | "terminal" | null | undefined;
  readonly background?: TimerBackgroundChanges | null | undefined;
  readonly target?: TimerDesignTargetChanges | null | undefined;
  readonly layout?: TimerLayoutChanges | null | undefined;
  readonly headline?: TimerHeadlineChanges | null | undefined;
  readonly units?: TimerUnitsChanges | null | undefined;
  readonly digits?: TimerDigitsChanges | null | undefined;
  readonly labels?: TimerLabelsChanges | null | undefined;
  readonly separator?: TimerSeparatorChanges | null | undefined;
  readonly expired?: TimerExpiredChanges | null | undefined;
  readonly frames?: number | null | undefined;
  readonly loop?: boolean | null | undefined;
  readonly optimize?: boolean | null | undefined;
  /** Null: the image's name. */
  readonly altText?: string | null | undefined;
}

export interface TimerDesignTarget {
  /** `date`: counts to `date`. `recurring`: counts to the next of `every` `at` in `timeZone`. `evergreen`: counts `duration` from the moment in the query parameter `start` of the URL. `value`: counts to the moment in the query parameter `until`. `record`: counts to a property of a record, whose key is in the query. */
  readonly kind: "date" | "recurring" | "evergreen" | "value" | "record";
  /** An instant if it has an offset, else a wall time in `timeZone`; a date alone means midnight. Returned as a wall time. Default: in seven days. */
  readonly date?: string | undefined;
  /** An IANA name. Default: UTC. */
  readonly timeZone?: string | undefined;
  /** How often a recurring target repeats. Default: day. */
  readonly every?: "day" | "week" | "month" | undefined;
  /** The time of day of a recurring target. Default: 00:00. */
  readonly at?: string | undefined;
  /** The day of a weekly target: 1 is Monday. Default: 1. */
  readonly weekday?: number | undefined;
  /** The day of a monthly target. A shorter month uses its last day. Default: 1. */
  readonly day?: number | undefined;
  /** How long an evergreen target counts down. Default: PT48H. */
  readonly duration?: string | undefined;
  /** The store of the record. It has no default. */
  readonly storeId?: string | undefined;
  /** A template for each unique property of the store, or `{"id": …}` for a store without them. Its variables are query parameters of the URL. */
  readonly key?: {
    readonly [name: string]: string;
  } | undefined;
  /** A date of the record: a datetime, Unix seconds, or a text that is a date. It has no default. */
  readonly property?: string | undefined;
  /** Counts down from the opening if there is no moment. Null: the expired state. */
  readonly missing?: string | null | undefined;
}

export interface TimerDesignTargetChanges {
  readonly kind?: "date" | "recurring" | "evergreen" | "value" | "record" | null | undefined;
  readonly date?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
  readonly every?: "day" | "week" | "month" | null | undefined;
  readonly at?: string | null | undefined;
  readonly weekday?: number | null | undefined;
  readonly day?: number | null | undefined;
  readonly duration?: string | null | undefined;
  readonly storeId?: string | null | undefined;
  readonly key?: {
    readonly [name: string]: string;
  } | null | undefined;
  readonly property?: string | null | undefined;
  readonly missing?: string | null | null | undefined;
}

export interface TimerDetail {
  /** Equal to the id of its image. */
  readonly id: number;
  readonly name: string;
  readonly status: "active" | "deleted";
  /** Null: the root folder. */
  readonly folder: string | null;
  /** The displayed width, without the scale. */
  readonly width: number;
  readonly height: number;
  readonly targetKind: "date" | "recurring" | "evergreen" | "value" | "record";
  /** The end, if the timer is opened now. */
  readonly targetDate: string;
  readonly timeZone: string;
  readonly expired: boolean;
  /** Shows the remaining time without a key. */
  readonly productionUrl: string;
  readonly renderedUrl: string;
  /** WebP, scaled to fit 320×320. Needs no key. */
  readonly thumbnailUrl: string;
  readonly thumbnailExpiresAt: string;
  /** An img tag for e-mails. */
  readonly html: string;
  readonly date_created: string;
  readonly date_updated: string;
  readonly design: TimerDesign;
}

export interface TimerDigits {
  readonly fontId: number;
  readonly size: number;
  readonly color: string;
  /** The minimum digits of the leading unit. The other units have at least two. */
  readonly minDigits: number;
  /** The box behind the digits. Null: no box. */
  readonly box: TimerBox | null;
  /** A ring around each unit that shows its remaining part, instead of a box. A full ring is 60 seconds, 60 minutes, 24 hours or 30 days. Null: no ring. */
  readonly ring: TimerRing | null;
  /** The shadow of the digits. Null: no shadow. */
  readonly shadow: Shadow | null;
}

export interface TimerDigitsChanges {
  readonly fontId?: number | null | undefined;
  readonly size?: number | null | undefined;
  readonly color?: string | null | undefined;
  readonly minDigits?: number | null | undefined;
  /** The box behind the digits. Null: no box. */
  readonly box?: TimerBoxChanges | null | undefined;
  /** A ring around each unit that shows its remaining part, instead of a box. A full ring is 60 seconds, 60 minutes, 24 hours or 30 days. Null: no ring. */
  readonly ring?: TimerRingChanges | null | undefined;
  /** The shadow of the digits. Null: no shadow. */
  readonly shadow?: ShadowChanges | null | undefined;
}

export interface TimerExpired {
  readonly behaviour: "zeros" | "message" | "image";
  /** Null: shows zeros. */
  readonly message: string | null;
  /** Null: shows zeros. */
  readonly imageId: number | null;
}

export interface TimerExpiredChanges {
  readonly behaviour?: "zeros" | "message" | "image" | null | undefined;
  /** Null: shows zeros. */
  readonly message?: string | null | undefined;
  /** Null: shows zeros. */
  readonly imageId?: number | null | undefined;
}

export type TimerFrameList = readonly TimerFrameSummary[];

export interface TimerFrameResponse {
  readonly timerFrameId: string;
  readonly conversationId: string;
  readonly name: string;
  /** Increases with each change. */
  readonly revision: number;
  /** A saved draft is read-only. */
  readonly status: "draft" | "saved";
  /** The timer that the draft was saved as, or that saving it changes. Null: saving makes a new timer. */
  readonly timerId: number | null;
  readonly design: TimerDesign;
  /** Shows a GIF of the current draft. Needs no key. Changes with each revision. */
  readonly previewUrl: string;
  readonly previewExpiresAt: string;
  /** The approximate size of the GIF. */
  readonly estimatedBytes: number;
  /** Problems of the design, in sentences. */
  readonly warnings: readonly string[];
  /** What is read from the `start` of the request. Absent without one. */
  readonly start?: {
    /** Null: it is unreadable, so it counts as missing. */
    readonly moment: string | null;
    /** When the countdown ends. */
    readonly end: string;
  } | undefined;
  readonly date_created: string;
  readonly date_updated: string;
  /** When the draft expires. */
  readonly expiresAt: string;
}

export interface TimerFrameSummary {
  readonly timerFrameId: string;
  readonly conversationId: string;
  readonly name: string;
  /** Increases with each change. */
  readonly revision: number;
  /** A saved draft is read-only. */
  readonly status: "draft" | "saved";
  /** The timer that the draft was saved as, or that saving it changes. Null: saving makes a new timer. */
  readonly timerId: number | null;
  /** Shows a GIF of the current draft. Needs no key. Changes with each revision. */
  readonly previewUrl: string;
  readonly previewExpiresAt: string;
  readonly date_created: string;
  readonly date_updated: string;
  /** When the draft expires. */
  readonly expiresAt: string;
}

export interface TimerHeadline {
  /** One line of text. Null: none. */
  readonly text: string | null;
  readonly position: "above" | "below";
  readonly fontId: number;
  readonly size: number;
  readonly color: string;
}

export interface TimerHeadlineChanges {
  /** One line of text. Null: none. */
  readonly text?: string | null | undefined;
  readonly position?: "above" | "below" | null | undefined;
  readonly fontId?: number | null | undefined;
  readonly size?: number | null | undefined;
  readonly color?: string | null | undefined;
}

export interface TimerLabels {
  readonly show: boolean;
  readonly fontId: number;
  readonly size: number;
  readonly color: string;
  readonly locale: "ar" | "bg" | "cs" | "da" | "de" | "el" | "en" | "es" | "et" | "fi" | "fr" | "he" | "hi" | "hr" | "hu" | "it" | "ja" | "ko" | "lt" | "lv" | "nb" | "nl" | "pl" | "pt" | "ro" | "ru" | "sk" | "sl" | "sr" | "sv" | "th" | "tr" | "uk" | "vi" | "zh-Hans" | "zh-Hant";
  readonly position: "below" | "above";
}

export interface TimerLabelsChanges {
  readonly show?: boolean | null | undefined;
  readonly fontId?: number | null | undefined;
  readonly size?: number | null | undefined;
  readonly color?: string | null | undefined;
  readonly locale?: string | null | undefined;
  readonly position?: "below" | "above" | null | undefined;
}

export interface TimerLayout {
  readonly align: "left" | "center" | "right";
  /** The space between two units. Null: follows the size of the digits. */
  readonly gap: number | null;
  /** The space between the units and the edge. */
  readonly padding: number;
  /** shrink: scales the units down until they are inside the padding, with muted separators, digits that are centred by their ink, and room around a message. none: draws the sizes as given. Timers that were saved before this member existed have none. */
  readonly fit: "shrink" | "none";
}

export interface TimerLayoutChanges {
  readonly align?: "left" | "center" | "right" | null | undefined;
  /** The space between two units. Null: follows the size of the digits. */
  readonly gap?: number | null | undefined;
  readonly padding?: number | null | undefined;
  readonly fit?: "shrink" | "none" | null | undefined;
}

export interface TimerPreset {
  readonly name: "midnight" | "paper" | "flip-dark" | "flip-light" | "rings-dark" | "rings-light" | "sunset" | "cards" | "boutique" | "poster" | "sale" | "terminal";
  readonly title: string;
  /** A GIF of the preset. Needs no key. */
  readonly previewUrl: string;
  /** The members that the preset sets. */
  readonly design: TimerDesignChanges;
}

export type TimerPresetList = readonly TimerPreset[];

export interface TimerRing {
  readonly color: string;
  /** The colour of the part that has passed. */
  readonly track: string;
  readonly width: number;
  /** The space between the digits and the ring. */
  readonly padding: number;
}

export interface TimerRingChanges {
  readonly color?: string | null | undefined;
  readonly track?: string | null | undefined;
  readonly width?: number | null | undefined;
  readonly padding?: number | null | undefined;
}

export interface TimerSeparator {
  readonly show: boolean;
  readonly text: string;
  /** Null: the colour of the digits, muted unless `layout.fit` is none. */
  readonly color: string | null;
}

export interface TimerSeparatorChanges {
  readonly show?: boolean | null | undefined;
  readonly text?: string | null | undefined;
  /** Null: the colour of the digits, muted unless `layout.fit` is none. */
  readonly color?: string | null | undefined;
}

export interface TimerSummary {
  /** Equal to the id of its image. */
  readonly id: number;
  readonly name: string;
  readonly status: "active" | "deleted";
  /** Null: the root folder. */
  readonly folder: string | null;
  /** The displayed width, without the scale. */
  readonly width: number;
  readonly height: number;
  readonly targetKind: "date" | "recurring" | "evergreen" | "value" | "record";
  /** The end, if the timer is opened now. */
  readonly targetDate: string;
  readonly timeZone: string;
  readonly expired: boolean;
  /** Shows the remaining time without a key. */
  readonly productionUrl: string;
  readonly renderedUrl: string;
  /** WebP, scaled to fit 320×320. Needs no key. */
  readonly thumbnailUrl: string;
  readonly thumbnailExpiresAt: string;
  /** An img tag for e-mails. */
  readonly html: string;
  readonly date_created: string;
  readonly date_updated: string;
}

export interface TimerTargetDateResponse {
  readonly id: number;
  readonly name: string;
  readonly targetDate: string;
  readonly timeZone: string;
  /** The wall time in `timeZone`. */
  readonly localTargetDate: string;
  readonly expired: boolean;
  readonly productionUrl: string;
  readonly renderedUrl: string;
}

export interface TimerUnit {
  readonly show: boolean;
  /** The minimum digits of this unit. Null: `digits.minDigits` for the leading unit, else two. */
  readonly minDigits: number | null;
  /** Null: the preset of the labels' locale. */
  readonly label: string | null;
  /** The center of the unit in pixels. Null: placed in the row. */
  readonly x: number | null;
  /** The center of the unit in pixels. Null: placed in the row. */
  readonly y: number | null;
}

export interface TimerUnitChanges {
  readonly show?: boolean | null | undefined;
  /** The minimum digits of this unit. Null: `digits.minDigits` for the leading unit, else two. */
  readonly minDigits?: number | null | undefined;
  /** Null: the preset of the labels' locale. */
  readonly label?: string | null | undefined;
  /** The center of the unit in pixels. Null: placed in the row. */
  readonly x?: number | null | undefined;
  /** The center of the unit in pixels. Null: placed in the row. */
  readonly y?: number | null | undefined;
}

/** Hidden leading units add to the next one: without days, hours exceed 24. */
export interface TimerUnits {
  readonly days: TimerUnit;
  readonly hours: TimerUnit;
  readonly minutes: TimerUnit;
  readonly seconds: TimerUnit;
}

export interface TimerUnitsChanges {
  readonly days?: TimerUnitChanges | null | undefined;
  readonly hours?: TimerUnitChanges | null | undefined;
  readonly minutes?: TimerUnitChanges | null | undefined;
  readonly seconds?: TimerUnitChanges | null | undefined;
}

export interface UpdateLiveImageDraftRequest {
  /** The conversation that the draft belongs to. */
  readonly conversationId: string;
  /** The revision that the changes are based on. Rejected if the draft has another one now. */
  readonly revision?: number | undefined;
  /** Default: the name stays. */
  readonly name?: string | undefined;
  readonly changes: LiveDesignChanges;
}

export interface UpdateLocationRequest {
  /** A changed address is geocoded again, and the old coordinates are removed. */
  readonly address?: string | null | undefined;
  /** Degrees. Together with `lng`. Both null: geocodes the address again. */
  readonly lat?: number | null | undefined;
  /** Degrees. Together with `lat`. */
  readonly lng?: number | null | undefined;
  /** Null clears it. */
  readonly uniqueId?: string | null | undefined;
  readonly name?: string | null | undefined;
  /** Changes the given fields only. Null removes a value. */
  readonly fields?: {
    readonly [name: string]: string | number | boolean | null;
  } | undefined;
}

export interface UpdateMapRequest {
  readonly name?: string | undefined;
  /** The default radius of a search around a point, in `unit`. A change of `unit` alone keeps the number. At most 12450 miles. */
  readonly searchRadius?: number | undefined;
  /** The maximum number of locations that a search around a point finds. */
  readonly maxResults?: number | undefined;
  /** The unit of `searchRadius`, and of `radius` and `distance` in a search. */
  readonly unit?: "mi" | "km" | undefined;
  /** The fields of the locations. Replaces the list: a field that is no longer in it, or has another type, loses its values in all locations. */
  readonly fields?: readonly MapFieldRequest[] | undefined;
}

export interface UpdatePropertyRequest {
  readonly name?: string | undefined;
  readonly type?: "string" | "number" | "boolean" | "datetime" | "url_image" | "url_link" | undefined;
  readonly required?: boolean | undefined;
  readonly unique?: boolean | undefined;
  readonly description?: string | null | undefined;
  /** How the values of a number are shown. They stay plain numbers. Null: as they are. */
  readonly format?: NumberFormat | null | undefined;
}

export interface UpdateStoreRequest {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  /** Seconds after its last write until a record expires. Null: never. */
  readonly recordTtl?: number | null | undefined;
  /** Whether changes are logged also while nobody follows them. Default false. */
  readonly changes?: boolean | undefined;
  /** How long the values before a change are kept: an ISO 8601 duration up to a year, such as P30D. Null: not at all. */
  readonly history?: string | null | undefined;
}

export interface UpdateTimerFrameRequest {
  /** The conversation that the draft belongs to. */
  readonly conversationId: string;
  /** The revision that the changes are based on. Rejected if the draft has another one now. */
  readonly revision?: number | undefined;
  /** Default: the name stays. */
  readonly name?: string | undefined;
  /** A merge patch (RFC 7396) over the design. */
  readonly changes: TimerDesignChanges;
}

export interface UpdateTimerTargetDateRequest {
  /** An instant if it has an offset, else a wall time in `timeZone`; a date alone means midnight. It may be past. */
  readonly targetDate: string;
  /** Default: the zone of the timer. */
  readonly timeZone?: string | undefined;
}

export interface UpdateViewRequest {
  readonly name?: string | undefined;
  /** Replaces all of it. */
  readonly query?: ViewQuery | undefined;
  /** Replaces all of it. */
  readonly display?: {
    readonly [name: string]: unknown;
  } | undefined;
}

export interface UpdateWebhookRequest {
  /** An https URL with a public address. Redirects are not followed. */
  readonly url?: string | undefined;
  /** Types of changes, or `record.*`, `store.*` and `*` for several. */
  readonly events?: readonly ("*" | "record.*" | "store.*" | "record.created" | "record.updated" | "record.deleted" | "record.expired" | "records.imported" | "store.created" | "store.updated" | "store.schema" | "store.deleted")[] | undefined;
  /** Null, and the default: all stores of the account, later ones too. */
  readonly storeIds?: readonly string[] | null | undefined;
  /** Only created and updated records that match all of these now. Needs exactly one store. */
  readonly filters?: readonly SearchFilter[] | null | undefined;
  /** full: with the record as it is when the delivery is made, if that fits into 20 kB. */
  readonly payload?: "thin" | "full" | undefined;
  readonly description?: string | null | undefined;
  /** Replaces all of them. */
  readonly headers?: {
    readonly [name: string]: string;
  } | undefined;
  /** disabled: nothing is sent until it is active again; changes wait for a week. */
  readonly status?: "active" | "disabled" | undefined;
}

export interface UploadFontRequest {
  /** TTF, OTF, WOFF, WOFF2, or the first face of a TTC; at most 10 MB. */
  readonly file: Blob;
}

/** Which records, and in which order: as a query has it. */
export interface ViewQuery {
  readonly filters?: readonly SearchFilter[] | undefined;
  /** all (default): every filter matches; any: at least one does. */
  readonly match?: "all" | "any" | undefined;
  /** Only records in which a text property contains this, without regard to case, or whose key or a number equals it. */
  readonly q?: string | undefined;
  /** A property, id, date_created or date_updated. Or a list of up to four, each with its direction: records with equal values of the first are in the order of the second, and so on. */
  readonly sortBy?: string | readonly SortKey[] | undefined;
  /** Default: asc if sortBy is given. */
  readonly sortDir?: "asc" | "desc" | undefined;
}

export interface ViewResponse {
  readonly id: string;
  readonly name: string;
  /** records: a table of records; chart: a chart of them. */
  readonly kind: "records" | "chart";
  readonly query: ViewQuery;
  readonly display: {
    readonly [name: string]: unknown;
  };
  readonly date_created: string;
  readonly date_updated: string;
}

export interface WebhookDelivery {
  /** The `webhook-id`, the same in each attempt. */
  readonly id: string;
  readonly type: string;
  readonly storeId: string;
  readonly recordId: string | null;
  /** The position of the change in the log of the store. */
  readonly position: string;
  /** failed: given up after ten attempts. */
  readonly status: "pending" | "delivered" | "failed";
  /** Null: none follows, or an earlier delivery of the record is pending. */
  readonly nextAttemptAt: string | null;
  /** The last 20, oldest first. */
  readonly attempts: readonly {
    readonly at: string;
    /** The status of the answer. Null: there was none. */
    readonly status: number | null;
    /** Why there was no answer. */
    readonly error: string | null;
    readonly milliseconds: number;
    /** The first kB of the answer. */
    readonly answer: string;
  }[];
  /** As it is sent. Null after three days. */
  readonly body: string | null;
  readonly date_created: string;
}

export interface WebhookResponse {
  readonly id: string;
  readonly url: string;
  readonly events: readonly ("*" | "record.*" | "store.*" | "record.created" | "record.updated" | "record.deleted" | "record.expired" | "records.imported" | "store.created" | "store.updated" | "store.schema" | "store.deleted")[];
  readonly storeIds: readonly string[] | null;
  readonly filters: readonly SearchFilter[] | null;
  /** full: with the record as it is when the delivery is made, if that fits into 20 kB. */
  readonly payload: "thin" | "full";
  readonly description: string | null;
  readonly headerNames: readonly string[];
  /** failing: the last attempt failed. */
  readonly status: "active" | "failing" | "disabled";
  readonly disabledReason: string | null;
  /** The last attempt. */
  readonly lastDelivery: {
    readonly at: string;
    /** The status of the answer. Null: there was none. */
    readonly status: number | null;
    /** Why there was no answer. */
    readonly error: string | null;
    readonly milliseconds: number;
  } | null;
  /** The deliveries of 24 hours. At most the last 10,000 are counted. */
  readonly lastDay: {
    readonly pending: number;
    readonly delivered: number;
    readonly failed: number;
  };
  /** Until when an earlier secret signs too. Null: none does. */
  readonly previousSecretUntil: string | null;
  readonly date_created: string;
  readonly date_updated: string;
}

export interface WhoAmIResponse {
  readonly accountId: string;
  readonly accountName: string;
  /** Null for a caller in the same process. */
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly scope: "account" | "store";
  readonly storeId?: string | undefined;
}

/** The routes by method and path. */
export interface Routes {
  /** Show the identity of the API key */
  'GET /v2/whoami': {
    readonly operation: 'WhoAmI';
    readonly response: WhoAmIResponse;
  };
  /** List the values for `type` of ListImages */
  'GET /v2/image-types': {
    readonly operation: 'ListImageTypes';
    readonly response: ImageTypesList;
  };
  /** Show a thumbnail */
  'GET /v2/image-thumbnails/{token}/{imageId}': {
    readonly operation: 'GetImageThumbnail';
    readonly params: { readonly token: string | number; readonly imageId: string | number };
    readonly response: ReadableStream<Uint8Array>;
  };
  /** List images, newest first */
  'GET /v2/images': {
    readonly operation: 'ListImages';
    readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly type?: "static" | "timer" | "live" | undefined; readonly status?: "active" | "deleted" | "all" | undefined; readonly q?: string | undefined };
    readonly response: CursorPageOfImageSummary;
  };
  /** Read an image and its rendered URL */
  'GET /v2/images/{id}': {
    readonly operation: 'GetImage';
    readonly params: { readonly id: string | number };
    readonly response: ImageDetail;
  };
  /** Delete an image; it can be restored */
  'DELETE /v2/images/{id}': {
    readonly operation: 'DeleteImage';
    readonly params: { readonly id: string | number };
    readonly response: undefined;
  };
  /** Rename an image */
  'PATCH /v2/images/{id}': {
    readonly operation: 'RenameImage';
    readonly params: { readonly id: string | number };
    readonly body: RenameImageRequest;
    readonly response: undefined;
  };
  /** Move an image to another folder */
  'POST /v2/images/{id}/move': {
    readonly operation: 'MoveImage';
    readonly params: { readonly id: string | number };
    readonly body: MoveImageRequest;
    readonly response: undefined;
  };
  /** Restore a deleted image, into the root folder */
  'POST /v2/images/{id}/restore': {
    readonly operation: 'RestoreImage';
    readonly params: { readonly id: string | number };
    readonly response: undefined;
  };
  /** Find an image by its production URL */
  'POST /v2/images/lookup': {
    readonly operation: 'LookupImageByUrl';
    readonly body: LookupImageByUrlRequest;
    readonly response: ImageDetail;
  };
  /** Read a map and its location counts */
  'GET /v2/maps/{mapId}': {
    readonly operation: 'GetMap';
    readonly params: { readonly mapId: string | number };
    readonly response: MapResponse;
  };
  /** Change name, search radius or max results */
  'PATCH /v2/maps/{mapId}': {
    readonly operation: 'UpdateMap';
    readonly params: { readonly mapId: string | number };
    readonly body: UpdateMapRequest;
    readonly response: MapResponse;
  };
  /** List locations, or find them by address, uniqueId or distance */
  'GET /v2/maps/{mapId}/locations': {
    readonly operation: 'SearchLocations';
    readonly params: { readonly mapId: string | number };
    readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly address?: string | undefined; readonly uniqueId?: string | undefined; readonly lat?: number | undefined; readonly lng?: number | undefined; readonly radiusMiles?: number | undefined; readonly radius?: number | undefined; readonly unit?: "mi" | "km" | undefined; readonly field?: {
  readonly [name: string]: string | number | boolean;
} | undefined };
    readonly response: CursorPageOfLocationResponse;
  };
  /** Add a location by address or coordinates */
  'POST /v2/maps/{mapId}/locations': {
    readonly operation: 'AddLocation';
    readonly params: { readonly mapId: string | number };
    readonly headers?: { readonly 'Idempotency-Key'?: string | undefined };
    readonly body: AddLocationRequest;
    readonly response: LocationResponse;
  };
  /** Read a location */
  'GET /v2/maps/{mapId}/locations/{locationId}': {
    readonly operation: 'GetLocation';
    readonly params: { readonly mapId: string | number; readonly locationId: string | number };
    readonly response: LocationResponse;
  };
  /** Change a location */
  'PATCH /v2/maps/{mapId}/locations/{locationId}': {
    readonly operation: 'UpdateLocation';
    readonly params: { readonly mapId: string | number; readonly locationId: string | number };
    readonly body: UpdateLocationRequest;
    readonly response: LocationResponse;
  };
  /** Delete a location permanently */
  'DELETE /v2/maps/{mapId}/locations/{locationId}': {
    readonly operation: 'DeleteLocation';
    readonly params: { readonly mapId: string | number; readonly locationId: string | number };
    readonly response: undefined;
  };
  /** List stores, newest first */
  'GET /v2/stores': {
    readonly operation: 'ListStores';
    readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly q?: string | undefined; readonly status?: "ACTIVE" | "DELETED" | undefined };
    readonly response: CursorPageOfStoreSummary;
  };
  /** Create a store */
  'POST /v2/stores': {
    readonly operation: 'CreateStore';
    readonly headers?: { readonly 'Idempotency-Key'?: string | undefined };
    readonly body: CreateStoreRequest;
    readonly response: StoreDetail;
  };
  /** Show which stores the key can access */
  'GET /v2/stores/access': {
    readonly operation: 'GetStoreAccess';
    readonly response: StoreAccessResponse;
  };
  /** Read a store, its properties and its live record count */
  'GET /v2/stores/{storeId}': {
    readonly operation: 'GetStore';
    readonly params: { readonly storeId: string | number };
    readonly response: StoreDetail;
  };
  /** Change name, description or record lifetime */
  'PATCH /v2/stores/{storeId}': {
    readonly operation: 'UpdateStore';
    readonly params: { readonly storeId: string | number };
    readonly body: UpdateStoreRequest;
    readonly response: StoreDetail;
  };
  /** Delete a store */
  'DELETE /v2/stores/{storeId}': {
    readonly operation: 'DeleteStore';
    readonly params: { readonly storeId: string | number };
    readonly response: DeleteStoreResponse;
  };
  /** Restore a deleted store */
  'POST /v2/stores/{storeId}/restore': {
    readonly operation: 'RestoreStore';
    readonly params: { readonly storeId: string | number };
    readonly response: StoreDetail;
  };
  /** Add a property */
  'POST /v2/stores/{storeId}/properties': {
    readonly operation: 'AddStoreProperty';
    readonly params: { readonly storeId: string | number };
    readonly body: StorePropertyRequest;
    readonly response: StoreDetail;
  };
  /** Change whether a property is required, or its description */
  'PATCH /v2/stores/{storeId}/properties/{propertyName}': {
    readonly operation: 'UpdateStoreProperty';
    readonly params: { readonly storeId: string | number; readonly propertyName: string | number };
    readonly body: UpdatePropertyRequest;
    readonly response: StoreDetail;
  };
  /** Rename a property */
  'POST /v2/stores/{storeId}/properties/{propertyName}/rename': {
    readonly operation: 'RenameStoreProperty';
    readonly params: { readonly storeId: string | number; readonly propertyName: string | number };
    readonly body: RenamePropertyRequest;
    readonly response: StoreDetail;
  };
  /** Change the type of a property */
  'POST /v2/stores/{storeId}/properties/{propertyName}/change-type': {
    readonly operation: 'ChangeStorePropertyType';
    readonly params: { readonly storeId: string | number; readonly propertyName: string | number };
    readonly body: ChangePropertyTypeRequest;
    readonly response: PropertyTypeChange;
  };
  /** Delete a property and its values */
  'DELETE /v2/stores/{storeId}/properties/{propertyName}': {
    readonly operation: 'DeleteStoreProperty';
    readonly params: { readonly storeId: string | number; readonly propertyName: string | number };
    readonly response: StoreDetail;
  };
  /** List records, newest first by default */
  'GET /v2/stores/{storeId}/records': {
    readonly operation: 'ListStoreRecords';
    readonly params: { readonly storeId: string | number };
    readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly sortBy?: string | undefined; readonly sortDir?: "asc" | "desc" | undefined };
    readonly response: CursorPageOfStoreRecordResponse;
  };
  /** Add a record */
  'POST /v2/stores/{storeId}/records': {
    readonly operation: 'AddStoreRecord';
    readonly params: { readonly storeId: string | number };
    readonly headers?: { readonly 'Idempotency-Key'?: string | undefined };
    readonly body: StoreRecordRequest;
    readonly response: StoreRecordResponse;
  };
  /** Read a record */
  'GET /v2/stores/{storeId}/records/{recordId}': {
    readonly operation: 'GetStoreRecord';
    readonly params: { readonly storeId: string | number; readonly recordId: string | number };
    readonly headers?: { readonly 'If-None-Match'?: string | undefined };
    readonly response: StoreRecordResponse;
  };
  /** Change fields of a record */
  'PATCH /v2/stores/{storeId}/records/{recordId}': {
    readonly operation: 'PatchStoreRecord';
    readonly params: { readonly storeId: string | number; readonly recordId: string | number };
    readonly headers?: { readonly 'If-Match'?: string | undefined };
    readonly body: StoreRecordRequest;
    readonly response: StoreRecordResponse;
  };
  /** Delete a record */
  'DELETE /v2/stores/{storeId}/records/{recordId}': {
    readonly operation: 'DeleteStoreRecord';
    readonly params: { readonly storeId: string | number; readonly recordId: string | number };
    readonly query?: { readonly purge?: boolean | "true" | "false" | undefined };
    readonly headers?: { readonly 'If-Match'?: string | undefined };
    readonly response: DeleteRecordResponse;
  };
  /** Create or update up to 100 records */
  'POST /v2/stores/{storeId}/records/batch': {
    readonly operation: 'BatchUpsertStoreRecords';
    readonly params: { readonly storeId: string | number };
    readonly headers?: { readonly 'Idempotency-Key'?: string | undefined };
    readonly body: BatchUpsertRecordsRequest;
    readonly response: BatchUpsertRecordsResponse;
  };
  /** Delete up to 100 records by id */
  'POST /v2/stores/{storeId}/records/batch-delete': {
    readonly operation: 'BatchDeleteStoreRecords';
    readonly params: { readonly storeId: string | number };
    readonly headers?: { readonly 'Idempotency-Key'?: string | undefined };
    readonly body: BatchDeleteRecordsRequest;
    readonly response: BatchDeleteRecordsResponse;
  };
  /** Delete a record by its unique values */
  'POST /v2/stores/{storeId}/records/delete-by-key': {
    readonly operation: 'DeleteStoreRecordByKey';
    readonly params: { readonly storeId: string | number };
    readonly headers?: { readonly 'Idempotency-Key'?: string | undefined };
    readonly body: StoreRecordRequest;
    readonly response: DeleteRecordResponse;
  };
  /** Read a record by its unique values */
  'POST /v2/stores/{storeId}/records/lookup': {
    readonly operation: 'LookupStoreRecord';
    readonly params: { readonly storeId: string | number };
    readonly body: StoreRecordRequest;
    readonly response: StoreRecordResponse;
  };
  /** Validate a record without storing it */
  'POST /v2/stores/{storeId}/records/validate': {
    readonly operation: 'ValidateStoreRecord';
    readonly params: { readonly storeId: string | number };
    readonly query?: { readonly mode?: "insertOnly" | "upsert" | undefined };
    readonly body: StoreRecordRequest;
    readonly response: StoreRecordResponse;
  };
  /** Find records by filters */
  'POST /v2/stores/{storeId}/records/search': {
    readonly operation: 'SearchStoreRecords';
    readonly params: { readonly storeId: string | number };
    readonly body: SearchRecordsRequest;
    readonly response: SearchRecordsResponse;
  };
  /** Count records */
  'POST /v2/stores/{storeId}/records/count': {
    readonly operation: 'CountStoreRecords';
    readonly params: { readonly storeId: string | number };
    readonly body: CountRecordsRequest;
    readonly response: CountRecordsResponse;
  };
  /** Compute the sum, average, minimum or maximum of a number property */
  'POST /v2/stores/{storeId}/records/aggregate': {
    readonly operation: 'AggregateStoreRecords';
    readonly params: { readonly storeId: string | number };
    readonly body: AggregateRecordsRequest;
    readonly response: AggregateRecordsResponse;
  };
  /** Export up to 10,000 records, newest first */
  'GET /v2/stores/{storeId}/records/export': {
    readonly operation: 'ExportStoreRecords';
    readonly params: { readonly storeId: string | number };
    readonly query?: { readonly format?: "json" | "csv" | undefined; readonly limit?: number | undefined; readonly formulas?: "raw" | "guarded" | undefined };
    readonly response: ReadableStream<Uint8Array>;
  };
  /** Summarize records by group */
  'POST /v2/stores/{storeId}/records/summarize': {
    readonly operation: 'SummarizeRecords';
    readonly params: { readonly storeId: string | number };
    readonly body: SummarizeRecordsRequest;
    readonly response: SummarizeRecordsResponse;
  };
  /** List fonts: built-in ones, then custom ones, oldest first */
  'GET /v2/fonts': {
    readonly operation: 'ListFonts';
    readonly query?: { readonly scope?: "all" | "builtin" | "custom" | undefined };
    readonly response: FontList;
  };
  /** Upload a font file */
  'POST /v2/fonts': {
    readonly operation: 'UploadFont';
    readonly body: UploadFontRequest;
    readonly response: FontSummary;
  };
  /** Add a font from a URL */
  'POST /v2/fonts/from-url': {
    readonly operation: 'AddFontFromUrl';
    readonly body: AddFontRequest;
    readonly response: FontSummary;
  };
  /** Delete a custom font */
  'DELETE /v2/fonts/{id}': {
    readonly operation: 'DeleteFont';
    readonly params: { readonly id: string | number };
    readonly response: undefined;
  };
  /** List the drafts of timers */
  'GET /v2/timer-frames': {
    readonly operation: 'ListTimerFrames';
    readonly response: TimerFrameList;
  };
  /** Draft a timer */
  'POST /v2/timer-frames': {
    readonly operation: 'CreateTimerFrame';
    readonly headers?: { readonly 'Idempotency-Key'?: string | undefined };
    readonly body: CreateTimerFrameRequest;
    readonly response: TimerFrameResponse;
  };
  /** Read a draft */
  'GET /v2/timer-frames/{timerFrameId}': {
    readonly operation: 'GetTimerFrame';
    readonly params: { readonly timerFrameId: string | number };
    readonly query: { readonly conversationId: string; readonly start?: string | undefined };
    readonly response: TimerFrameResponse;
  };
  /** Change a draft's design */
  'PATCH /v2/timer-frames/{timerFrameId}': {
    readonly operation: 'UpdateTimerFrame';
    readonly params: { readonly timerFrameId: string | number };
    readonly body: UpdateTimerFrameRequest;
    readonly response: TimerFrameResponse;
  };
  /** Delete a draft */
  'DELETE /v2/timer-frames/{timerFrameId}': {
    readonly operation: 'DeleteTimerFrame';
    readonly params: { readonly timerFrameId: string | number };
    readonly query: { readonly conversationId: string };
    readonly response: undefined;
  };
  /** Save a draft as a timer image */
  'POST /v2/timer-frames/{timerFrameId}/save': {
    readonly operation: 'SaveTimerFrame';
    readonly params: { readonly timerFrameId: string | number };
    readonly body: SaveTimerFrameRequest;
    readonly response: SavedTimerFrameResponse;
  };
  /** Show a preview of a draft */
  'GET /v2/timer-frame-previews/{token}/{conversationId}/{timerFrameId}': {
    readonly operation: 'GetTimerFramePreview';
    readonly params: { readonly token: string | number; readonly conversationId: string | number; readonly timerFrameId: string | number };
    readonly query?: { readonly revision?: string | undefined; readonly start?: string | undefined };
    readonly response: ReadableStream<Uint8Array>;
  };
  /** Change when a timer ends */
  'PATCH /v2/timers/{id}/target-date': {
    readonly operation: 'UpdateTimerTargetDate';
    readonly params: { readonly id: string | number };
    readonly body: UpdateTimerTargetDateRequest;
    readonly response: TimerTargetDateResponse;
  };
  /** Find records by filters, page by page */
  'POST /v2/stores/{storeId}/records/query': {
    readonly operation: 'QueryStoreRecords';
    readonly params: { readonly storeId: string | number };
    readonly body: QueryRecordsRequest;
    readonly response: QueryRecordsResponse;
  };
  /** Export the records that match filters */
  'POST /v2/stores/{storeId}/records/export': {
    readonly operation: 'ExportMatchingRecords';
    readonly params: { readonly storeId: string | number };
    readonly body: ExportRecordsRequest;
    readonly response: ReadableStream<Uint8Array>;
  };
  /** Propose the properties of a store for a file */
  'POST /v2/stores/infer': {
    readonly operation: 'InferStore';
    readonly query?: { readonly format?: "csv" | "json" | "ndjson" | undefined; readonly delimiter?: string | undefined; readonly encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1250" | "windows-1251" | "windows-1253" | "windows-1254" | "windows-1257" | "iso-8859-2" | "koi8-r" | "macintosh" | "shift_jis" | "euc-jp" | "gb18030" | "big5" | "euc-kr" | undefined; readonly skipLines?: number | undefined; readonly header?: "true" | "false" | undefined; readonly quotes?: "text" | undefined; readonly dates?: "dmy" | "mdy" | undefined; readonly decimal?: "point" | "comma" | undefined; readonly formulas?: "guarded" | "raw" | undefined };
    readonly body: Blob;
    readonly response: InferStoreResponse;
  };
  /** Import a file of records */
  'POST /v2/stores/{storeId}/imports': {
    readonly operation: 'StartImport';
    readonly params: { readonly storeId: string | number };
    readonly query?: { readonly format?: "csv" | "json" | "ndjson" | undefined; readonly delimiter?: string | undefined; readonly encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1250" | "windows-1251" | "windows-1253" | "windows-1254" | "windows-1257" | "iso-8859-2" | "koi8-r" | "macintosh" | "shift_jis" | "euc-jp" | "gb18030" | "big5" | "euc-kr" | undefined; readonly skipLines?: number | undefined; readonly header?: "true" | "false" | undefined; readonly quotes?: "text" | undefined; readonly dates?: "dmy" | "mdy" | undefined; readonly decimal?: "point" | "comma" | undefined; readonly formulas?: "guarded" | "raw" | undefined; readonly mapping?: string | undefined; readonly mode?: "upsert" | "insertOnly" | undefined; readonly dryRun?: "true" | "false" | undefined; readonly fileName?: string | undefined; readonly properties?: string | undefined };
    readonly body: Blob;
    readonly response: StartImportResponse;
  };
  /** List the imports of a store, newest first */
  'GET /v2/stores/{storeId}/imports': {
    readonly operation: 'ListImports';
    readonly params: { readonly storeId: string | number };
    readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
    readonly response: CursorPageOfImportSummary;
  };
  /** Read the progress of an import */
  'GET /v2/stores/{storeId}/imports/{importId}': {
    readonly operation: 'GetImport';
    readonly params: { readonly storeId: string | number; readonly importId: string | number };
    readonly response: ImportResponse;
  };
  /** Export the refused records of an import as CSV */
  'GET /v2/stores/{storeId}/imports/{importId}/refused': {
    readonly operation: 'GetRefusedRecords';
    readonly params: { readonly storeId: string | number; readonly importId: string | number };
    readonly query?: { readonly formulas?: "raw" | "guarded" | undefined };
    readonly response: ReadableStream<Uint8Array>;
  };
  /** Cancel an import, or remove one that has ended */
  'DELETE /v2/stores/{storeId}/imports/{importId}': {
    readonly operation: 'CancelImport';
    readonly params: { readonly storeId: string | number; readonly importId: string | number };
    readonly response: undefined;
  };
  /** List the changes of a record, newest first */
  'GET /v2/stores/{storeId}/records/{recordId}/history': {
    readonly operation: 'ListRecordHistory';
    readonly params: { readonly storeId: string | number; readonly recordId: string | number };
    readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
    readonly response: CursorPageOfRecordHistoryEntry;
  };
  /** List deleted records, the last deletion first */
  'GET /v2/stores/{storeId}/deleted-records': {
    readonly operation: 'ListDeletedRecords';
    readonly params: { readonly storeId: string | number };
    readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly q?: string | undefined };
    readonly response: CursorPageOfDeletedRecord;
  };
  /** Bring deleted records back, or take changes back */
  'POST /v2/stores/{storeId}/records/restore': {
    readonly operation: 'RestoreRecords';
    readonly params: { readonly storeId: string | number };
    readonly body: RestoreRecordsRequest;
    readonly response: RestoreRecordsResponse;
  };
  /** Read the state of a restore */
  'GET /v2/stores/{storeId}/restores/{restoreId}': {
    readonly operation: 'GetRestore';
    readonly params: { readonly storeId: string | number; readonly restoreId: string | number };
    readonly response: RestoreJob;
  };
  /** List what became of each record of a restore */
  'GET /v2/stores/{storeId}/restores/{restoreId}/results': {
    readonly operation: 'ListRestoreResults';
    readonly params: { readonly storeId: string | number; readonly restoreId: string | number };
    readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
    readonly response: CursorPageOfRestoreResult;
  };
  /** Remove deleted records for good */
  'POST /v2/stores/{storeId}/deleted-records/purge': {
    readonly operation: 'PurgeDeletedRecords';
    readonly params: { readonly storeId: string | number };
    readonly body: PurgeDeletedRecordsRequest;
    readonly response: PurgeDeletedRecordsResponse;
  };
  /** Read or follow the changes of a store */
  'GET /v2/stores/{storeId}/changes': {
    readonly operation: 'ListChanges';
    readonly params: { readonly storeId: string | number };
    readonly query?: { readonly since?: string | undefined; readonly limit?: number | undefined; readonly include?: "id" | "record" | undefined; readonly wait?: number | undefined; readonly types?: string | undefined };
    readonly headers?: { readonly Accept?: string | undefined; readonly 'Last-Event-ID'?: string | undefined };
    readonly response: ChangePage;
  };
  /** Read the changes of records that match filters */
  'POST /v2/stores/{storeId}/changes/query': {
    readonly operation: 'QueryChanges';
    readonly params: { readonly storeId: string | number };
    readonly body: QueryChangesRequest;
    readonly response: ChangePage;
  };
  /** Save a view */
  'POST /v2/stores/{storeId}/views': {
    readonly operation: 'CreateView';
    readonly params: { readonly storeId: string | number };
    readonly headers?: { readonly 'Idempotency-Key'?: string | undefined };
    readonly body: CreateViewRequest;
    readonly response: ViewResponse;
  };
  /** List the views of a store, newest first */
  'GET /v2/stores/{storeId}/views': {
    readonly operation: 'ListViews';
    readonly params: { readonly storeId: string | number };
    readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly kind?: "records" | "chart" | undefined };
    readonly response: CursorPageOfViewResponse;
  };
  /** Read a view */
  'GET /v2/stores/{storeId}/views/{viewId}': {
    readonly operation: 'GetView';
    readonly params: { readonly storeId: string | number; readonly viewId: string | number };
    readonly response: ViewResponse;
  };
  /** Change a view */
  'PATCH /v2/stores/{storeId}/views/{viewId}': {
    readonly operation: 'UpdateView';
    readonly params: { readonly storeId: string | number; readonly viewId: string | number };
    readonly body: UpdateViewRequest;
    readonly response: ViewResponse;
  };
  /** Delete a view */
  'DELETE /v2/stores/{storeId}/views/{viewId}': {
    readonly operation: 'DeleteView';
    readonly params: { readonly storeId: string | number; readonly viewId: string | number };
    readonly response: undefined;
  };
  /** Create a webhook */
  'POST /v2/webhooks': {
    readonly operation: 'CreateWebhook';
    readonly headers?: { readonly 'Idempotency-Key'?: string | undefined };
    readonly body: CreateWebhookRequest;
    readonly response: CreatedWebhookResponse;
  };
  /** List webhooks, newest first */
  'GET /v2/webhooks': {
    readonly operation: 'ListWebhooks';
    readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
    readonly response: CursorPageOfWebhookResponse;
  };
  /** Read a webhook */
  'GET /v2/webhooks/{webhookId}': {
    readonly operation: 'GetWebhook';
    readonly params: { readonly webhookId: string | number };
    readonly response: WebhookResponse;
  };
  /** Change a webhook, or turn it off */
  'PATCH /v2/webhooks/{webhookId}': {
    readonly operation: 'UpdateWebhook';
    readonly params: { readonly webhookId: string | number };
    readonly body: UpdateWebhookRequest;
    readonly response: WebhookResponse;
  };
  /** Delete a webhook and its deliveries */
  'DELETE /v2/webhooks/{webhookId}': {
    readonly operation: 'DeleteWebhook';
    readonly params: { readonly webhookId: string | number };
    readonly response: undefined;
  };
  /** Send a test message now */
  'POST /v2/webhooks/{webhookId}/test': {
    readonly operation: 'TestWebhook';
    readonly params: { readonly webhookId: string | number };
    readonly response: TestedWebhookResponse;
  };
  /** Replace the secret */
  'POST /v2/webhooks/{webhookId}/rotate-secret': {
    readonly operation: 'RotateWebhookSecret';
    readonly params: { readonly webhookId: string | number };
    readonly response: RotatedWebhookSecretResponse;
  };
  /** Make a disabled webhook active */
  'POST /v2/webhooks/{webhookId}/enable': {
    readonly operation: 'EnableWebhook';
    readonly params: { readonly webhookId: string | number };
    readonly response: WebhookResponse;
  };
  /** List the deliveries of a webhook, newest first */
  'GET /v2/webhooks/{webhookId}/deliveries': {
    readonly operation: 'ListWebhookDeliveries';
    readonly params: { readonly webhookId: string | number };
    readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly status?: "pending" | "delivered" | "failed" | undefined };
    readonly response: CursorPageOfWebhookDelivery;
  };
  /** Send a delivery again */
  'POST /v2/webhooks/{webhookId}/deliveries/{deliveryId}/retry': {
    readonly operation: 'RetryWebhookDelivery';
    readonly params: { readonly webhookId: string | number; readonly deliveryId: string | number };
    readonly response: WebhookDelivery;
  };
  /** Deliver changes again */
  'POST /v2/webhooks/{webhookId}/replay': {
    readonly operation: 'ReplayWebhook';
    readonly params: { readonly webhookId: string | number };
    readonly body: ReplayWebhookRequest;
    readonly response: ReplayWebhookResponse;
  };
  /** List the saved timers */
  'GET /v2/timers': {
    readonly operation: 'ListTimers';
    readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly q?: string | undefined };
    readonly response: CursorPageOfTimerSummary;
  };
  /** Read a saved timer with its design */
  'GET /v2/timers/{id}': {
    readonly operation: 'GetTimer';
    readonly params: { readonly id: string | number };
    readonly response: TimerDetail;
  };
  /** Draft a new design of a saved timer */
  'POST /v2/timers/{id}/draft': {
    readonly operation: 'DraftTimer';
    readonly params: { readonly id: string | number };
    readonly body: DraftTimerRequest;
    readonly response: TimerFrameResponse;
  };
  /** Delete a saved timer's image */
  'DELETE /v2/timers/{id}': {
    readonly operation: 'DeleteTimer';
    readonly params: { readonly id: string | number };
    readonly response: undefined;
  };
  /** List the looks that a timer can begin with */
  'GET /v2/timer-presets': {
    readonly operation: 'ListTimerPresets';
    readonly response: TimerPresetList;
  };
  /** List the drafts of live images */
  'GET /v2/live-image-drafts': {
    readonly operation: 'ListLiveImageDrafts';
    readonly response: LiveImageDraftList;
  };
  /** Draft a live image */
  'POST /v2/live-image-drafts': {
    readonly operation: 'CreateLiveImageDraft';
    readonly headers?: { readonly 'Idempotency-Key'?: string | undefined };
    readonly body: CreateLiveImageDraftRequest;
    readonly response: LiveImageDraftResponse;
  };
  /** Read the draft of a live image */
  'GET /v2/live-image-drafts/{draftId}': {
    readonly operation: 'GetLiveImageDraft';
    readonly params: { readonly draftId: string | number };
    readonly query: { readonly conversationId: string };
    readonly response: LiveImageDraftResponse;
  };
  /** Change the design of a draft of a live image */
  'PATCH /v2/live-image-drafts/{draftId}': {
    readonly operation: 'UpdateLiveImageDraft';
    readonly params: { readonly draftId: string | number };
    readonly body: UpdateLiveImageDraftRequest;
    readonly response: LiveImageDraftResponse;
  };
  /** Delete the draft of a live image */
  'DELETE /v2/live-image-drafts/{draftId}': {
    readonly operation: 'DeleteLiveImageDraft';
    readonly params: { readonly draftId: string | number };
    readonly query: { readonly conversationId: string };
    readonly response: undefined;
  };
  /** Compute what a draft of a live image shows */
  'POST /v2/live-image-drafts/{draftId}/resolve': {
    readonly operation: 'ResolveLiveImageDraft';
    readonly params: { readonly draftId: string | number };
    readonly body: ResolveLiveImageDraftRequest;
    readonly response: ResolveLiveImageResponse;
  };
  /** Save a draft as a live image */
  'POST /v2/live-image-drafts/{draftId}/save': {
    readonly operation: 'SaveLiveImageDraft';
    readonly params: { readonly draftId: string | number };
    readonly body: SaveLiveImageDraftRequest;
    readonly response: LiveImageHtmlResponse;
  };
  /** Show a preview of a draft of a live image */
  'GET /v2/live-image-previews/{token}/{conversationId}/{draftId}': {
    readonly operation: 'GetLiveImagePreview';
    readonly params: { readonly token: string | number; readonly conversationId: string | number; readonly draftId: string | number };
    readonly query?: { readonly revision?: string | undefined; readonly at?: string | undefined; readonly client?: string | undefined; readonly recordId?: string | undefined; readonly 'as-rule'?: string | undefined };
    readonly response: ReadableStream<Uint8Array>;
  };
  /** List the saved live images */
  'GET /v2/live-images': {
    readonly operation: 'ListLiveImages';
    readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly q?: string | undefined };
    readonly response: CursorPageOfLiveImageSummary;
  };
  /** Read a saved live image with its design */
  'GET /v2/live-images/{id}': {
    readonly operation: 'GetLiveImage';
    readonly params: { readonly id: string | number };
    readonly response: LiveImageDetail;
  };
  /** Delete a saved live image's image */
  'DELETE /v2/live-images/{id}': {
    readonly operation: 'DeleteLiveImage';
    readonly params: { readonly id: string | number };
    readonly response: undefined;
  };
  /** Draft a new design of a saved live image */
  'POST /v2/live-images/{id}/draft': {
    readonly operation: 'DraftLiveImage';
    readonly params: { readonly id: string | number };
    readonly body: DraftLiveImageRequest;
    readonly response: LiveImageDraftResponse;
  };
  /** Compute what a live image shows */
  'POST /v2/live-images/{id}/resolve': {
    readonly operation: 'ResolveLiveImage';
    readonly params: { readonly id: string | number };
    readonly body: ResolveLiveImageRequest;
    readonly response: ResolveLiveImageResponse;
  };
  /** Return the HTML of a live image for a mail tool */
  'POST /v2/live-images/{id}/html': {
    readonly operation: 'GetLiveImageHtml';
    readonly params: { readonly id: string | number };
    readonly body: LiveImageHtmlRequest;
    readonly response: LiveImageHtmlResponse;
  };
  /** Return the URLs of a live image for some values */
  'POST /v2/live-images/{id}/links': {
    readonly operation: 'MakeLiveImageLinks';
    readonly params: { readonly id: string | number };
    readonly body: LiveLinksRequest;
    readonly response: LiveLinksResponse;
  };
  /** List maps, newest first */
  'GET /v2/maps': {
    readonly operation: 'ListMaps';
    readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
    readonly response: CursorPageOfMapResponse;
  };
  /** Create a map */
  'POST /v2/maps': {
    readonly operation: 'CreateMap';
    readonly headers?: { readonly 'Idempotency-Key'?: string | undefined };
    readonly body: CreateMapRequest;
    readonly response: MapResponse;
  };
  /** Delete a map and its locations */
  'DELETE /v2/maps/{mapId}': {
    readonly operation: 'DeleteMap';
    readonly params: { readonly mapId: string | number };
    readonly response: undefined;
  };
  /** Add an image */
  'POST /v2/images': {
    readonly operation: 'AddImage';
    readonly headers?: { readonly 'Idempotency-Key'?: string | undefined };
    readonly body: AddImageRequest;
    readonly response: ImageDetail;
  };
  /** Create a key */
  'POST /admin/keys': {
    readonly operation: 'CreateApiKey';
    readonly headers?: { readonly 'Idempotency-Key'?: string | undefined };
    readonly body: CreateApiKeyRequest;
    readonly response: CreatedApiKeyResponse;
  };
  /** List keys, newest first */
  'GET /admin/keys': {
    readonly operation: 'ListApiKeys';
    readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
    readonly response: CursorPageOfApiKeySummary;
  };
  /** Revoke a key */
  'DELETE /admin/keys/{keyId}': {
    readonly operation: 'RevokeApiKey';
    readonly params: { readonly keyId: string | number };
    readonly response: undefined;
  };
  /** List the hosts from which live images fetch pictures */
  'GET /admin/image-hosts': {
    readonly operation: 'GetImageHosts';
    readonly response: ImageHostsResponse;
  };
  /** Replace the hosts from which live images fetch pictures */
  'PUT /admin/image-hosts': {
    readonly operation: 'SetImageHosts';
    readonly body: ImageHostsRequest;
    readonly response: ImageHostsResponse;
  };
  /** Read the status of the server */
  'GET /admin/status': {
    readonly operation: 'GetStatus';
    readonly response: StatusResponse;
  };
  /** Read the usage and quotas of the account */
  'GET /admin/usage': {
    readonly operation: 'GetUsage';
    readonly response: AccountUsageResponse;
  };
  /** Enqueue a failed job again */
  'POST /admin/jobs/{id}/retry': {
    readonly operation: 'RetryJob';
    readonly params: { readonly id: string | number };
    readonly response: undefined;
  };
}
