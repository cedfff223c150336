import type { LiveLayer } from '@vitrine/client';
import { useMemo, useRef } from 'preact/hooks';
import { type Command, useCommands } from '../../../components/commands.ts';
import type { IconName } from '../../../components/icon.tsx';
import { query, setQuery } from '../../../router/location.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { addVariable } from '../data/add-variable.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { LOOKS } from '../draft/looks.ts';
import { showReader } from '../draft/opening.ts';
import { openPart, PART_KINDS, type PartKind } from '../draft/part.ts';
import { addLayer } from '../layers/new-layer.ts';
import { addRule } from '../rules/add-rule.ts';
import { focusPane, type Pane } from './panes.ts';

const { commands: texts, layers, parts, seeAs } = liveImagesTexts;
const ICONS: Readonly<Record<PartKind, IconName>> = {
  layer: 'image',
  variable: 'braces',
  source: 'database',
  rule: 'bolt',
};

interface Designed {
  readonly form: LiveForm;
  /** The form of the layers that are seen. */
  readonly layersForm: LiveForm;
  readonly save: () => void;
}

/**
 * Offers in the palette what else takes many Tabs: to save, to reach a part of the page or of the picture, to add one, and to
 * see the picture otherwise.
 */
export function useDesignerCommands(designed: Designed): void {
  const latest = useRef(designed);
  latest.current = designed;
  const { design } = designed.form;
  const names = PART_KINDS.flatMap((kind) => Object.keys(design[`${kind}s`]).map((name) => ({ kind, name })));
  const key = JSON.stringify(names);
  useCommands(
    useMemo(
      () => [
        command(liveImagesTexts.designer.save, 'check', () => latest.current.save()),
        ...(Object.keys(layers.types) as LiveLayer['type'][]).map((type) =>
          command(texts.addLayer(layers.types[type]), 'add', () => addLayer(latest.current.layersForm, type)),
        ),
        command(parts.addVariable, 'add', () => addVariable(latest.current.form)),
        command(parts.addRule, 'add', () => addRule(latest.current.form)),
        ...names.map(({ kind, name }) =>
          command(texts.partOf[kind](name), ICONS[kind], () => openPart(kind, name)),
        ),
        command(texts.seeAs(seeAs.readers.samples), 'eye', () => showReader('samples')),
        command(texts.seeAs(seeAs.readers.record), 'eye', () => showReader('record', '?')),
        command(texts.seeAs(seeAs.readers.none), 'eye', () => showReader('none')),
        command(texts.seeAs(seeAs.readers.unfilled), 'eye', () => showReader('unfilled')),
        ...LOOKS.map((look) =>
          command(texts.seeAs(seeAs.looks[look]), 'eye', () =>
            setQuery({ [look]: query.peek().has(look) ? null : '1' }),
          ),
        ),
        ...(Object.keys(texts.panes) as (keyof typeof texts.panes)[]).map((pane) =>
          command(texts.goTo(texts.panes[pane]), 'chevronRight', () => focusPane(pane satisfies Pane)),
        ),
      ],
      [key],
    ),
  );
}

function command(label: string, icon: IconName, run: () => void): Command {
  return { label, icon, run };
}
