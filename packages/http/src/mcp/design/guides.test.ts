import { LiveDesign, TimerDesign, z } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { LIVE_GUIDE } from './live-guide.ts';
import { TIMER_GUIDE } from './timer-guide.ts';

/** Returns the names of all members in a JSON Schema. */
function membersIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { readonly properties?: object };
  const own = properties === undefined ? [] : Object.keys(properties);
  return [...own, ...Object.values(schema).flatMap(membersIn)];
}

function schemaOf(contract: z.ZodType): unknown {
  return z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' });
}

const timerMembers = new Set(membersIn(schemaOf(TimerDesign)));

test('the guide to timers names every member of a design', () => {
  expect(timerMembers.size).toBeGreaterThan(50);
  for (const name of timerMembers) expect(TIMER_GUIDE).toMatch(new RegExp(`\\b${name}\\b`));
});

test('the guide to live images names every member of a design that is not one of timers', () => {
  const members = new Set(membersIn(schemaOf(LiveDesign)).filter((name) => !timerMembers.has(name)));
  expect(members.size).toBeGreaterThan(30);
  for (const name of members) expect(LIVE_GUIDE).toMatch(new RegExp(`\\b${name}\\b`));
});

test('the guides are short', () => {
  expect(TIMER_GUIDE.length).toBeLessThan(3_000);
  expect(LIVE_GUIDE.length).toBeLessThan(3_500);
});
