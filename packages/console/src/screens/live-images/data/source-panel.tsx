import type { LiveNearestSource, LiveQuerySource, LiveRecordSource } from '@vitrine/client';
import type { JSX } from 'preact';
import { Button, IconButton } from '../../../components/button.tsx';
import { choicesOf } from '../../../components/designer/fields/choices.ts';
import { NumberField } from '../../../components/designer/fields/number-field.tsx';
import { FormSection } from '../../../components/designer/form-section.tsx';
import { SelectField, TextField } from '../../../components/field.tsx';
import { needsValue } from '../../../records/filter-rules.ts';
import type { PropertyType } from '../../../records/value-types.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { filterTexts } from '../../../texts/en/stores/filters.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { NameField } from '../draft/name-field.tsx';
import { selectRenamed } from '../draft/part.ts';
import { useAddedFocus } from '../draft/use-added-focus.ts';
import { valueNameProblem } from '../names/value-name.ts';
import { renameSource } from '../names/variables.ts';
import { ComparedField } from './compared-field.tsx';
import { comparedWith, liveOperators } from './compared-value.ts';
import { TemplateField } from './template-field.tsx';

const texts = liveImagesTexts.source;
const MATCHES = choicesOf(texts.matches);
const DIRECTIONS = choicesOf(texts.directions);
const UNITS = [{ value: '' as const, label: texts.unitOfMap }, ...choicesOf(texts.units)];
const FILTERS_MAX = 10;

interface SourcePanelProps {
  readonly form: LiveForm;
  readonly name: string;
}

interface FieldsProps<Source> {
  readonly form: LiveForm;
  readonly name: string;
  readonly source: Source;
  readonly set: (members: object) => void;
  readonly problemAt: (member: string) => string | null;
}

/** Where values come from: which record or place, and how it is found. */
export function SourcePanel({ form, name }: SourcePanelProps): JSX.Element | null {
  const { design, change, problemOf, places, resolved } = form;
  const source = design.sources[name];
  if (source === undefined) return null;
  const shared = {
    ...{ form, name },
    set: (members: object) => change({ sources: { [name]: members } }),
    problemAt: (member: string) => problemOf(`sources.${name}.${member}`),
  };
  const found = resolved?.records[name];
  // The id of a place says nothing to people.
  const title = resolved?.values[`${name}.name`]?.value;
  return (
    <FormSection title={texts.titles[source.kind]} isOpen>
      <NameField
        label={texts.name}
        value={name}
        problemOf={(next) => valueNameProblem(form.named(), next)}
        onRename={(next) => {
          form.rename(renameSource, name, next);
          selectRenamed('source', name, next);
        }}
      />
      <p class="soft">
        {texts.of} <strong>{places[name]?.title ?? texts.gone}</strong>
      </p>
      {source.kind === 'record' && <RecordFields {...shared} source={source} />}
      {source.kind === 'query' && <QueryFields {...shared} source={source} />}
      {source.kind === 'nearest' && <NearestFields {...shared} source={source} />}
      {found !== undefined && (
        <p class="faint">{found === null ? texts.foundNone : texts.found(String(title ?? found))}</p>
      )}
      <p class="problem" role="alert">
        {problemOf(`sources.${name}`)}
      </p>
      <Button size="small" icon="trash" onClick={() => change({ sources: { [name]: null } })}>
        {texts.remove}
      </Button>
    </FormSection>
  );
}

function RecordFields({ form, source, set, problemAt }: FieldsProps<LiveRecordSource>): JSX.Element {
  return (
    <>
      {Object.entries(source.key).map(([property, template]) => (
        <TemplateField
          key={property}
          form={form}
          label={texts.keyOf(property)}
          hint={texts.keyHint}
          value={template}
          problem={problemAt(`key.${property}`) ?? problemAt('key')}
          isPlain
          onValue={(text) => set({ key: { [property]: text } })}
        />
      ))}
    </>
  );
}

function QueryFields({ form, name, source, set, problemAt }: FieldsProps<LiveQuerySource>): JSX.Element {
  const properties = form.places[name]?.properties ?? [];
  const { filters } = source;
  const noteAdded = useAddedFocus(filters.length);
  const change = (at: number, filter: object) =>
    set({ filters: filters.map((one, index) => (index === at ? filter : one)) });
  const typeOf = (field: string) => properties.find((property) => property.name === field)?.type ?? 'string';
  const [first] = properties;
  const names = properties.map((property) => ({ value: property.name, label: property.name }));
  return (
    <>
      {filters.map(({ field, op, value }, at) => {
        const type = typeOf(field);
        return (
          <div key={at} class="condition">
            <div class="condition-fields">
              <SelectField
                label={texts.property}
                isLabelUnseen
                value={field}
                choices={names}
                problem={problemAt(`filters[${at}].field`)}
                onValue={(next) => change(at, filterOf(next, typeOf(next), op, value))}
              />
              <SelectField
                label={texts.operator}
                isLabelUnseen
                value={op}
                choices={liveOperators(type).map((one) => ({
                  value: one,
                  label: filterTexts.operators[one] ?? one,
                }))}
                problem={problemAt(`filters[${at}].op`)}
                onValue={(next) => change(at, filterOf(field, type, next, value))}
              />
              {needsValue(op) && (
                <ComparedField
                  form={form}
                  label={texts.value}
                  value={value}
                  op={op}
                  type={type}
                  problem={problemAt(`filters[${at}].value`)}
                  onValue={(next) => change(at, { field, op, value: next })}
                />
              )}
            </div>
            <IconButton
              icon="close"
              size="small"
              label={texts.removeFilter}
              onClick={() => set({ filters: filters.filter((_, index) => index !== at) })}
            />
          </div>
        );
      })}
      <Button
        size="small"
        icon="add"
        disabled={first === undefined || filters.length >= FILTERS_MAX}
        onClick={() => {
          if (first === undefined) return;
          noteAdded();
          set({ filters: [...filters, filterOf(first.name, first.type, 'eq', undefined)] });
        }}
      >
        {texts.addFilter}
      </Button>
      {filters.length > 1 && (
        <SelectField
          label={texts.match}
          value={source.match}
          choices={MATCHES}
          onValue={(match) => set({ match })}
        />
      )}
      <div class="field-row">
        <SelectField
          label={texts.sortBy}
          value={source.sortBy ?? ''}
          choices={[{ value: '', label: texts.newest }, ...names]}
          problem={problemAt('sortBy')}
          onValue={(sortBy) => set({ sortBy: sortBy === '' ? null : sortBy })}
        />
        {source.sortBy !== null && (
          <SelectField
            label={texts.sortDir}
            value={source.sortDir}
            choices={DIRECTIONS}
            onValue={(sortDir) => set({ sortDir })}
          />
        )}
      </div>
    </>
  );
}

/** Returns a filter with an operator and a value that the type of its property has: those wanted, if they can be. */
function filterOf(field: string, type: PropertyType, wanted: string, value: unknown): object {
  const known = liveOperators(type);
  const op = [wanted, 'eq'].find((one) => known.includes(one)) ?? known[0] ?? 'eq';
  return { field, op, ...comparedWith(value, op, type) };
}

function NearestFields({ form, source, set, problemAt }: FieldsProps<LiveNearestSource>): JSX.Element {
  return (
    <>
      <TemplateField
        form={form}
        label={texts.place}
        hint={texts.placeHint}
        value={source.place ?? ''}
        problem={problemAt('place')}
        isPlain
        onValue={(place) => set({ place: place === '' ? null : place })}
      />
      <div class="field-row">
        <TextField
          label={texts.country}
          placeholder="US"
          maxLength={2}
          value={source.country ?? ''}
          problem={problemAt('country')}
          onValue={(country) => set({ country: country === '' ? null : country.toUpperCase() })}
        />
        <SelectField
          label={texts.unit}
          value={source.unit ?? ''}
          choices={UNITS}
          onValue={(unit) => set({ unit: unit === '' ? null : unit })}
        />
        <NumberField
          label={texts.maxDistance}
          value={source.maxDistance}
          min={1}
          max={20_000}
          problem={problemAt('maxDistance')}
          onValue={(maxDistance) => set({ maxDistance })}
          onEmpty={() => set({ maxDistance: null })}
        />
      </div>
    </>
  );
}
