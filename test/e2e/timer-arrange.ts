import type {
  SavedTimerFrameResponse,
  TimerDesignChanges,
  TimerFrameResponse,
} from '@vitrine/core/contracts';
import { GifReader } from 'omggif';
import { expect } from 'vitest';
import type { Client } from './client.ts';

export const CONVERSATION = 'chat-1';

/** Creates a draft in the client's account and in the conversation `CONVERSATION`. */
export async function draftTimer(
  client: Client,
  design: TimerDesignChanges = {},
  more: { name?: string; conversationId?: string } = {},
): Promise<TimerFrameResponse> {
  const request = { conversationId: CONVERSATION, ...more, design };
  const { status, body } = await client.post<TimerFrameResponse>('/v2/timer-frames', request);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

export async function saveTimer(
  client: Client,
  frame: TimerFrameResponse,
  more: { name?: string; folder?: string | null } = {},
): Promise<SavedTimerFrameResponse> {
  const { conversationId } = frame;
  const { status, body } = await client.post<SavedTimerFrameResponse>(`${framePath(frame)}/save`, {
    conversationId,
    ...more,
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

export function framePath({ timerFrameId }: { timerFrameId: string }): string {
  return `/v2/timer-frames/${timerFrameId}`;
}

/** Returns the path with the conversation in the query, as GET and DELETE take it. */
export function framePathIn(frame: { timerFrameId: string; conversationId: string }): string {
  return `${framePath(frame)}?conversationId=${frame.conversationId}`;
}

/** A decoded GIF: the whole canvas of each frame in RGBA. The decoder is independent of the encoder under test. */
export interface ShownGif {
  readonly width: number;
  readonly height: number;
  readonly frames: readonly Buffer[];
  /** Null if the GIF plays once. */
  readonly loops: number | null;
}

export function readGif(bytes: Uint8Array): ShownGif {
  const reader = new GifReader(Buffer.from(bytes));
  const { width, height } = reader;
  const canvas = Buffer.alloc(width * height * 4);
  const frames = Array.from({ length: reader.numFrames() }, (_, index) => {
    expect(reader.frameInfo(index).disposal).toBeLessThan(2);
    reader.decodeAndBlitFrameRGBA(index, canvas);
    return Buffer.from(canvas);
  });
  return { width, height, frames, loops: reader.loopCount() };
}

/** Returns the color of a pixel, in the form of a design. */
export function colorAt({ width, frames: [first] }: ShownGif, x: number, y: number): string {
  const at = (y * width + x) * 4;
  return `#${first?.subarray(at, at + 3).toString('hex')}`;
}
