import type { Page } from '@vitrine/client';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { messageOf } from '../../requests/describe-error.ts';
import { useShownAgain } from '../browser/use-shown-again.ts';
import { Button } from '../button.tsx';
import { showToast } from '../toast.tsx';
import { type Load, useLoad } from './use-load.tsx';

/** A list whose first page is loaded, and whose further ones are added to it. */
export interface Pages<Item> extends Load<Page<Item>> {
  readonly isMoreLoading: boolean;
  readonly more: () => void;
}

interface PageRequest {
  readonly cursor?: string;
}

/**
 * Loads the first page when the screen appears and whenever one of `inputs` changes. Loads it anew when the tab is shown
 * again, unless further pages are shown, which would go.
 */
export function usePages<Item>(
  request: (page: PageRequest, signal?: AbortSignal) => PromiseLike<Page<Item>>,
  inputs: readonly unknown[],
): Pages<Item> {
  const load = useLoad(async (signal) => await request({}, signal), inputs);
  const [isMoreLoading, setMoreLoading] = useState(false);
  const shown = useRef(load.data);
  shown.current = load.data;
  const longer = useRef<Page<Item> | null>(null);
  useShownAgain(() => {
    if (!isMoreLoading && longer.current !== load.data) load.reload();
  });

  async function more(): Promise<void> {
    const before = load.data;
    if (before?.cursor === undefined || isMoreLoading) return;
    setMoreLoading(true);
    try {
      const next = await request({ cursor: before.cursor });
      // Another list may have taken its place meanwhile.
      if (shown.current === before) {
        longer.current = { ...next, items: [...before.items, ...next.items] };
        load.replace(longer.current);
      }
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    setMoreLoading(false);
  }

  return { ...load, isMoreLoading, more: () => void more() };
}

/** Adds the next page to a list; nothing after the last one. */
export function MoreButton<Item>(props: {
  readonly pages: Pages<Item>;
  readonly label: string;
}): JSX.Element | null {
  const { data, isMoreLoading, more } = props.pages;
  if (data?.cursor === undefined) return null;
  return (
    <div class="more">
      <Button busy={isMoreLoading} onClick={more}>
        {props.label}
      </Button>
    </div>
  );
}
