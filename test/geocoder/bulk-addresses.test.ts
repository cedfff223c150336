import { offlineGeocoder } from '@vitrine/geocoder';
import { beforeAll, expect, test } from 'vitest';
import { loadGazetteer } from '../../packages/geocoder/src/gazetteer/gazetteer.ts';
import { isNightly } from '../nightly.ts';
import { verifies } from '../requirements.ts';
import { bulkAddresses, readRegionNames } from './bulk-addresses.ts';
import { type BulkCounts, bulkOutcome, bulkTable, noCounts, sharesOf } from './bulk-table.ts';

/** At night every American place and 2,000 others, otherwise a sample of them. */
const STEP = isNightly ? 1 : 40;

const rows = new Map<string, BulkCounts>();
const total = noCounts();

beforeAll(async () => {
  const gazetteer = await loadGazetteer();
  const geocoder = offlineGeocoder();
  const { signal } = new AbortController();
  for (const each of bulkAddresses(gazetteer, await readRegionNames(), STEP)) {
    const match = await geocoder.geocode(each.address, { signal });
    const outcome = bulkOutcome(match, gazetteer.places.coordinates(each.place), each);
    total[outcome]++;
    const title = `${each.country}: ${each.form}`;
    const counts = rows.get(title) ?? noCounts();
    counts[outcome]++;
    rows.set(title, counts);
  }
  console.log(bulkTable(new Map([...rows, ['all', total]])));
}, 3_600_000);

test(
  'places of twenty-one countries are found in six forms, wrong without a flag in at most 3 of 1,000',
  verifies('geocode.hints', 'geocode.offline'),
  () => {
    expect(rows.size).toBe(126);
    const { unflagged, wrong, none } = sharesOf(total);
    expect(unflagged).toBeLessThanOrEqual(0.3);
    expect(wrong).toBeLessThanOrEqual(1.5);
    expect(none).toBeLessThanOrEqual(2);
  },
);
