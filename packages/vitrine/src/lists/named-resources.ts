import { NotFoundError, type Principal, type Vitrine } from '@vitrine/core';
import type { FontSummary, StoreDetail, TimerFrameSummary } from '@vitrine/core/contracts';
import { findId, type NamedItem } from './find-named.ts';
import { readPages } from './pages.ts';

/** The services, and the account that a command acts for. */
export interface AccountAccess {
  readonly vitrine: Vitrine;
  readonly principal: Principal;
}

/** Returns the id of the store with the id or the name. @throws CommandError */
export function findStoreId({ vitrine, principal }: AccountAccess, given: string): Promise<string> {
  return findId(given, {
    noun: 'store',
    get: (id) => vitrine.stores.get(principal, id),
    list: (q) => readPages((query) => vitrine.stores.list(principal, { ...query, q })),
  });
}

/** Returns the id of the deleted store with the id or the name. @throws CommandError */
export function findDeletedStoreId({ vitrine, principal }: AccountAccess, given: string): Promise<string> {
  return findId(given, {
    noun: 'deleted store',
    list: () => readPages((query) => vitrine.stores.list(principal, { ...query, status: 'DELETED' })),
  });
}

/** Returns the store with the id or the name. @throws CommandError */
export async function openStore(access: AccountAccess, given: string): Promise<StoreDetail> {
  return access.vitrine.stores.get(access.principal, await findStoreId(access, given));
}

/** Returns the id of the map with the id or the name. @throws CommandError */
export function findMapId({ vitrine, principal }: AccountAccess, given: string): Promise<string> {
  return findId(given, {
    noun: 'map',
    get: (id) => vitrine.maps.get(principal, id),
    list: () => readPages((query) => vitrine.maps.list(principal, query)),
  });
}

/** Returns the id of the image with the id or the name. Finds deleted images too. @throws CommandError */
export function findImageId({ vitrine, principal }: AccountAccess, given: string): Promise<string> {
  return findId(given, {
    noun: 'image',
    get: (id) => vitrine.images.get(principal, id),
    list: (q) => readPages((query) => vitrine.images.list(principal, { ...query, q, status: 'all' })),
  });
}

/** Returns the id of the timer with the id or the name. Finds deleted timers too. @throws CommandError */
export function findTimerId({ vitrine, principal }: AccountAccess, given: string): Promise<string> {
  return findId(given, {
    noun: 'timer',
    async get(id) {
      const { type } = await vitrine.images.get(principal, id);
      if (type !== 'timer') throw new NotFoundError('timer');
    },
    list: (q) =>
      readPages((query) => vitrine.images.list(principal, { ...query, q, type: 'timer', status: 'all' })),
  });
}

/** Returns the id of the live image with the id or the name. Finds deleted ones too. @throws CommandError */
export function findLiveImageId({ vitrine, principal }: AccountAccess, given: string): Promise<string> {
  return findId(given, {
    noun: 'live image',
    async get(id) {
      const { type } = await vitrine.images.get(principal, id);
      if (type !== 'live') throw new NotFoundError('live image');
    },
    list: (q) =>
      readPages((query) => vitrine.images.list(principal, { ...query, q, type: 'live', status: 'all' })),
  });
}

/** Returns the draft of a timer with the id or the name, of any conversation. @throws CommandError */
export async function findDraft(
  { vitrine, principal }: AccountAccess,
  given: string,
): Promise<TimerFrameSummary> {
  const drafts = await vitrine.timerFrames.list(principal);
  const id = await findId(given, {
    noun: 'draft',
    async *list() {
      yield drafts.map((draft): NamedItem => ({ ...draft, id: draft.timerFrameId }));
    },
  });
  const draft = drafts.find(({ timerFrameId }) => timerFrameId === id);
  if (draft === undefined) throw new Error(`The list has no draft ${id}.`);
  return draft;
}

/** Returns the id of the key with the id or the name. @throws CommandError */
export function findKeyId({ vitrine, principal }: AccountAccess, given: string): Promise<string> {
  return findId(given, {
    noun: 'key',
    async *list() {
      const pages = readPages((query) => vitrine.apiKeys.list(principal, query));
      for await (const page of pages) yield page.map((key): NamedItem => ({ ...key, id: key.keyId }));
    },
  });
}

/** Returns the font with the id or the full name. @throws CommandError */
export async function findFont({ vitrine, principal }: AccountAccess, given: string): Promise<FontSummary> {
  const fonts = await vitrine.fonts.list(principal);
  const id = await findId(given, {
    noun: 'font',
    async *list() {
      yield fonts.map((font): NamedItem => ({ ...font, name: font.fullName }));
    },
  });
  const font = fonts.find((candidate) => String(candidate.id) === id);
  if (font === undefined) throw new Error(`The list has no font ${id}.`);
  return font;
}
