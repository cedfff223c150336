import type { WireResponse } from '../call/wire-response.ts';
import { isOrdinary, NodeArrival } from '../request/node-arrival.ts';
import type { RequestListener } from '../traffic/connection.ts';
import type { RequestHandler } from './request-handler.ts';
import { sendResponse } from './send.ts';

/**
 * Returns a listener that passes ordinary requests to the handler without standard requests and responses, which cost more
 * than reading a record. All others go to `rest`, which normalizes or refuses them.
 */
export function nodeListener(
  handler: Pick<RequestHandler, 'respond'>,
  rest: RequestListener,
): RequestListener {
  function respond(arrival: NodeArrival): void {
    const { outgoing } = arrival;
    const send = (response: WireResponse) => sendResponse(outgoing, response);
    const fail = (error: unknown) => void outgoing.destroy(error as Error);
    try {
      const response = handler.respond(arrival);
      if (response instanceof Promise) response.then(send).catch(fail);
      else send(response);
    } catch (error) {
      fail(error);
    }
  }

  return (incoming, outgoing) => {
    if (!isOrdinary(incoming)) {
      rest(incoming, outgoing);
      return;
    }
    const arrival = new NodeArrival(incoming, outgoing);
    // Node calls a listener before it has parsed the end of the body, also if that has arrived with the head. A microtask
    // would run after the first bytes of the body, an immediate runs after all that has arrived.
    if (arrival.hasBody) setImmediate(respond, arrival);
    else respond(arrival);
  };
}
