import type { StoreProperty } from '@vitrine/client';
import type { JSX } from 'preact';
import { PROPERTIES_MAX } from '../../../../../core/src/ground/limits.ts';
import { Button } from '../../../components/button.tsx';
import { Checkbox, type Choice, SelectField, TextField } from '../../../components/field.tsx';
import { formatNumber } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';
import { storesTexts } from '../../../texts/en/stores/stores.ts';
import {
  areTooMany,
  type ColumnEdit,
  type ColumnEdits,
  type ColumnPlan,
  editsOfFirst,
  used,
} from '../file/column-plan.ts';

type PropertyType = StoreProperty['type'];

const TYPES = (Object.keys(storesTexts.types) as PropertyType[]).map(
  (value): Choice<PropertyType> => ({ value, label: storesTexts.types[value] }),
);
const SKIP = '';

interface ColumnListProps {
  readonly plans: readonly ColumnPlan[];
  /** The properties of an existing store. Null: the columns become the properties of a new store. */
  readonly properties: readonly StoreProperty[] | null;
  /** Messages by the key of a column. */
  readonly problems: Readonly<Record<string, string>>;
  readonly onEdit: (key: string, edit: ColumnEdit) => void;
  readonly onEditAll: (edits: ColumnEdits) => void;
}

/** The columns of the file, and what becomes of each. */
export function ColumnList(props: ColumnListProps): JSX.Element {
  const { plans, properties, problems, onEdit, onEditAll } = props;
  return (
    <ul class="import-columns card">
      <li class="names" aria-hidden="true">
        <span>{texts.inFile}</span>
        <span>{texts.inStore}</span>
        <span>{texts.typeTitle}</span>
        {properties === null && <span>{texts.rules}</span>}
      </li>
      {properties === null && plans.length > 1 && <AllColumns plans={plans} onEditAll={onEditAll} />}
      {plans.map((plan, index) => {
        const column = plan.inferred.column || texts.columnWithoutName(index + 1);
        const shared = { column, plan, problem: problems[plan.key] };
        const edit = (change: ColumnEdit) => onEdit(plan.key, change);
        return (
          <li key={plan.key} data-skipped={plan.isSkipped || undefined}>
            {properties === null ? (
              <NewProperty {...shared} onEdit={edit} />
            ) : (
              <ExistingProperty {...shared} properties={properties} onEdit={edit} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Chooses all columns or none, and says at once if they are more than a store has properties. */
function AllColumns({ plans, onEditAll }: Pick<ColumnListProps, 'plans' | 'onEditAll'>): JSX.Element {
  const count = used(plans).length;
  const isAll = count === plans.length;
  return (
    <li class="all">
      <Checkbox
        label={texts.allColumns(formatNumber(count), formatNumber(plans.length))}
        checked={isAll}
        isMixed={count > 0 && !isAll}
        onValue={(isChosen) => onEditAll(editsOfFirst(plans, isChosen ? plans.length : 0))}
      />
      {areTooMany(plans) && (
        <p class="note warn">
          <Icon name="alert" />
          <span>{texts.tooMany(formatNumber(count))}</span>
          <Button size="small" onClick={() => onEditAll(editsOfFirst(plans, PROPERTIES_MAX))}>
            {texts.keepFirst}
          </Button>
        </p>
      )}
    </li>
  );
}

interface ColumnProps {
  readonly column: string;
  readonly plan: ColumnPlan;
  readonly problem: string | undefined;
  readonly onEdit: (edit: ColumnEdit) => void;
}

function NewProperty({ column, plan, problem, onEdit }: ColumnProps): JSX.Element {
  const { isSkipped, property, type, unique, required } = plan;
  return (
    <>
      <div class="source">
        <Checkbox
          label={<bdi>{column}</bdi>}
          checked={!isSkipped}
          onValue={(isUsed) => onEdit({ isSkipped: !isUsed })}
        />
        <Samples plan={plan} />
      </div>
      <TextField
        label={texts.property(column)}
        isLabelUnseen
        value={property}
        disabled={isSkipped}
        problem={problem}
        onValue={(name) => onEdit({ property: name })}
      />
      <SelectField
        label={texts.type(column)}
        isLabelUnseen
        value={type}
        choices={TYPES}
        disabled={isSkipped}
        onValue={(chosen) => onEdit({ type: chosen })}
      />
      <div class="rules">
        <Checkbox
          label={<Named name={texts.unique} column={column} />}
          checked={unique && !isSkipped}
          disabled={isSkipped}
          onValue={(isUnique) => onEdit({ unique: isUnique })}
        />
        <Checkbox
          label={<Named name={texts.required} column={column} />}
          checked={(required || unique) && !isSkipped}
          disabled={isSkipped || unique}
          onValue={(isRequired) => onEdit({ required: isRequired })}
        />
      </div>
    </>
  );
}

function ExistingProperty({
  column,
  plan,
  problem,
  properties,
  onEdit,
}: ColumnProps & { readonly properties: readonly StoreProperty[] }): JSX.Element {
  const { isSkipped, property } = plan;
  return (
    <>
      <div class="source">
        <bdi class="name">{column}</bdi>
        <Samples plan={plan} />
      </div>
      <SelectField
        label={texts.property(column)}
        isLabelUnseen
        value={isSkipped ? SKIP : property}
        choices={[
          { value: SKIP, label: texts.skip },
          ...properties.map(({ name, unique }) => ({
            value: name,
            label: unique ? `${name} (${texts.unique.toLowerCase()})` : name,
          })),
        ]}
        problem={problem}
        onValue={(name) => onEdit(name === SKIP ? { isSkipped: true } : { isSkipped: false, property: name })}
      />
      <span class="faint type">{isSkipped ? '' : storesTexts.types[plan.type]}</span>
    </>
  );
}

/** A label that also says the column to those who do not see the row. */
function Named({ name, column }: { readonly name: string; readonly column: string }): JSX.Element {
  return (
    <>
      {name}
      <span class="unseen">: {column}</span>
    </>
  );
}

function Samples({ plan: { inferred } }: { readonly plan: ColumnPlan }): JSX.Element {
  const text = inferred.samples.join(' · ');
  return (
    <span class="samples cut faint" dir="auto" title={text.slice(0, 500)}>
      {text.slice(0, 200) || texts.noSamples}
    </span>
  );
}
