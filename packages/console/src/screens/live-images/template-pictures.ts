import type { Client, LiveDesignChanges } from '@vitrine/client';
import { useEffect, useState } from 'preact/hooks';
import { SCRATCH } from '../../components/drafts/left-draft.ts';
import { limitConcurrency } from '../../requests/concurrency.ts';

export interface NamedDesign {
  readonly name: string;
  readonly design: LiveDesignChanges;
}

/** Drawing is expensive for the server. */
const DRAWN_AT_ONCE = 2;
const NAME = 'Template';

/**
 * Draws each design in a draft of its own that is deleted at once. Returns the pictures that are there, as `blob:` URLs by
 * the name of the design. Null: it could not be drawn.
 */
export function useTemplatePictures(
  client: Client,
  designs: readonly NamedDesign[],
): ReadonlyMap<string, string | null> {
  const [pictures, setPictures] = useState<ReadonlyMap<string, string | null>>(new Map());
  const key = JSON.stringify(designs);
  useEffect(() => {
    const aborting = new AbortController();
    const { signal } = aborting;
    const made: string[] = [];
    const limit = limitConcurrency(DRAWN_AT_ONCE);
    setPictures(new Map());
    for (const { name, design } of designs) {
      limit(() => drawOnce(client, design, signal)).then(
        (blob) => {
          if (blob === null || signal.aborted) return;
          const url = URL.createObjectURL(blob);
          made.push(url);
          setPictures((before) => new Map([...before, [name, url]]));
        },
        () => {
          // Choosing it says what is wrong.
          if (!signal.aborted) setPictures((before) => new Map([...before, [name, null]]));
        },
      );
    }
    return () => {
      aborting.abort();
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, [client, key]);
  return pictures;
}

async function drawOnce(
  client: Client,
  design: LiveDesignChanges,
  signal: AbortSignal,
): Promise<Blob | null> {
  if (signal.aborted) return null;
  const { drafts } = client.liveImages;
  const draft = await drafts.create({ conversationId: SCRATCH, name: NAME, design });
  try {
    return await drafts.preview(draft, {}, { signal });
  } finally {
    await drafts.delete(draft);
  }
}
