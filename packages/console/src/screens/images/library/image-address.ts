import { query, setQuery } from '../../../router/location.ts';

/** Which images are shown. Null: of every type, or of every folder. `''` is the root folder, which has no name. */
export interface ImageAddress {
  readonly folder: string | null;
  readonly type: 'static' | 'timer' | null;
  readonly isDeleted: boolean;
  readonly search: string;
  /** The open image. */
  readonly imageId: number | null;
}

/** The value of `folder` for the root folder. No other folder has a blank name. */
const ROOT = ' ';

/** Returns what the address says. Subscribes the component that calls it. */
export function readImageAddress(): ImageAddress {
  const params = query.value;
  const folder = params.get('folder');
  const type = params.get('type');
  const imageId = Number(params.get('image'));
  return {
    folder: folder === null ? null : folder.trim() === '' ? '' : folder,
    type: type === 'static' || type === 'timer' ? type : null,
    isDeleted: params.get('status') === 'deleted',
    search: params.get('q') ?? '',
    imageId: Number.isInteger(imageId) && imageId > 0 ? imageId : null,
  };
}

export function showFolder(folder: string | null): void {
  setQuery({ folder: folder === '' ? ROOT : folder, image: null }, { push: true });
}

export function showType(type: string): void {
  setQuery({ type, image: null }, { push: true });
}

export function showDeleted(isDeleted: boolean): void {
  setQuery({ status: isDeleted ? 'deleted' : null, folder: null, image: null }, { push: true });
}

/** Opens an image. From one open image to the next is no step of the history. */
export function showImage(id: number | null): void {
  const isOpen = query.peek().has('image');
  setQuery({ image: id === null ? null : String(id) }, { push: !isOpen && id !== null });
}
