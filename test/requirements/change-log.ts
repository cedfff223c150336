import { rule } from './requirement.ts';

/** spec/changes.md, sections 1 and 8: what is in the log of a store. */
export const changeLog = {
  'changes.log.atomic': rule(
    'changes 1',
    'An entry is written in the transaction of its change: after kill -9 at any statement no change is without its entry, and no entry without its change.',
  ),
  'changes.log.order': rule(
    'changes 1',
    'Positions rise in the order of commits: no entry appears before one that was read, however transactions interleave, and a long transaction elsewhere delays none.',
  ),
  'changes.log.complete': rule(
    'changes 7',
    'A copy to which the entries after a position are applied has the values of the store, after every program of writes, on all storages, also with concurrent writers.',
  ),
  'changes.log.values': rule(
    'changes 8',
    'A write that leaves all values of a record as they are has no entry. An update names the properties whose values it changed.',
  ),
  'changes.log.kept': rule(
    'changes 1',
    'The log keeps its entries for seven days and at most 1,000,000 of a store; history is kept for the time that its store asks for.',
  ),
  'changes.log.unused': rule(
    'changes 1',
    'A log that nobody has used for seven days is turned off, unless its store asks for it.',
  ),
  'changes.log.turn-on': rule(
    'changes 8',
    'The position of now turns the log on at once: every write that is acknowledged later has an entry after it.',
  ),
} as const;
