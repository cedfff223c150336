import { expect, test } from 'vitest';
import { verifies } from '../../../../../../test/requirements.ts';
import { daysOfCsv } from './csv-days.ts';

/** Returns what becomes of a CSV that arrives in pieces. */
async function written(csv: string, size: number): Promise<string> {
  const bytes = new TextEncoder().encode(csv);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
      controller.close();
    },
  });
  return new Response(stream.pipeThrough(daysOfCsv([false, true, false, true])) as BodyInit).text();
}

test.each([1, 7, 1_000])(
  'moments at midnight become days in their columns, in pieces of %i characters',
  verifies('console.F36'),
  async (size) => {
    const midnight = '2026-02-02T00:00:00.000Z';
    const csv = [
      'títle,day,note,sold',
      `${midnight},${midnight},"a,""b""\r\n${midnight},${midnight}",2026-02-02T09:30:00.000Z`,
      `,,,${midnight}`,
      '',
    ].join('\r\n');
    expect(await written(csv, size)).toBe(
      [
        'títle,day,note,sold',
        `${midnight},2026-02-02,"a,""b""\r\n${midnight},${midnight}",2026-02-02T09:30:00.000Z`,
        ',,,2026-02-02',
        '',
      ].join('\r\n'),
    );
  },
);
