import type { Metric, VitrineError } from '@vitrine/core';
import {
  type ActiveAccounts,
  activeAccounts,
  createTurns,
  SHARED_FOR,
  type Turns,
} from '@vitrine/core/server';
import { type ByteBudget, byteBudget } from './byte-budget.ts';
import { createSweep, type DeadlineCounts, deadlineCounts, type Sweep } from './deadlines.ts';
import { type HandlerRunner, handlerRunner } from './handler-run.ts';
import { type ByteLimits, TRAFFIC_LIMITS, type TrafficLimits } from './limits.ts';
import { type LoopShares, loopShares } from './loop-shares.ts';
import { createStreams, type Streams } from './streams.ts';

/** Limits the requests in flight of one app: deadlines, bytes in flight, and turns of uploads. */
export interface Traffic {
  readonly limits: TrafficLimits;
  readonly sweep: Sweep;
  readonly deadlines: DeadlineCounts;
  readonly handlers: HandlerRunner;
  /** Shares of the event loop, in which requests start. */
  readonly shares: LoopShares;
  /** The accounts of requests. */
  readonly active: ActiveAccounts;
  /** Turns of uploads. Each upload holds its body, up to 25 MB, from the first byte to the end of its handler. */
  readonly uploads: Turns;
  /** Turns of files that are read as they arrive. They take long, but hold little memory. */
  readonly files: Turns;
  /** Turns of requests with large JSON bodies, from the last byte to the end of the handler. */
  readonly largeBodies: Turns;
  /** Turns of requests to the store tools, each of which may have several calls. */
  readonly tools: Turns;
  /** Bytes of JSON bodies, from the first byte to the end of the handler. */
  readonly bodies: ByteBudget;
  /** Bytes of uploads, from the first byte to the end of the handler. Their turns limit them. */
  readonly forms: ByteBudget;
  /** Bytes of responses to requests with a key, by account. */
  readonly responses: ByteBudget;
  /** Bytes of responses to requests without a key, by remote address. */
  readonly keylessResponses: ByteBudget;
  /** Bytes of requests that wait behind another one of their connection, by remote address. */
  readonly waiting: ByteBudget;
  readonly streams: Streams;
  /** Aborts when the server shuts down: streams end, and requests that wait for a change are answered. */
  readonly draining: AbortSignal;
  /** Bytes of bodies and responses in flight, and of waiting requests. */
  bytesHeld(): number;
  /** Ends what waits for changes. */
  drain(): void;
  /** Ends all handlers and all waiting uploads with this error. */
  stop(reason: VitrineError): void;
  metrics(): Metric[];
}

const UNLIMITED: ByteLimits = { all: Number.POSITIVE_INFINITY, perOwner: Number.POSITIVE_INFINITY };

export function createTraffic(changes: Partial<TrafficLimits> = {}): Traffic {
  const limits = { ...TRAFFIC_LIMITS, ...changes };
  const sweep = createSweep();
  const deadlines = deadlineCounts();
  const handlers = handlerRunner(sweep, deadlines, limits.handler);
  const shares = loopShares();
  const uploads = createTurns({
    queue: 'uploads',
    atOnce: 4,
    reserved: 2,
    perAccount: 3,
    waiting: 64,
    waitMax: limits.turnWait,
    refusal: 'Too many uploads at once.',
  });
  const files = createTurns({
    queue: 'imports',
    atOnce: 4,
    reserved: 2,
    perAccount: 2,
    waiting: 64,
    waitMax: limits.turnWait,
    refusal: 'Too many files at once.',
  });
  const active = activeAccounts(SHARED_FOR);
  const largeBodies = createTurns({
    queue: 'bodies',
    active,
    atOnce: 4,
    reserved: 2,
    perAccount: 2,
    share: 1,
    waiting: 400,
    waitMax: limits.turnWait,
    refusal: 'Too many large request bodies at once.',
  });
  const tools = createTurns({
    queue: 'tools',
    atOnce: 16,
    reserved: 8,
    perAccount: 2,
    waiting: 400,
    waitMax: limits.turnWait,
    refusal: 'Too many tool calls at once.',
  });
  const bodies = byteBudget('bodies', 'Too many large request bodies at once.', limits.bodies);
  const forms = byteBudget('forms', 'Too many bytes of uploads at once.', UNLIMITED);
  const unread = 'Too many bytes of earlier responses have not been received yet.';
  const responses = byteBudget('responses', unread, limits.responses);
  const keylessResponses = byteBudget('keyless_responses', unread, limits.keylessResponses);
  const waiting = byteBudget('waiting_requests', 'Too many requests wait.', limits.waiting);
  const streams = createStreams(limits.streams, shares);
  const draining = new AbortController();
  return {
    limits,
    sweep,
    deadlines,
    handlers,
    shares,
    active,
    uploads,
    files,
    largeBodies,
    tools,
    bodies,
    forms,
    responses,
    keylessResponses,
    waiting,
    streams,
    draining: draining.signal,
    bytesHeld: () => bodies.held + forms.held + responses.held + keylessResponses.held + waiting.held,
    drain: () => draining.abort(),
    stop(reason) {
      uploads.close(reason);
      files.close(reason);
      largeBodies.close(reason);
      tools.close(reason);
      handlers.stopAll(reason);
    },
    metrics: () => [
      ...deadlines.metrics(),
      ...shares.metrics(),
      ...bodies.metrics(),
      ...forms.metrics(),
      ...responses.metrics(),
      ...keylessResponses.metrics(),
      ...waiting.metrics(),
      ...uploads.metrics(),
      ...files.metrics(),
      ...largeBodies.metrics(),
      ...tools.metrics(),
      ...streams.metrics(),
    ],
  };
}
