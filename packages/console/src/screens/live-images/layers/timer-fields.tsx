import type { LiveTimerDesign, LiveTimerLayer } from '@vitrine/client';
import type { JSX } from 'preact';
import { choicesOf, fontChoices } from '../../../components/designer/fields/choices.ts';
import { ColorField } from '../../../components/designer/fields/color-field.tsx';
import { HOURS_MAX, hoursOf } from '../../../components/designer/fields/hours.ts';
import { NumberField } from '../../../components/designer/fields/number-field.tsx';
import { SelectField, TextField } from '../../../components/field.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { TemplateField } from '../data/template-field.tsx';
import type { LayerForm } from './layer-form.ts';

const texts = liveImagesTexts.timer;
const KINDS = choicesOf(texts.kinds);
const EVERY = choicesOf(texts.everyChoices);
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

type Target = LiveTimerDesign['target'];

/** What a timer counts to, and how it looks. */
export function TimerFields(props: LayerForm<LiveTimerLayer>): JSX.Element | null {
  const { form, layer, change, problemOf } = props;
  const { design } = layer;
  // A new timer gets its other members from the server.
  if (design.digits?.color === undefined || design.target === undefined) return null;
  const { target } = design;
  const set = (members: Partial<Target>) => change({ design: { target: members } });
  return (
    <>
      <SelectField
        label={texts.kind}
        value={target.kind}
        choices={KINDS}
        problem={problemOf('design.target.kind')}
        onValue={(kind) => set(startOf(kind, form.design.timeZone))}
      />
      {target.kind === 'value' && (
        <TemplateField
          form={form}
          label={texts.value}
          hint={texts.valueHint}
          value={target.value ?? ''}
          problem={problemOf('design.target.value')}
          types={['datetime', 'string']}
          isWhole
          onValue={(value) => set({ value })}
        />
      )}
      {target.kind === 'date' && (
        <TextField
          label={texts.date}
          type="datetime-local"
          hint={target.timeZone ?? 'UTC'}
          value={(target.date ?? '').slice(0, 16)}
          problem={problemOf('design.target.date')}
          onValue={(date) => date !== '' && set({ date: `${date}:00` })}
        />
      )}
      {target.kind === 'recurring' && (
        <div class="field-row">
          <SelectField
            label={texts.every}
            value={target.every ?? 'day'}
            choices={EVERY}
            onValue={(every) => set({ every })}
          />
          <TextField
            label={texts.at}
            type="time"
            value={target.at ?? '00:00'}
            problem={problemOf('design.target.at')}
            onValue={(at) => at !== '' && set({ at: at.slice(0, 5) })}
          />
        </div>
      )}
      {target.kind === 'evergreen' && (
        <NumberField
          label={texts.hours}
          hint={texts.hoursHint}
          value={hoursOf(target.duration ?? 'PT48H')}
          min={1}
          max={HOURS_MAX}
          problem={problemOf('design.target.duration')}
          onValue={(hours) => set({ duration: `PT${hours}H` })}
        />
      )}
      {target.kind === 'value' && (
        <NumberField
          label={texts.missing}
          hint={texts.missingHint}
          value={target.missing == null ? null : hoursOf(target.missing)}
          min={1}
          max={HOURS_MAX}
          problem={problemOf('design.target.missing')}
          onValue={(hours) => set({ missing: `PT${hours}H` })}
          onEmpty={() => set({ missing: null })}
        />
      )}
      <Looks {...props} />
    </>
  );
}

function Looks({ form, layer, change, problemOf }: LayerForm<LiveTimerLayer>): JSX.Element {
  const { preset, digits, labels, frames } = layer.design;
  const set = (design: object) => change({ design });
  return (
    <>
      <SelectField
        label={texts.preset}
        value={preset ?? ''}
        choices={[
          { value: '', label: texts.noPreset },
          ...form.presets.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        onValue={(name) => set({ preset: name === '' ? null : name })}
      />
      <SelectField
        label={texts.font}
        value={String(digits.fontId)}
        choices={fontChoices(
          form.fonts.filter(({ id, hasDigits }) => hasDigits || id === digits.fontId),
          digits.fontId,
        )}
        onValue={(fontId) => set({ digits: { fontId: Number(fontId) } })}
      />
      <div class="field-row">
        <NumberField
          label={texts.size}
          value={digits.size}
          min={8}
          max={400}
          problem={problemOf('design.digits.size')}
          onValue={(size) => set({ digits: { size } })}
        />
        <ColorField
          label={texts.color}
          value={digits.color}
          onValue={(color) => set({ digits: { color } })}
        />
        <NumberField
          label={texts.labelSize}
          value={labels.size}
          min={6}
          max={200}
          onValue={(size) => set({ labels: { size } })}
        />
        <ColorField
          label={texts.labelColor}
          value={labels.color}
          onValue={(color) => set({ labels: { color } })}
        />
        <NumberField
          label={texts.frames}
          hint={texts.framesHint}
          value={frames}
          min={1}
          max={120}
          problem={problemOf('design.frames')}
          onValue={(next) => set({ frames: next })}
        />
      </div>
    </>
  );
}

/** The members that a kind begins with. The server knows the defaults of the others. */
function startOf(kind: Target['kind'], timeZone: string): Partial<Target> {
  if (kind === 'value') return { kind, value: '', missing: 'PT48H' };
  if (kind === 'evergreen') return { kind, duration: 'PT48H' };
  if (kind === 'recurring') return { kind, every: 'day', at: '00:00', timeZone };
  const date = new Date(Date.now() + WEEK_MS).toISOString().slice(0, 10);
  return { kind, date: `${date}T00:00:00`, timeZone };
}
