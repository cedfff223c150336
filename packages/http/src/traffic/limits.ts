const SECOND = 1_000;
const MEBIBYTE = 1024 * 1024;

/** The time in which a body has to arrive. */
export interface BodyPace {
  /** Milliseconds from the first read to the last byte. */
  readonly total: number;
  /** Milliseconds without a byte. */
  readonly silence: number;
  /** Minimum bytes per second, on average since the first read, after `grace` milliseconds. */
  readonly rate: number;
  readonly grace: number;
}

/** Maximum numbers of bytes held in memory. */
export interface ByteLimits {
  readonly all: number;
  /** For each account, or each remote address for requests without a key and those that wait. */
  readonly perOwner: number;
}

/** Limits of event streams. Times are in milliseconds. */
export interface StreamLimits {
  readonly all: number;
  readonly perKey: number;
  /** A stream ends itself after this time. */
  readonly total: number;
  /** The time between two comments, in which the key is checked too. */
  readonly comment: number;
  /** A reader that takes nothing for so long is left. */
  readonly silence: number;
}

/** All limits on requests in flight. Times are in milliseconds. */
export interface TrafficLimits {
  readonly jsonBody: BodyPace;
  readonly upload: BodyPace;
  /** The time to upload a file up to 1 GiB. Shorter than the time for which unused blobs are kept. */
  readonly file: BodyPace;
  /** Maximum time of a handler, without the time in which the body arrives. */
  readonly handler: number;
  /** A response ends if the client accepts no byte for so long. */
  readonly responseSilence: number;
  readonly responseTotal: number;
  /** Maximum time for which an upload, a large body or a tool call waits for its turn. */
  readonly turnWait: number;
  readonly bodies: ByteLimits;
  readonly responses: ByteLimits;
  readonly keylessResponses: ByteLimits;
  /** Requests that wait behind another one of their connection. */
  readonly waiting: ByteLimits;
  readonly streams: StreamLimits;
}

export const TRAFFIC_LIMITS: TrafficLimits = {
  jsonBody: { total: 30 * SECOND, silence: 30 * SECOND, rate: 0, grace: 30 * SECOND },
  // An upload of 25 MB needs at least 0.35 Mbit/s to arrive within the total.
  upload: { total: 600 * SECOND, silence: 15 * SECOND, rate: 8 * 1024, grace: 30 * SECOND },
  file: { total: 2_700 * SECOND, silence: 30 * SECOND, rate: 8 * 1024, grace: 30 * SECOND },
  handler: 30 * SECOND,
  responseSilence: 30 * SECOND,
  responseTotal: 600 * SECOND,
  turnWait: 10 * SECOND,
  bodies: { all: 128 * MEBIBYTE, perOwner: 48 * MEBIBYTE },
  responses: { all: 128 * MEBIBYTE, perOwner: 32 * MEBIBYTE },
  // All clients may share the address of a proxy.
  keylessResponses: { all: 128 * MEBIBYTE, perOwner: 64 * MEBIBYTE },
  waiting: { all: 64 * MEBIBYTE, perOwner: 16 * MEBIBYTE },
  streams: { all: 200, perKey: 4, total: 600 * SECOND, comment: 15 * SECOND, silence: 30 * SECOND },
};
