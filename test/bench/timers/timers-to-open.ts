import type { Served } from '../served.ts';

const AT_ONCE = 8;

/** Creates timers in different colors over HTTP. Returns the paths of their production URLs. */
export async function makeTimers({ port, key }: Served, count: number): Promise<string[]> {
  const paths: string[] = [];
  let next = 0;

  async function ask<Answer>(path: string, body: unknown): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    // The shapes are those of the interface document.
    return (await response.json()) as Answer;
  }

  async function makeInTurns(): Promise<void> {
    for (let index = next++; index < count; index = next++) {
      const conversationId = `bench-${index}`;
      const color = `#${(0x1000 + index * 37).toString(16).padStart(6, '0')}`;
      const { timerFrameId } = await ask<{ timerFrameId: string }>('/v2/timer-frames', {
        conversationId,
        design: { background: { color } },
      });
      const saved = `/v2/timer-frames/${timerFrameId}/save`;
      const { productionUrl } = await ask<{ productionUrl: string }>(saved, { conversationId });
      paths.push(new URL(productionUrl).pathname);
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, makeInTurns));
  return paths;
}
