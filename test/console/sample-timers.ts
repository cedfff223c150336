import type { CreateTimerFrameRequest } from '@vitrine/core/contracts';
import type { ConsoleServer } from './console-server.ts';

const TIMERS: readonly Required<Pick<CreateTimerFrameRequest, 'name' | 'design'>>[] = [
  {
    name: 'Webinar',
    design: { preset: 'paper', target: { date: '2031-03-05T18:00:00', timeZone: 'Europe/Vienna' } },
  },
  {
    name: 'Flash offer',
    design: { preset: 'sale', target: { kind: 'evergreen', duration: 'PT48H' } },
  },
  {
    name: 'Every Friday at nine',
    design: {
      preset: 'flip-dark',
      target: { kind: 'recurring', every: 'week', weekday: 5, at: '09:00', timeZone: 'Europe/Vienna' },
    },
  },
  {
    name: 'Early bird tickets for the conference in Lisbon',
    design: { preset: 'rings-dark', target: { date: '2026-01-01T00:00:00', timeZone: 'UTC' } },
  },
];

/** Saves four timers: a date, a duration, a recurring one and one that has ended. */
export async function addTimers({ vitrine, principal }: ConsoleServer): Promise<void> {
  for (const { name, design } of TIMERS) {
    const frame = await vitrine.timerFrames.create(principal, { name, design });
    const { conversationId, timerFrameId } = frame;
    await vitrine.timerFrames.save(principal, timerFrameId, { conversationId });
  }
}
