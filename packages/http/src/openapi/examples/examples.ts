import { mediaExamples } from './media.ts';
import { placeExamples } from './places.ts';
import { storeExamples } from './stores.ts';
import { webhookExamples } from './webhooks.ts';

/** Samples of requests and responses, by the ids of their contracts. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  ...placeExamples,
  ...mediaExamples,
  ...storeExamples,
  ...webhookExamples,
};
