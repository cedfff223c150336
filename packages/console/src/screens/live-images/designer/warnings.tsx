import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { AllowedHosts } from '../draft/image-hosts.ts';

const texts = liveImagesTexts.hosts;
/** A warning about a picture whose host is not allowed, with the layer and the host. */
const NOT_ALLOWED = /^design\.layers\.(?<layer>.+)\.url: .* (?<host>\S+) is not listed \(PUT [\w/-]+\)\.$/s;

interface WarningsProps {
  /** Those of the draft and of the opening that is shown, which may be the same. */
  readonly warnings: readonly string[];
  readonly allow: AllowedHosts['allow'];
}

/** What is wrong with the draft. Pictures of other servers can be allowed here. */
export function Warnings({ warnings, allow }: WarningsProps): JSX.Element | null {
  const [busy, setBusy] = useState('');
  if (warnings.length === 0) return null;
  const found = [...new Set(warnings)].map((text) => ({ text, ...NOT_ALLOWED.exec(text)?.groups }));
  const byHost = Map.groupBy<string | undefined, Partial<Record<string, string>>>(found, ({ host }) => host);
  return (
    <ul class="note warn live-warnings">
      {[...byHost].map(([host, group]) =>
        host === undefined ? (
          group.map(({ text }) => <li key={text}>{text?.replace(/^design\./, '')}</li>)
        ) : (
          <li key={host}>
            {texts.notAllowed(group.map(({ layer }) => layer).join(', '), host)}{' '}
            <Button
              size="small"
              busy={busy === host}
              onClick={() => {
                setBusy(host);
                void allow(host).then(() => setBusy(''));
              }}
            >
              {texts.allow(host)}
            </Button>
          </li>
        ),
      )}
    </ul>
  );
}
