import type { JSX } from 'preact';
import { Delayed } from '../../components/pages/states.tsx';
import { liveStartTexts as texts } from '../../texts/en/live/start.ts';

interface TemplateCardProps {
  readonly title: string;
  readonly text: string;
  /** As a `blob:` URL. Undefined: not drawn yet. Null: it could not be drawn. */
  readonly picture: string | null | undefined;
  readonly size: { readonly width: number; readonly height: number };
  readonly isBusy: boolean;
  readonly onChoose: () => void;
}

/** A template as the server draws it with the chosen data. A press begins with it. */
export function TemplateCard({
  title,
  text,
  picture,
  size,
  isBusy,
  onChoose,
}: TemplateCardProps): JSX.Element {
  return (
    <button type="button" class="card template-card" aria-busy={isBusy || undefined} onClick={onChoose}>
      <span class="template-picture" aria-hidden="true">
        {picture == null ? (
          <span class="template-blank" style={{ aspectRatio: `${size.width} / ${size.height}` }}>
            {picture === null ? texts.notDrawn : <Delayed>{texts.drawing}</Delayed>}
          </span>
        ) : (
          <img src={picture} alt="" width={size.width} height={size.height} />
        )}
      </span>
      <strong>{title}</strong>
      <span class="soft">{text}</span>
    </button>
  );
}
