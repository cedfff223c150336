import type { Exchange } from '../call/exchange.ts';
import { abandonReply, isLive, type Reply, replyBytes } from '../response/reply.ts';
import { isLargeText } from '../response/text-slices.ts';
import type { ByteBudget } from '../traffic/byte-budget.ts';
import type { HandlerRun } from '../traffic/handler-run.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { COUNTED_BYTES, countResponse } from '../traffic/unread-response.ts';

/** Returns the budget that the bytes of a response count against, and their owner. */
export function budgetOf(
  { responses, keylessResponses }: Traffic,
  { principal, address }: Exchange,
): { readonly budget: ByteBudget; readonly owner: string } {
  return principal === null
    ? { budget: keylessResponses, owner: address ?? '' }
    : { budget: responses, owner: principal.accountId };
}

interface Counted {
  readonly reply: Reply;
  /** Whether the request has changed nothing, so that the client may repeat it. */
  readonly mayDrop: boolean;
}

/**
 * Counts the bytes of a reply until it has been sent, and returns the reply. Counts nothing on servers other than Node's,
 * which do not report when a response has been sent.
 * @throws UnavailableError if the reply may be dropped and its owner's budget was used up while the handler ran.
 */
export function countBytes(
  traffic: Traffic,
  exchange: Exchange,
  run: HandlerRun,
  { reply, mayDrop }: Counted,
): Reply {
  const { outgoing } = exchange.arrival;
  if (outgoing !== null && isLive(reply)) {
    traffic.streams.add(outgoing);
    return reply;
  }
  const bytes = replyBytes(reply);
  const reservation = run.takeReservation();
  reservation?.end();
  const isCounted = reply.isShared !== true && (bytes === null || bytes > COUNTED_BYTES);
  if (outgoing === null || !isCounted) return reply;
  const { budget, owner } = budgetOf(traffic, exchange);
  try {
    if (mayDrop && reservation === null) budget.requireRoom(owner);
  } catch (error) {
    abandonReply(reply);
    throw error;
  }
  countResponse(traffic.sweep, budget, owner, outgoing, { bytes, isHeld: isLargeText(reply.body) });
  return reply;
}
