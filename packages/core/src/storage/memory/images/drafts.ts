import type { Millis } from '../../../ground/rows.ts';
import type { DraftRef, DraftRow, DraftStorage, NewDraft } from '../../images/drafts.ts';
import type { UnderKey } from '../ground/idempotency-keys.ts';
import type { MemoryImages } from './images.ts';

export function memoryDrafts(
  images: Pick<MemoryImages, 'insert' | 'replace' | 'require'>,
  underKey: UnderKey,
): DraftStorage {
  /** In order of insertion. */
  const framesById = new Map<string, DraftRow>();

  function current(id: string, now: Millis): DraftRow | null {
    const frame = framesById.get(id);
    return frame === undefined || frame.expiresAt <= now ? null : frame;
  }

  function owned(ref: DraftRef, now: Millis): DraftRow | null {
    const frame = current(ref.id, now);
    return frame?.accountId === ref.accountId ? frame : null;
  }

  function keep(frame: DraftRow): DraftRow {
    const kept = Object.freeze({ ...frame });
    framesById.set(kept.id, kept);
    return kept;
  }

  function insert(frame: NewDraft, keepNewest: number): DraftRow {
    const row = keep({ ...frame, revision: 1, imageId: null });
    const unsaved = [...framesById.values()]
      .filter(
        ({ kind, accountId, imageId, expiresAt }) =>
          kind === frame.kind &&
          accountId === frame.accountId &&
          imageId === null &&
          expiresAt > frame.createdAt,
      )
      .reverse()
      .sort((a, b) => b.createdAt - a.createdAt);
    for (const { id } of unsaved.slice(keepNewest)) framesById.delete(id);
    return row;
  }

  return {
    async insert(frame, keepNewest, options) {
      return underKey(options, () => insert(frame, keepNewest));
    },
    async restore(frame) {
      if (framesById.has(frame.id)) return false;
      keep(frame);
      return true;
    },
    async list(accountId, now) {
      return [...framesById.values()]
        .filter((frame) => frame.accountId === accountId && frame.expiresAt > now)
        .sort((a, b) => a.createdAt - b.createdAt);
    },
    async get(accountId, id, now) {
      return owned({ accountId, id }, now);
    },
    async find(id, now) {
      return current(id, now);
    },
    async update(ref, expectedRevision, change, now) {
      const frame = owned(ref, now);
      if (frame === null) return null;
      if (frame.revision !== expectedRevision || frame.imageId !== null) return 'stale';
      return keep({ ...frame, ...change, revision: frame.revision + 1, updatedAt: now });
    },
    async save(ref, expectedRevision, image, now) {
      const frame = owned(ref, now);
      if (frame === null) return null;
      if (frame.imageId !== null) return { frame, image: images.require(frame.accountId, frame.imageId) };
      if (frame.revision !== expectedRevision) return 'stale';
      const inserted = images.insert(image);
      return { frame: keep({ ...frame, imageId: inserted.id, updatedAt: now }), image: inserted };
    },
    async replace(ref, expectedRevision, timer, now) {
      const frame = owned(ref, now);
      if (frame === null) return null;
      if (frame.imageId !== null) return { frame, image: images.require(frame.accountId, frame.imageId) };
      if (frame.revision !== expectedRevision) return 'stale';
      const image = images.replace(frame.accountId, timer, now);
      if (image === null) return null;
      return { frame: keep({ ...frame, imageId: image.id, updatedAt: now }), image };
    },
    async delete(ref, now) {
      return owned(ref, now) !== null && framesById.delete(ref.id);
    },
    async purgeExpired(limit, now) {
      const expired = [...framesById.values()].filter(({ expiresAt }) => expiresAt <= now).slice(0, limit);
      for (const { id } of expired) framesById.delete(id);
      return expired.length;
    },
  };
}
