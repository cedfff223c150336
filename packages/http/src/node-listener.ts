import { isOrdinary, NodeArrival } from './request/node-arrival.ts';
import type { RequestHandler } from './request-handler.ts';
import { sendAnswer } from './response/send.ts';
import type { RequestListener } from './traffic/connection.ts';

/**
 * Returns a listener that passes ordinary requests to the handler without standard requests and responses, which cost more
 * than reading a record. All others go to `rest`, which normalizes or refuses them.
 */
export function nodeListener(handler: RequestHandler, rest: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    if (!isOrdinary(incoming)) {
      rest(incoming, outgoing);
      return;
    }
    handler
      .respond(new NodeArrival(incoming, outgoing))
      .then((answer) => sendAnswer(outgoing, answer))
      .catch((error: Error) => outgoing.destroy(error));
  };
}
