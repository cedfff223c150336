import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { draftAddress } from '../../components/drafts/draft-address.ts';
import { Checkbox, SelectField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Page } from '../../components/pages/page.tsx';
import { ErrorState } from '../../components/pages/states.tsx';
import { Loaded, useLoad } from '../../components/pages/use-load.tsx';
import { showToast } from '../../components/toast.tsx';
import { useCreation } from '../../requests/creation.ts';
import { messageOf } from '../../requests/describe-error.ts';
import { navigate, query, rememberPage, setQuery } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { liveImagesTexts } from '../../texts/en/live/live-images.ts';
import { liveStartTexts as texts } from '../../texts/en/live/start.ts';
import styles from './live-images.css';
import { SlotFields } from './slot-fields.tsx';
import { loadStart, type StartData } from './start-data.ts';
import { TemplateCard } from './template-card.tsx';
import { type NamedDesign, useTemplatePictures } from './template-pictures.ts';
import { TEMPLATES } from './templates/all-templates.ts';
import { blankOf } from './templates/blank.ts';
import { fillTemplate } from './templates/fill-template.ts';
import { proposeProperties, type SlotProperties } from './templates/slots.ts';
import type { TemplateDesign } from './templates/template.ts';

adoptStyles(styles);

/** Chooses where the values come from and what the picture looks like. One press makes a draft. */
export default function StartScreen(): JSX.Element {
  const { client } = useSession();
  const wanted = {
    store: query.value.get('store'),
    map: query.value.get('map'),
    image: query.value.get('image'),
    timer: query.value.get('timer'),
  };
  const load = useLoad((signal) => loadStart(client, wanted, signal), [client, ...Object.values(wanted)]);
  return (
    <Page title={texts.title} parent={{ to: '/live-images', label: liveImagesTexts.title }} lead={texts.lead}>
      {load.error !== null && !load.isLoading ? (
        <ErrorState error={load.error} onRetry={load.reload} />
      ) : (
        <Loaded load={load}>{(data) => <Start key={data.store?.id ?? ''} {...data} />}</Loaded>
      )}
    </Page>
  );
}

function Start(data: StartData): JSX.Element {
  const { client } = useSession();
  const create = useCreation(client.liveImages.drafts.create);
  const { stores, maps, store, record, map, image, timer } = data;
  const [properties, setProperties] = useState<SlotProperties>(() =>
    proposeProperties(store?.properties ?? []),
  );
  const [busy, setBusy] = useState<string | null>(null);
  const isNarrow = query.value.get('size') === 'narrow';
  const isDark = query.value.has('dark');
  const filling = {
    store,
    record,
    map,
    properties,
    imageId: image?.id ?? null,
    timer: timer?.design ?? null,
    ...data.place,
  };
  const alone = image ?? timer;
  const blank = {
    name: image !== null ? 'image' : timer !== null ? 'timer' : 'blank',
    design: fillTemplate(blankOf(image, timer?.design ?? null), filling),
  };
  const filled = TEMPLATES.map(({ name, wide, narrow }) => ({ name, template: isNarrow ? narrow : wide }))
    .filter(({ template }) => shows(template, image !== null, timer !== null))
    .map(({ name, template }) => ({ name, design: fillTemplate(template, filling) }));
  const offered: readonly NamedDesign[] = alone === null ? [...filled, blank] : [blank, ...filled];
  const pictures = useTemplatePictures(client, offered);

  async function choose({ name, design }: NamedDesign): Promise<void> {
    if (busy !== null) return;
    setBusy(name);
    const isHere = rememberPage();
    try {
      const draft = await create({
        name: name === blank.name && alone !== null ? alone.name : titleOf(name),
        design,
      });
      if (isHere()) navigate(draftAddress('/live-images', { ...draft, imageId: draft.liveImageId }));
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
      setBusy(null);
    }
  }

  return (
    <>
      <div class="start-bar">
        <SelectField
          label={texts.store}
          value={store?.id ?? ''}
          choices={[
            { value: '', label: texts.noStore },
            ...stores.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValue={(id) => setQuery({ store: id === '' ? 'none' : id })}
        />
        {maps.length > 0 && (
          <SelectField
            label={texts.map}
            value={map === null ? '' : String(map.id)}
            choices={[
              { value: '', label: texts.noMap },
              ...maps.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onValue={(id) => setQuery({ map: id === '' ? 'none' : id })}
          />
        )}
        <SelectField
          label={texts.size}
          value={isNarrow ? 'narrow' : 'wide'}
          choices={[
            { value: 'wide', label: texts.wide },
            { value: 'narrow', label: texts.narrow },
          ]}
          onValue={(size) => setQuery({ size: size === 'narrow' ? size : null })}
        />
        <Checkbox
          isSwitch
          label={texts.dark}
          checked={isDark}
          onValue={(next) => setQuery({ dark: next ? '1' : null })}
        />
      </div>
      {store !== null && <SlotFields store={store} properties={properties} onChange={setProperties} />}
      {store !== null && record === null && (
        <p class="note warn">
          <Icon name="alert" />
          <span>{texts.noRecords(store.name)}</span>
        </p>
      )}
      <div class={`template-cards ${isDark ? 'dark' : ''} ${isNarrow ? 'narrow' : ''}`}>
        {offered.map((one) => (
          <TemplateCard
            key={one.name}
            title={titleOf(one.name)}
            text={textOf(one.name)}
            picture={pictures.get(one.name)}
            size={{ width: one.design.width ?? 600, height: one.design.height ?? 200 }}
            isBusy={busy === one.name}
            onChoose={() => void choose(one)}
          />
        ))}
      </div>
    </>
  );
}

/** A chosen picture or timer has to be in the template. */
function shows({ layers }: TemplateDesign, needsImage: boolean, needsTimer: boolean): boolean {
  const types = Object.values(layers).map((layer) => layer?.type);
  return (!needsImage || types.includes('image')) && (!needsTimer || types.includes('timer'));
}

function titleOf(name: string): string {
  return texts.templates[name as keyof typeof texts.templates]?.[0] ?? name;
}

function textOf(name: string): string {
  return texts.templates[name as keyof typeof texts.templates]?.[1] ?? '';
}
