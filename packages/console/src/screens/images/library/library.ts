import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { Client, ImageSummary } from '@vitrine/client';

/** Which images of the account are loaded. */
export interface LibraryRequest {
  readonly search: string;
  readonly type: 'static' | 'timer' | null;
  readonly isDeleted: boolean;
}

/** The images of the account that match a request, newest first. They are loaded page by page. */
export interface Library {
  /** Null until the first page is there. Stays while another request is loaded. */
  readonly images: ReadonlySignal<readonly ImageSummary[] | null>;
  readonly isLoading: ReadonlySignal<boolean>;
  /** Whether the account has more than `LIBRARY_MAX` matching images. */
  readonly isCut: ReadonlySignal<boolean>;
  readonly problem: ReadonlySignal<unknown>;
  load(request: LibraryRequest): void;
  /** Loads the last request again, unless that is under way: URLs of thumbnails expire. */
  renew(): void;
  /** Shows an image as it is now. It leaves the library if it does not match any more. */
  put(image: ImageSummary): void;
  dispose(): void;
}

/** Images that the gallery holds. Older ones are found by their name. */
export const LIBRARY_MAX = 10_000;
const PAGE_SIZE = 100;

export function createLibrary(client: Client): Library {
  const images = signal<readonly ImageSummary[] | null>(null);
  const isLoading = signal(false);
  const isCut = signal(false);
  const problem = signal<unknown>(null);
  let latest: LibraryRequest = { search: '', type: null, isDeleted: false };
  let aborting = new AbortController();
  /** Images that have changed since the present run began, which may have read them before. */
  let changed = new Map<number, ImageSummary>();

  function show(found: readonly ImageSummary[]): void {
    images.value = changed.values().reduce((list, image) => placed(list, image, latest), found);
  }

  /** Shows each page as it arrives. @param isSilent shows them when all have arrived. */
  async function run(isSilent: boolean): Promise<void> {
    aborting.abort();
    const own = new AbortController();
    aborting = own;
    changed = new Map();
    isLoading.value = true;
    const { search, type, isDeleted } = latest;
    const query = {
      limit: PAGE_SIZE,
      status: isDeleted ? ('deleted' as const) : ('active' as const),
      ...(type === null ? {} : { type }),
      ...(search === '' ? {} : { q: search }),
    };
    const found: ImageSummary[] = [];
    try {
      let hasMore = false;
      for await (const page of client.images.list(query, { signal: own.signal }).pages()) {
        if (own.signal.aborted) return;
        found.push(...page.items);
        hasMore = page.cursor !== undefined;
        if (!isSilent) show([...found]);
        if (found.length >= LIBRARY_MAX) break;
      }
      batch(() => {
        show(found);
        isCut.value = hasMore;
        problem.value = null;
      });
    } catch (error) {
      if (!own.signal.aborted) problem.value = error;
    } finally {
      if (aborting === own) isLoading.value = false;
    }
  }

  return {
    images,
    isLoading,
    isCut,
    problem,
    load(request) {
      latest = request;
      void run(false);
    },
    renew() {
      if (!isLoading.peek()) void run(true);
    },
    put(image) {
      changed.set(image.id, image);
      images.value = placed(images.peek() ?? [], image, latest);
    },
    dispose: () => aborting.abort(),
  };
}

/** Returns the list with an image in its place, or without it if it does not match the request. */
function placed(
  list: readonly ImageSummary[],
  image: ImageSummary,
  request: LibraryRequest,
): readonly ImageSummary[] {
  const others = list.filter(({ id }) => id !== image.id);
  if (!matches(image, request)) return others;
  const at = others.findIndex(({ id }) => id < image.id);
  return others.toSpliced(at < 0 ? others.length : at, 0, image);
}

function matches({ name, type, active }: ImageSummary, request: LibraryRequest): boolean {
  return (
    active !== request.isDeleted &&
    (request.type === null || type === request.type) &&
    name.toLowerCase().includes(request.search.toLowerCase())
  );
}
