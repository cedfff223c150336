import type { TimerDesign } from '@vitrine/client';
import type { JSX } from 'preact';
import { choicesOf } from '../../../components/designer/fields/choices.ts';
import { HOURS_MAX, hoursOf } from '../../../components/designer/fields/hours.ts';
import { NumberField } from '../../../components/designer/fields/number-field.tsx';
import { FormSection } from '../../../components/designer/form-section.tsx';
import { SelectField, TextField } from '../../../components/field.tsx';
import { formatMoment } from '../../../components/format.ts';
import { zoneChoices } from '../../../components/zoned-time.ts';
import { timersTexts } from '../../../texts/en/images/timers.ts';
import type { DesignForm } from '../design/design-form.ts';
import { ReaderZones } from './reader-zones.tsx';
import { StartReader } from './start-reader.tsx';
import { endOf, formatLeft } from './target-moment.ts';
import { Warnings } from './warnings.tsx';

type Target = TimerDesign['target'];

const texts = timersTexts.designer;
const HOUR_MS = 3_600_000;

const KINDS = choicesOf(texts.kinds);
/** A record needs a store and a key, which this section does not ask for. */
const OFFERED = KINDS.filter(({ value }) => value !== 'record');
const EVERY = choicesOf(texts.everyChoices);
const WEEKDAYS = texts.weekdays.map((label, index) => ({ value: String(index + 1), label }));

/** What the timer counts down to, and what that is now. */
export function TargetSection({ form }: { readonly form: DesignForm }): JSX.Element {
  const { design, change, problemOf } = form;
  const { target } = design;
  const set = (changes: Partial<Target>) => change({ target: changes });
  const every = target.every ?? 'day';
  const now = Date.now();
  const end = endOf(target, now);
  return (
    <FormSection title={texts.sections.target} isOpen>
      <SelectField
        label={texts.kind}
        value={target.kind}
        choices={target.kind === 'record' ? KINDS : OFFERED}
        onValue={(kind) => set(startOf(kind, target))}
      />
      {target.kind === 'date' && (
        <TextField
          label={texts.date}
          type="datetime-local"
          value={(target.date ?? '').slice(0, 16)}
          problem={problemOf('target.date')}
          onValue={(date) => {
            if (date !== '') set({ date: `${date}:00` });
          }}
        />
      )}
      {target.kind === 'recurring' && (
        <div class="field-row">
          <SelectField
            label={texts.every}
            value={every}
            choices={EVERY}
            onValue={(value) => set({ every: value })}
          />
          {every === 'week' && (
            <SelectField
              label={texts.weekday}
              value={String(target.weekday ?? 1)}
              choices={WEEKDAYS}
              onValue={(weekday) => set({ weekday: Number(weekday) })}
            />
          )}
          {every === 'month' && (
            <NumberField
              label={texts.day}
              value={target.day ?? 1}
              min={1}
              max={31}
              onValue={(day) => set({ day })}
            />
          )}
          <TextField
            label={texts.at}
            type="time"
            value={target.at ?? '00:00'}
            problem={problemOf('target.at')}
            onValue={(at) => {
              if (at !== '') set({ at: at.slice(0, 5) });
            }}
          />
        </div>
      )}
      {target.kind === 'evergreen' ? (
        <>
          <Duration form={form} />
          <StartReader readStart={form.readStart} />
        </>
      ) : (
        <SelectField
          label={texts.timeZone}
          value={target.timeZone ?? 'UTC'}
          choices={zoneChoices(target.timeZone ?? 'UTC')}
          problem={problemOf('target.timeZone')}
          onValue={(timeZone) => set({ timeZone })}
        />
      )}
      <p class="soft shows-now">{describeNow(target, end, now)}</p>
      {end !== null && <ReaderZones end={end} />}
      <Warnings form={form} at="target" />
    </FormSection>
  );
}

function Duration({ form }: { readonly form: DesignForm }): JSX.Element {
  const duration = form.design.target.duration ?? 'PT48H';
  const hours = hoursOf(duration);
  return (
    <NumberField
      label={texts.hours}
      value={hours}
      min={1}
      max={HOURS_MAX}
      hint={hours === null ? texts.oddDuration(duration) : texts.hoursHint}
      problem={form.problemOf('target.duration')}
      onValue={(value) => form.change({ target: { duration: `PT${value}H` } })}
    />
  );
}

/** The members that a kind begins with. The server knows the defaults of the others. */
function startOf(kind: Target['kind'], target: Target): Partial<Target> {
  const { timeZone } = target;
  if (kind === 'record') return target;
  if (kind === 'evergreen') return { kind, duration: 'PT48H' };
  const zone = timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (kind === 'value') return { kind, timeZone: zone };
  if (kind === 'recurring') return { kind, every: 'day', at: '00:00', timeZone: zone };
  const date = new Date(Date.now() + 7 * 24 * HOUR_MS).toISOString().slice(0, 10);
  return { kind, date: `${date}T00:00:00`, timeZone: zone };
}

function describeNow(target: Target, end: number | null, now: number): string {
  if (target.kind === 'value') return texts.showsFromUrl;
  if (target.kind === 'record') return texts.showsFromRecord;
  if (target.kind === 'evergreen') {
    const hours = hoursOf(target.duration ?? 'PT48H');
    return texts.showsFromSending(hours === null ? (target.duration ?? '') : formatLeft(hours * HOUR_MS));
  }
  if (end === null) return '';
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const moment = formatMoment(end);
  return end > now ? texts.showsNow(formatLeft(end - now), moment, own) : texts.isOver(moment, own);
}
