import { expect, test } from 'vitest';
import { type SentWrite, WriteQueue } from './write-queue.ts';

const write = (weight: number): SentWrite => ({ weight, resolve() {}, reject() {}, next: null });

test('returns writes in the order in which they were added, and counts those that are left', () => {
  const queue = new WriteQueue();
  const [first, second, third] = [write(1), write(20), write(300)];
  queue.push(first);
  queue.push(second);
  expect(queue.shift()).toBe(first);
  queue.push(third);
  expect([queue.length, queue.weight]).toEqual([2, 320]);
  expect([queue.shift(), queue.shift(), queue.shift()]).toEqual([second, third, null]);
  expect([queue.length, queue.weight]).toEqual([0, 0]);
  queue.push(first);
  expect(queue.shift()).toBe(first);
});

test('a write that was returned refers to no other one', () => {
  const queue = new WriteQueue();
  const first = write(1);
  queue.push(first);
  queue.push(write(2));
  queue.shift();
  expect(first.next).toBeNull();
});
