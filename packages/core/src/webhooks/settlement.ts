import type { DeliveryOutcome, DeliveryRow, Millis, WebhookState } from '../storage/index.ts';
import { type Attempted, isSuccess } from './attempt.ts';

/** Attempts of a delivery that are kept: all of its schedule, and those before a retry by hand. */
const ATTEMPTS_KEPT = 20;
const GONE = 410;

/** What an attempt makes of its delivery and of its webhook. */
interface Settlement {
  readonly outcome: DeliveryOutcome;
  readonly state: WebhookState;
}

/** Returns what an attempt makes of its delivery and of the webhook. One that is disabled stays disabled. */
export function settlementOf(
  state: WebhookState,
  { id, attempts, tries }: Pick<DeliveryRow, 'id' | 'attempts' | 'tries'>,
  { attempt, retryAfter }: Attempted,
): Settlement {
  const made = { id, attempts: [...attempts, attempt].slice(-ATTEMPTS_KEPT) };
  const ended = { ...state, lastAttempt: attempt };
  const { status: before, disabledReason: reason } = state;
  const disabled = before === 'disabled' ? { status: before, disabledReason: reason } : {};
  if (isSuccess(attempt)) {
    const active = { status: 'active', disabledReason: null, failingSince: null, heldUntil: null } as const;
    return {
      outcome: { ...made, status: 'delivered', dueAt: null },
      state: { ...ended, ...active, ...disabled },
    };
  }
  const endedAt = attempt.at + attempt.milliseconds;
  const failingSince = state.failingSince ?? attempt.at;
  const heldUntil = retryAfter === null ? state.heldUntil : endedAt + retryAfter;
  const next = nextAttemptAt(tries + 1, endedAt);
  const disabledReason =
    attempt.status === GONE
      ? 'The receiver answered 410 Gone.'
      : attempt.at - failingSince >= FAILING_MAX
        ? 'No delivery has succeeded for five days.'
        : null;
  const status = disabledReason === null ? 'failing' : 'disabled';
  const dueAt = next === null ? null : Math.max(next, heldUntil ?? 0);
  return {
    outcome: { ...made, status: next === null ? 'failed' : 'pending', dueAt },
    state: { ...ended, status, disabledReason, failingSince, heldUntil, ...disabled },
  };
}

const SECOND: Millis = 1_000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;

/** The pauses between two attempts, those of Standard Webhooks 1.0. */
const PAUSES: readonly Millis[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** The part of a pause that is added at random, so that deliveries that failed together are not sent together again. */
const JITTER = 0.1;

/** Returns the time of the attempt that follows `tries` failed ones. Null: the delivery is given up. */
function nextAttemptAt(tries: number, now: Millis): Millis | null {
  const pause = PAUSES[tries - 1];
  return pause === undefined ? null : now + Math.round(pause * (1 + JITTER * Math.random()));
}

/** How long a webhook may fail, without one success, until it is disabled. */
const FAILING_MAX: Millis = 5 * 24 * HOUR;
