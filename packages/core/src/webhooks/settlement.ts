import type { DeliveryRow, Settlement, WebhookState } from '../storage/index.ts';
import { type Attempted, isSuccess } from './attempt.ts';
import { FAILING_MAX, nextAttemptAt } from './retry-schedule.ts';

/** Attempts of a delivery that are kept: all of its schedule, and those before a retry by hand. */
const ATTEMPTS_KEPT = 20;
const GONE = 410;

/** Returns what an attempt makes of its delivery and of the webhook. */
export function settlementOf(
  state: WebhookState,
  { attempts, tries }: Pick<DeliveryRow, 'attempts' | 'tries'>,
  { attempt, retryAfter }: Attempted,
): Settlement {
  const made = { attempts: [...attempts, attempt].slice(-ATTEMPTS_KEPT) };
  const ended = { ...state, lastAttempt: attempt };
  if (isSuccess(attempt)) {
    const active = { status: 'active', disabledReason: null, failingSince: null, heldUntil: null } as const;
    return { ...made, status: 'delivered', dueAt: null, webhook: { ...ended, ...active } };
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
  return {
    ...made,
    status: next === null ? 'failed' : 'pending',
    dueAt: next === null ? null : Math.max(next, heldUntil ?? 0),
    webhook: { ...ended, status, disabledReason, failingSince, heldUntil },
  };
}
