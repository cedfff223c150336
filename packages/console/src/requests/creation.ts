import { useRef } from 'preact/hooks';

type Create<Body, Made> = (body: Body, options: { readonly idempotencyKey: string }) => Promise<Made>;

/**
 * Returns a function that creates something of what a form has. If the answer is lost, the next press with the same content
 * is the same request for the server, which creates it once.
 */
export function useCreation<Body, Made>(create: Create<Body, Made>): (body: Body) => Promise<Made> {
  const attempt = useRef({ content: '', idempotencyKey: '' });
  return async (body) => {
    const content = JSON.stringify(body);
    if (attempt.current.content !== content) attempt.current = { content, idempotencyKey: newKey() };
    const made = await create(body, attempt.current);
    attempt.current = { content: '', idempotencyKey: '' };
    return made;
  };
}

/** Returns a key under which the server writes once. `crypto.randomUUID` exists only in secure contexts. */
export function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
