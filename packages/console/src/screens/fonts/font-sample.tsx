import type { FontSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useSettled } from '../../components/browser/use-settled.ts';
import { TextField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Delayed } from '../../components/pages/states.tsx';
import { useLoad } from '../../components/pages/use-load.tsx';
import { messageOf } from '../../requests/describe-error.ts';
import { query, setQuery } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { fontsTexts } from '../../texts/en/images/fonts.ts';
import { drawSample } from './draw-sample.ts';

const texts = fontsTexts.panel;

/** Characters of a message, as the interface allows them. */
const TEXT_MAX = 200;

/** A text of the reader in a font, as the server draws it. The text is in the address. */
export function FontSample({ font }: { readonly font: FontSummary }): JSX.Element {
  const { client } = useSession();
  const typed = query.value.get('text') ?? '';
  const text = useSettled(typed) || texts.sampleDefault;
  const load = useLoad((signal) => drawSample(client, font.id, text, signal), [client, font.id, text]);
  const url = useBlobUrl(load.data?.picture ?? null);
  return (
    <div class="font-sample">
      <div class="font-ink" data-drawing={load.isLoading || undefined}>
        {url !== null && (
          <img src={url} alt={texts.sampleAlt(text, font.fullName)} width={600} height={200} />
        )}
        {url === null && load.isLoading && (
          <Delayed>
            <span class="faint" role="status">
              {texts.drawing}
            </span>
          </Delayed>
        )}
      </div>
      {load.data?.warnings.map((warning) => (
        <p key={warning} class="note warn">
          <Icon name="alert" />
          <span>{warning}</span>
        </p>
      ))}
      <TextField
        label={texts.sample}
        placeholder={texts.sampleDefault}
        hint={texts.sampleHint}
        maxLength={TEXT_MAX}
        value={typed}
        problem={load.error === null || load.isLoading ? null : messageOf(load.error)}
        onValue={(value) => setQuery({ text: value })}
      />
    </div>
  );
}

/** Returns a `blob:` URL as long as it is shown. */
function useBlobUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) return;
    const own = URL.createObjectURL(blob);
    setUrl(own);
    return () => URL.revokeObjectURL(own);
  }, [blob]);
  return url;
}
