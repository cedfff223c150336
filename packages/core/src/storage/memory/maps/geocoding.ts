import type { Millis } from '../../../ground/rows.ts';
import {
  GEOCODING_COUNTED,
  type GeocodeAnswer,
  type GeocodeClaim,
  type GeocodingStorage,
} from '../../maps/geocoding.ts';
import { memoryAccountTurns } from '../ground/account-turns.ts';
import type { KeptLocation, MemoryLocations } from './locations.ts';

export function memoryGeocoding(locations: Pick<MemoryLocations, 'all' | 'find' | 'keep'>): GeocodingStorage {
  const answersByKey = new Map<string, { readonly answer: GeocodeAnswer; readonly expiresAt: Millis }>();
  const turns = memoryAccountTurns();
  const nextTurnByProvider = new Map<string, Millis>();

  /** Returns the location if the claim is its current one. */
  function heldBy({ accountId, mapId, locationId, number }: GeocodeClaim): KeptLocation | null {
    const location = locations.find(accountId, mapId, locationId);
    return location?.claim === number ? location : null;
  }

  return {
    async claim(limit, now, leaseUntil) {
      const due = [...locations.all()]
        .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
        .sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0));
      return turns
        .take(due, limit, ({ row }) => row.accountId)
        .flatMap(({ row, tries, claim }) => {
          if (row.address === null) return [];
          const claimed = { tries: tries + 1, claim: claim + 1 };
          locations.keep({ ...claimed, row: { ...row, status: 'processing' }, dueAt: leaseUntil });
          const { accountId, mapId, id: locationId, address } = row;
          return [{ accountId, mapId, locationId, address, tries: claimed.tries, number: claimed.claim }];
        });
    },
    async extend(claims, leaseUntil) {
      for (const claim of claims) {
        const location = heldBy(claim);
        if (location !== null) locations.keep({ ...location, dueAt: leaseUntil });
      }
    },
    async settle(claim, outcome, answer, now) {
      if (answer !== null) answersByKey.set(answer.key, answer);
      const location = heldBy(claim);
      if (location === null) return false;
      const row = { ...location.row, ...outcome, updatedAt: now };
      locations.keep({ row, dueAt: null, tries: 0, claim: location.claim + 1 });
      return true;
    },
    async retry(claim, at, { uncount }) {
      const location = heldBy(claim);
      if (location === null) return false;
      locations.keep({
        row: { ...location.row, status: 'queued' },
        dueAt: at,
        tries: location.tries - (uncount ? 1 : 0),
        claim: location.claim + 1,
      });
      return true;
    },
    async findAnswer(key, now) {
      const found = answersByKey.get(key);
      return found === undefined || found.expiresAt <= now ? undefined : found.answer;
    },
    async counts() {
      const waiting = [...locations.all()].filter(({ dueAt }) => dueAt !== null);
      const queued = waiting.filter(({ row }) => row.status === 'queued');
      const processing = waiting.length - queued.length;
      const oldestDueAt = queued.reduce<Millis | null>(
        (oldest, { dueAt }) => (oldest === null || (dueAt !== null && dueAt < oldest) ? dueAt : oldest),
        null,
      );
      return { queued: Math.min(queued.length, GEOCODING_COUNTED - processing), processing, oldestDueAt };
    },
    async purgeAnswers(limit, now) {
      const expired = [...answersByKey].filter(([, { expiresAt }]) => expiresAt <= now).slice(0, limit);
      for (const [key] of expired) answersByKey.delete(key);
      return expired.length;
    },
    async takeTurns(provider, count, interval, now) {
      const first = Math.max(now, nextTurnByProvider.get(provider) ?? 0);
      nextTurnByProvider.set(provider, first + count * interval);
      return first;
    },
  };
}
