import type { LiveImageDetail, LiveImageHtmlRequest } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CodeBlock } from '../../../components/code-block.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { choicesOf } from '../../../components/designer/fields/choices.ts';
import { SelectField } from '../../../components/field.tsx';
import { useLoad } from '../../../components/pages/use-load.tsx';
import { LinkNote } from '../../../components/pictures/link-note.tsx';
import { ReachNote } from '../../../components/pictures/reach-note.tsx';
import { useSession } from '../../../session/session.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { type Opening, urlValues } from '../draft/opening.ts';
import { LinkList } from './link-list.tsx';

const texts = liveImagesTexts.mail;
type Tool = NonNullable<LiveImageHtmlRequest['mergeTags']>;
const TOOLS = choicesOf(texts.tools);

interface MailPanelProps {
  /** Null: it is not saved yet. */
  readonly image: LiveImageDetail | null;
  readonly opening: Opening;
  readonly form: LiveForm;
}

/** What is put into an e-mail: HTML with the tags of a mail tool, the URL, a list of URLs, and the click to try. */
export function MailPanel({ image, opening, form }: MailPanelProps): JSX.Element {
  if (image === null) return <p class="faint">{texts.notSavedYet}</p>;
  return <Saved image={image} opening={opening} form={form} />;
}

function Saved({
  image,
  opening,
  form,
}: Pick<MailPanelProps, 'opening' | 'form'> & { image: LiveImageDetail }): JSX.Element {
  const { client } = useSession();
  const [tool, setTool] = useState<Tool>('plain');
  const load = useLoad(
    (signal) => client.liveImages.html(image.id, { mergeTags: tool }, { signal }),
    [client, image.id, image.date_updated, tool],
  );
  const samples = urlValues(opening, image.design);
  const links = useLoad(
    (signal) => client.liveImages.links(image.id, { links: [{ variables: samples }] }, { signal }),
    [client, image.id, image.date_updated, JSON.stringify(samples)],
  );
  const tried = links.data?.links[0];
  const { link, fallback, rules } = image.design;
  const html = load.data?.html ?? image.html;
  return (
    <section class="card mail-panel" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <SelectField label={texts.tool} value={tool} choices={TOOLS} onValue={setTool} />
      <CodeBlock code={html} label={texts.html} isWrapped />
      <div class="mail-line">
        <CopyButton size="normal" label={texts.copyHtml} text={html} />
        {/* Without a signature, they show the fallback. */}
        {image.access === 'open' && (
          <>
            <CopyButton size="normal" label={texts.copyUrl} text={image.productionUrl} />
            <CopyButton size="normal" label={texts.copyClick} text={image.clickUrl} />
          </>
        )}
      </div>
      <ReachNote url={image.productionUrl} />
      <LinkNote links={[link, fallback.link, ...Object.values(rules).map((rule) => rule.link)]} />
      <p class="faint">{texts.hint}</p>
      {tried !== undefined && (
        <p class="mail-try">
          <a href={tried.clickUrl} target="_blank" rel="noreferrer">
            {texts.tryClick}
          </a>{' '}
          <a href={tried.url} target="_blank" rel="noreferrer">
            {texts.tryPicture}
          </a>{' '}
          <span class="faint">{texts.tryHint}</span>
        </p>
      )}
      <LinkList image={image} form={form} />
    </section>
  );
}
