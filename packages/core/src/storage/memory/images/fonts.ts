import type { FontRow, FontStorage } from '../../images/fonts.ts';
import type { MemoryAccountNumbers } from '../ground/account-numbers.ts';
import type { MemoryBlobs } from './blobs.ts';

const FIRST_ID = 1000;

export function memoryFonts(blobs: MemoryBlobs, numbers: MemoryAccountNumbers): FontStorage {
  const fontsByHolder = new Map<string, FontRow>();

  function fontsOf(accountId: string): FontRow[] {
    return [...fontsByHolder.values()].filter((font) => font.accountId === accountId);
  }

  function add(font: FontRow): FontRow {
    const row = Object.freeze({ ...font });
    const holder = holderOf(row);
    blobs.hold(holder, [font.blob, font.sample]);
    numbers.take(font.accountId, 'fonts', font.id);
    fontsByHolder.set(holder, row);
    return row;
  }

  return {
    async insert(font) {
      const existing = fontsOf(font.accountId).find(({ blob }) => blob === font.blob);
      if (existing !== undefined) return existing;
      return add({ ...font, id: numbers.reserve(font.accountId, 'fonts', FIRST_ID) });
    },
    async restore(font) {
      if (numbers.isTaken(font.accountId, 'fonts', font.id)) return false;
      add(font);
      return true;
    },
    async get(accountId, id) {
      return fontsByHolder.get(holderOf({ accountId, id })) ?? null;
    },
    async list(accountId) {
      return fontsOf(accountId);
    },
    async delete(accountId, id) {
      const holder = holderOf({ accountId, id });
      blobs.release(holder);
      return fontsByHolder.delete(holder);
    },
  };
}

function holderOf({ accountId, id }: Pick<FontRow, 'accountId' | 'id'>): string {
  return `font ${accountId} ${id}`;
}
