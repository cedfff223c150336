import type { ImageDetail } from '@vitrine/client';
import type { ComponentChildren, JSX } from 'preact';
import { formatBytes, formatMomentIn } from '../../components/format.ts';
import { TimeAgo } from '../../components/time.tsx';
import { imagesTexts } from '../../texts/en/images/images.ts';

const texts = imagesTexts.panel;

/** What is known of an image, as a list. */
export function ImageFacts({ image }: { readonly image: ImageDetail }): JSX.Element {
  const { id, type, format, animated, width, height, bytes, folder, timer } = image;
  const size = formatBytes(bytes);
  return (
    <dl class="image-facts">
      <Fact name={texts.type}>{type === 'timer' ? texts.timerType : texts.typeOf(format, animated)}</Fact>
      <Fact name={texts.dimensions}>{texts.pixels(width, height)}</Fact>
      <Fact name={texts.size}>{type === 'timer' ? texts.sizeOfTimer(size) : size}</Fact>
      {timer !== undefined && (
        <Fact name={texts.target}>
          <time dateTime={timer.targetDate}>{formatMomentIn(timer.targetDate, timer.timeZone)}</time>
        </Fact>
      )}
      <Fact name={texts.folder}>
        {folder === null ? <span class="faint">{texts.noFolder}</span> : <span dir="auto">{folder}</span>}
      </Fact>
      <Fact name={texts.added}>
        <TimeAgo time={image.date_created} />
      </Fact>
      <Fact name={texts.changed}>
        <TimeAgo time={image.date_updated} />
      </Fact>
      <Fact name={texts.id}>{id}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="number">{children}</dd>
    </div>
  );
}
