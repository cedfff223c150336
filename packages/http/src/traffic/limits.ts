const SECOND = 1_000;
const MEBIBYTE = 1024 * 1024;

/** How long a body may take to arrive. */
export interface BodyPace {
  /** Milliseconds from the first read to the last byte. */
  readonly total: number;
  /** Milliseconds without a byte. */
  readonly silence: number;
  /** Bytes a second, on average since the first read, once `grace` milliseconds have passed. */
  readonly rate: number;
  readonly grace: number;
}

/** Bytes that may be held in memory at once. */
export interface ByteLimits {
  readonly all: number;
  /** For one account, or one remote address where there is no key. */
  readonly perOwner: number;
}

/** All limits on requests under way. Times are milliseconds. */
export interface TrafficLimits {
  readonly jsonBody: BodyPace;
  readonly upload: BodyPace;
  /** The time that a handler has, without the time in which the body arrives. */
  readonly work: number;
  /** The time without a byte that the client takes, after which an answer ends. */
  readonly answerSilence: number;
  readonly answerTotal: number;
  /** The time that an upload waits for its turn. */
  readonly uploadWait: number;
  readonly bodies: ByteLimits;
  readonly answers: ByteLimits;
  readonly keylessAnswers: ByteLimits;
}

export const TRAFFIC_LIMITS: TrafficLimits = {
  jsonBody: { total: 30 * SECOND, silence: 30 * SECOND, rate: 0, grace: 30 * SECOND },
  // The whole 25 MB at the lowest speed that is let through by the total: 0.35 Mbit/s.
  upload: { total: 600 * SECOND, silence: 15 * SECOND, rate: 8 * 1024, grace: 30 * SECOND },
  work: 30 * SECOND,
  answerSilence: 30 * SECOND,
  answerTotal: 600 * SECOND,
  uploadWait: 10 * SECOND,
  bodies: { all: 128 * MEBIBYTE, perOwner: 48 * MEBIBYTE },
  answers: { all: 128 * MEBIBYTE, perOwner: 32 * MEBIBYTE },
  // All clients may share one address, that of a proxy.
  keylessAnswers: { all: 128 * MEBIBYTE, perOwner: 64 * MEBIBYTE },
};
