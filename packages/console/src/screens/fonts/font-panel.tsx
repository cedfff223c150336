import type { FontSummary, TimerDesign } from '@vitrine/client';
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { formatAgo, formatBytes, formatNumber } from '../../components/format.ts';
import { ConfirmDialog, Dialog } from '../../components/overlays/dialog.tsx';
import { DesignUses } from '../../components/pictures/design-uses.tsx';
import { placesInLayers } from '../../components/pictures/places-in-layers.ts';
import { showToast } from '../../components/toast.tsx';
import { messageOf } from '../../requests/describe-error.ts';
import type { SavedDesign } from '../../requests/saved-designs.ts';
import { useSession } from '../../session/session.ts';
import { fontsTexts } from '../../texts/en/images/fonts.ts';
import { FontSample } from './font-sample.tsx';

const texts = fontsTexts.panel;

interface FontPanelProps {
  readonly font: FontSummary;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** One font: a text of the reader in it, what is known of it, and what uses it. */
export function FontPanel({ font, onClose, onDeleted }: FontPanelProps): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  const { fullName, format, variable, hasDigits, date_created } = font;
  return (
    <Dialog
      isSide
      width={520}
      title={fullName}
      onClose={onClose}
      actions={
        font.scope === 'custom' && (
          <Button icon="trash" onClick={() => setAsking(true)}>
            {texts.delete}
          </Button>
        )
      }
    >
      <FontSample font={font} />
      <dl class="font-facts">
        <Fact name={texts.family}>{font.family}</Fact>
        <Fact name={texts.style}>{font.style}</Fact>
        <Fact name={texts.weight}>{formatNumber(font.weight)}</Fact>
        <Fact name={texts.italic}>{font.italic ? texts.yes : texts.no}</Fact>
        <Fact name={texts.format}>{texts.formatOf(format, variable)}</Fact>
        <Fact name={texts.glyphs}>{formatNumber(font.glyphCount)}</Fact>
        <Fact name={texts.digits}>{hasDigits ? texts.hasDigits : texts.lacksDigits}</Fact>
        <Fact name={texts.size}>{formatBytes(font.bytes)}</Fact>
        <Fact name={texts.origin}>
          {date_created === null ? texts.builtIn : texts.added(formatAgo(date_created))}
        </Fact>
        <Fact name={texts.id}>{font.id}</Fact>
      </dl>
      <DesignUses
        placesIn={(saved) => placesOf(font.id, saved)}
        some={font.scope === 'custom' ? fontsTexts.uses.stay : null}
      />
      {isAsking && <DeleteFont font={font} onClose={() => setAsking(false)} onDeleted={onDeleted} />}
    </Dialog>
  );
}

/** Returns the parts of a design that are set in the font. */
function placesOf(id: number, saved: SavedDesign): readonly string[] {
  const inTimer = (design: TextsOfTimer) => placesInTimer(id, design);
  if (saved.kind === 'timer') return inTimer(saved.design);
  return placesInLayers(
    saved.design.layers,
    (layer) => layer.type === 'text' && layer.fontId === id,
    inTimer,
  );
}

type TextsOfTimer = Pick<TimerDesign, 'digits' | 'labels' | 'headline'>;

function placesInTimer(id: number, { digits, labels, headline }: TextsOfTimer): readonly string[] {
  return [
    ...(digits.fontId === id ? [fontsTexts.uses.digits] : []),
    ...(labels.show && labels.fontId === id ? [fontsTexts.uses.labels] : []),
    ...(headline.text !== null && headline.fontId === id ? [fontsTexts.uses.headline] : []),
  ];
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="number" dir="auto">
        {children}
      </dd>
    </div>
  );
}

function DeleteFont({ font, onClose, onDeleted }: FontPanelProps): JSX.Element {
  const { client } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await client.fonts.delete(font.id);
      onClose();
      onDeleted();
      showToast(fontsTexts.deleted(font.fullName));
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      title={fontsTexts.deleteTitle(font.fullName)}
      action={fontsTexts.deleteAction}
      isDangerous
      busy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{fontsTexts.deleteText}</p>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </ConfirmDialog>
  );
}
