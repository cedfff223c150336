import type { GeocodingStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';

export function sqlGeocoding(driver: SqlDriver): GeocodingStorage {
  return {
    async claim(limit, now, leaseUntil) {
      return limit < 1 ? [] : driver.run('claimLocations', { limit, now, leaseUntil });
    },
    async extend(claims, leaseUntil) {
      if (claims.length > 0) await driver.run('extendGeocodeClaims', { claims, leaseUntil });
    },
    settle: (claim, outcome, answer, now) =>
      driver.run('settleGeocodeClaim', { claim, outcome, answer, now }, { account: claim.accountId }),
    retry: (claim, at, { uncount }) =>
      driver.run('retryGeocodeClaim', { claim, at, uncount }, { account: claim.accountId }),
    async findAnswer(key, now) {
      return (await driver.run('findGeocodeAnswer', { key, now }))?.answer;
    },
    purgeAnswers: (limit, now) => driver.run('purgeGeocodeAnswers', { limit, now }),
    counts: () => driver.run('countGeocoding', null),
    takeTurns: (provider, count, interval, now) =>
      driver.run('takeGeocoderTurns', { provider, count, interval, now }),
  };
}
