import type { FontRow, FontStorage } from '../fonts.ts';
import type { MemoryBlobs } from './blobs.ts';

const FIRST_ID = 1000;

export function memoryFonts(blobs: MemoryBlobs): FontStorage {
  const fontsByHolder = new Map<string, FontRow>();
  const lastIds = new Map<string, number>();

  function fontsOf(accountId: string): FontRow[] {
    return [...fontsByHolder.values()].filter((font) => font.accountId === accountId);
  }

  return {
    async insert(font) {
      const existing = fontsOf(font.accountId).find(({ blob }) => blob === font.blob);
      if (existing !== undefined) return existing;
      const id = (lastIds.get(font.accountId) ?? FIRST_ID - 1) + 1;
      const row = Object.freeze({ ...font, id });
      const holder = holderOf(row);
      blobs.hold(holder, [font.blob, font.sample]);
      lastIds.set(font.accountId, id);
      fontsByHolder.set(holder, row);
      return row;
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
