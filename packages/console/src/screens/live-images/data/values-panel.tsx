import type { LiveValue } from '@vitrine/client';
import type { JSX } from 'preact';
import { LinkNote } from '../../../components/pictures/link-note.tsx';
import { Link } from '../../../router/link.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { selectPart } from '../draft/part.ts';

const texts = liveImagesTexts.values;

/** Each value that the shown opening has, and where it comes from. */
export function ValuesPanel({ form }: { readonly form: LiveForm }): JSX.Element | null {
  const { design, resolved } = form;
  if (resolved === null) return null;
  const values = Object.entries(resolved.values);
  const texted = Object.entries(resolved.texts);
  const rule = resolved.rule === null ? undefined : design.rules[resolved.rule];
  const linkFrom =
    rule?.link != null
      ? texts.linkOfRule(resolved.rule ?? '')
      : design.link === null
        ? texts.noLink
        : texts.linkOfDesign;
  return (
    <section class="card values" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {values.length > 0 && (
        <div class="table-scroll">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{texts.name}</th>
                <th scope="col">{texts.value}</th>
                <th scope="col">{texts.from}</th>
              </tr>
            </thead>
            <tbody>
              {values.map(([name, value]) => (
                <tr key={name}>
                  <th scope="row" class="mono">
                    <Breakable name={name} />
                  </th>
                  <td>
                    {value.value === null ? <span class="faint">{texts.missing}</span> : String(value.value)}
                  </td>
                  <td class="soft">
                    <Origin form={form} name={name} value={value} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {texted.length > 0 && (
        <dl class="value-texts">
          {texted.map(([layer, text]) => (
            <div key={layer}>
              <dt>
                <button type="button" class="plain-link" onClick={() => selectPart('layer', layer)}>
                  {layer}
                </button>
              </dt>
              <dd dir="auto">{text === '' ? <span class="faint">{texts.empty}</span> : text}</dd>
            </div>
          ))}
        </dl>
      )}
      <p class="value-line">
        <span class="soft">{texts.rule}</span>{' '}
        {resolved.rule === null ? texts.noRule : <span class="badge good">{resolved.rule}</span>}
      </p>
      <p class="value-line">
        <span class="soft">{texts.click}</span>{' '}
        {resolved.link !== null ? (
          <>
            <a href={resolved.link} target="_blank" rel="noreferrer">
              {resolved.link}
            </a>{' '}
            <span class="faint">{linkFrom}</span>
          </>
        ) : design.fallback.link !== null ? (
          <>
            <a href={design.fallback.link} target="_blank" rel="noreferrer">
              {design.fallback.link}
            </a>{' '}
            <span class="faint">{texts.fallback}</span>
          </>
        ) : (
          <span class="faint">{texts.nowhere}</span>
        )}
      </p>
      <LinkNote links={[rule?.link ?? design.link ?? design.fallback.link]} />
    </section>
  );
}

/** A name that may be broken after its source. */
function Breakable({ name }: { readonly name: string }): JSX.Element {
  const end = name.indexOf('.') + 1;
  return (
    <>
      {name.slice(0, end)}
      <wbr />
      {name.slice(end)}
    </>
  );
}

interface OriginProps {
  readonly form: LiveForm;
  readonly name: string;
  readonly value: LiveValue;
}

function Origin({ form, name, value }: OriginProps): JSX.Element {
  const { design, places, resolved } = form;
  const source = Object.keys(design.sources).find((one) => name.startsWith(`${one}.`));
  if (source === undefined) {
    if (value.from === 'missing') return <>{texts.notGiven}</>;
    return <>{value.from === 'default' ? texts.ofDefault : texts.ofUrl}</>;
  }
  const property = name.slice(source.length + 1);
  const recordId = resolved?.records[source] ?? null;
  if (recordId === null) return <>{texts.noRecord(places[source]?.title ?? source)}</>;
  const found = design.sources[source];
  const where = texts.ofRecord(places[source]?.title ?? source, property);
  if (value.from === 'missing') return <>{texts.unset(where)}</>;
  if (found === undefined || found.kind === 'nearest') return <>{where}</>;
  return (
    <Link to={`/stores/${encodeURIComponent(found.storeId)}?record=${encodeURIComponent(recordId)}`}>
      {where}
    </Link>
  );
}
