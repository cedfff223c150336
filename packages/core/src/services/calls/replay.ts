import type { ServiceContext } from './context.ts';

/** What a call under an idempotency key has left: the plan that it made before its write, and the result of the write. */
export interface Written {
  readonly plan: unknown;
  readonly result: unknown;
}

type Calls = Record<string, (...args: never[]) => unknown>;

/** How a call is repeated under its idempotency key. */
export interface Replay<Response = unknown> {
  /** The number of arguments after the principal that belong to the request. Options follow them. */
  readonly inputs: number;
  /**
   * Present: the response has a secret that no other call returns. It is repeated for the API key that made the request, because
   * another key of the account may have fewer rights than the secret gives.
   */
  readonly isSecret?: true;
  /**
   * Renders the response of the first call. The plan and the result may be a day old, and from an older release: a member
   * that is added to them is absent there.
   */
  show(context: ServiceContext, written: Written): Response;
}

/** The calls of a service that can be made under an idempotency key. */
export type Replays<Service> = {
  readonly [Call in keyof Service]?: Service[Call] extends Calls[string]
    ? Replay<Awaited<ReturnType<Service[Call]>>>
    : never;
};

/** Returns the replay of a call whose plan is its response. */
export function replayOfPlan<Response>(inputs: number): Replay<Response> {
  return { inputs, show: (_context, { plan }) => plan as Response };
}
