import type {
  LiveNearestSource,
  LiveQuerySource,
  LiveRecordSource,
  LiveSource,
} from '../../contracts/live/live-sources.ts';
import type { Issue } from '../../ground/errors.ts';
import { SEARCH_RADIUS_MAX } from '../../ground/limits.ts';
import { nameHint } from '../../ground/nearest-name.ts';
import type { StoreRow } from '../../ground/rows.ts';
import { readFilters, readOrder } from '../../schema/queries/read-query.ts';
import { schemaOf } from '../../schema/store-schema.ts';
import type { MapRow } from '../../storage/maps/maps.ts';
import type { CompiledLive } from '../design/compiled-design.ts';
import type { LiveEnvironment, SourcePlace } from './live-environment.ts';

/** Returns the issues of the sources of a design: their places, keys and filters, and circles among them. */
export function findSourceIssues(compiled: CompiledLive, environment: LiveEnvironment): Issue[] {
  const { design, sources: inOrder } = compiled;
  return Object.entries(design.sources).flatMap(([name, source]) => {
    const path = `sources.${name}`;
    const circle = { path, message: 'It uses a source that uses it, directly or not.' };
    const found = findPlaceIssues(compiled, source, environment.get(name) ?? null);
    return [
      ...(inOrder.includes(name) ? [] : [circle]),
      ...found.map((issue) => ({ ...issue, path: `${path}.${issue.path}` })),
    ];
  });
}

function findPlaceIssues(compiled: CompiledLive, source: LiveSource, place: SourcePlace): Issue[] {
  if (source.kind === 'nearest') {
    if (place !== null && 'fields' in place) return findPointIssues(source, place);
    return [{ path: 'mapId', message: `No map has the id ${source.mapId}.` }];
  }
  if (place === null || 'fields' in place) {
    return [{ path: 'storeId', message: `No store has the id ${JSON.stringify(source.storeId)}.` }];
  }
  return source.kind === 'record' ? findKeyIssues(source, place) : findQueryIssues(compiled, source, place);
}

/** The key names exactly the unique properties, or the id of a record in a store without any. */
export function findKeyIssues({ key }: Pick<LiveRecordSource, 'key'>, store: StoreRow): Issue[] {
  const unique = schemaOf(store).unique.map(({ name }) => name);
  const wanted = unique.length === 0 ? ['id'] : unique;
  const missing = wanted.filter((name) => !Object.hasOwn(key, name));
  const extra = Object.keys(key).filter((name) => !wanted.includes(name));
  return [
    ...extra.map((name) => ({
      path: `key.${name}`,
      message: `No part of the key of this store.${nameHint(name, wanted)} Its key: ${wanted.join(', ')}.`,
    })),
    ...(missing.length === 0 || extra.length > 0
      ? []
      : [{ path: 'key', message: `The key of this store is ${wanted.join(', ')}; name all of it.` }]),
  ];
}

function findQueryIssues({ template }: CompiledLive, source: LiveQuerySource, store: StoreRow): Issue[] {
  const { filters, match, sortBy, sortDir } = source;
  const isVariable = (value: unknown): boolean =>
    typeof value === 'string'
      ? (template(value)?.names.length ?? 1) > 0
      : Array.isArray(value) && value.some(isVariable);
  const { issues } = readFilters(store, filters, match);
  const isOfVariable = ({ path }: Issue) => {
    const [, index] = /^filters\[(\d+)\]\.value/.exec(path) ?? [];
    return index !== undefined && isVariable(filters[Number(index)]?.value);
  };
  const order = readOrder(store, sortBy ?? undefined, sortDir);
  return [...issues.filter((issue) => !isOfVariable(issue)), ...order.issues];
}

function findPointIssues({ place, lat, lng, maxDistance, unit }: LiveNearestSource, map: MapRow): Issue[] {
  const issues: Issue[] = [];
  const hasPoint = lat !== null && lng !== null;
  if (place === null && !hasPoint) {
    issues.push({ path: 'place', message: 'Give a place, or both lat and lng.' });
  }
  if (place !== null && (lat !== null || lng !== null)) {
    issues.push({ path: 'place', message: 'Give a place or coordinates, not both.' });
  }
  const used = unit ?? map.unit;
  if (maxDistance !== null && maxDistance > SEARCH_RADIUS_MAX[used]) {
    const message = `Expected a number above 0, at most ${SEARCH_RADIUS_MAX[used]} ${used}.`;
    issues.push({ path: 'maxDistance', message });
  }
  return issues;
}
