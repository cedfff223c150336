import type { AnyStore, Store, StoreDetail, StoreProperty } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useVisible } from '../../components/browser/use-visible.ts';
import { Button } from '../../components/button.tsx';
import { formatNumber } from '../../components/format.ts';
import { MenuButton, type MenuEntry } from '../../components/overlays/menu.tsx';
import { Delayed, Skeleton } from '../../components/pages/states.tsx';
import { operatorsOf } from '../../records/filter-rules.ts';
import { showValue } from '../../records/value-types.ts';
import { addressWithFilters } from '../../records/views/filter-address.ts';
import { messageOf } from '../../requests/describe-error.ts';
import { navigate } from '../../router/location.ts';
import { changeTypeTexts } from '../../texts/en/stores/change-type.ts';
import { schemaTexts as texts } from '../../texts/en/stores/schema.ts';
import { storesTexts } from '../../texts/en/stores/stores.ts';
import { loadPropertyFacts, type PropertyFacts } from './property-facts.ts';

export type PropertyAction = 'edit' | 'rename' | 'type' | 'delete';

interface PropertyRowProps {
  readonly store: Store<AnyStore>;
  readonly detail: StoreDetail;
  readonly property: StoreProperty;
  /** Whether its values are counted as soon as the row is visible. */
  readonly isCounted: boolean;
  readonly onAction: (action: PropertyAction) => void;
}

/** A property with its rules, its values and what can be done with it. */
export function PropertyRow({ store, detail, property, isCounted, onAction }: PropertyRowProps): JSX.Element {
  const { name, type, unique, required, description } = property;
  const ref = useRef<HTMLLIElement>(null);
  return (
    <li ref={ref} class="property">
      <div class="property-rules">
        <h3>{name}</h3>
        <span class="badge">{storesTexts.types[type]}</span>
        {unique && <span class="badge accent">{texts.unique}</span>}
        {required && !unique && <span class="badge">{texts.required}</span>}
        {description !== null && <p class="soft">{description}</p>}
      </div>
      {isCounted && <Values store={store} detail={detail} property={property} row={ref} />}
      <MenuButton
        isIconOnly
        icon="more"
        align="end"
        label={texts.actionsOf(name)}
        items={itemsOf(detail, property, onAction)}
      />
    </li>
  );
}

/** Returns the actions; those that the rules of the interface refuse say why. */
function itemsOf(
  { id, properties }: StoreDetail,
  { name, type, unique }: StoreProperty,
  onAction: (action: PropertyAction) => void,
): readonly MenuEntry[] {
  const records = `/stores/${encodeURIComponent(id)}`;
  const unset = addressWithFilters(records, { filters: [{ field: name, op: 'empty' }], match: 'all' });
  return [
    { label: texts.edit, icon: 'edit', onSelect: () => onAction('edit') },
    {
      label: texts.rename,
      icon: 'font',
      refusal: unique ? texts.uniqueKeepsName : null,
      onSelect: () => onAction('rename'),
    },
    {
      label: changeTypeTexts.menu,
      icon: 'refresh',
      refusal: unique ? changeTypeTexts.uniqueKeepsType : null,
      onSelect: () => onAction('type'),
    },
    ...(operatorsOf(type).includes('empty') && !unique
      ? [{ label: texts.showUnset, icon: 'filter' as const, onSelect: () => navigate(unset) }]
      : []),
    null,
    {
      label: texts.delete,
      icon: 'trash',
      isDangerous: true,
      refusal: unique ? texts.uniqueStays : properties.length === 1 ? texts.lastStays : null,
      onSelect: () => onAction('delete'),
    },
  ];
}

interface ValuesProps extends Pick<PropertyRowProps, 'store' | 'detail' | 'property'> {
  readonly row: { readonly current: HTMLElement | null };
}

function Values({ store, detail, property, row }: ValuesProps): JSX.Element {
  const isVisible = useVisible(row);
  const [facts, setFacts] = useState<PropertyFacts | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  const { recordCount } = detail;
  useEffect(() => {
    if (!isVisible) return;
    const aborting = new AbortController();
    setError(null);
    loadPropertyFacts(store, property, aborting.signal).then(setFacts, (failure: unknown) => {
      if (!aborting.signal.aborted) setError(failure);
    });
    return () => aborting.abort();
  }, [store, property.name, isVisible, recordCount, round]);

  if (error !== null) {
    return (
      <div class="property-values">
        <p class="problem">{messageOf(error)}</p>
        <Button size="small" icon="refresh" onClick={() => setRound(round + 1)}>
          {texts.countAgain}
        </Button>
      </div>
    );
  }
  if (facts === null) {
    return (
      <div class="property-values">
        <Delayed>
          <span class="unseen">{texts.counting}</span>
          <Skeleton width="70%" />
          <Skeleton width="45%" />
        </Delayed>
      </div>
    );
  }
  return <Facts facts={facts} property={property} recordCount={recordCount} />;
}

interface FactsProps {
  readonly facts: PropertyFacts;
  readonly property: StoreProperty;
  readonly recordCount: number;
}

function Facts({ facts, property, recordCount }: FactsProps): JSX.Element {
  const { set, distinct, range, samples } = facts;
  const { type, required } = property;
  // Records may come and go between the counts.
  const all = Math.max(set, recordCount);
  const share = all === 0 ? 0 : set / all;
  return (
    <>
      <div class="property-values number">
        <div class="progress" aria-hidden="true">
          <div style={{ width: `${100 * share}%` }} />
        </div>
        <p>{describeSet(set, all)}</p>
        {required && set < all && <p class="lacking">{texts.lacking(formatNumber(all - set))}</p>}
        {set > 0 && (
          <p class="faint">
            {texts.distinct(formatNumber(distinct), distinct === 1)}
            {range !== null && `, ${texts.range(showValue(range[0], type), showValue(range[1], type))}`}
          </p>
        )}
      </div>
      <ul class="samples" aria-label={texts.samples}>
        {samples.map(({ value, count }, index) => (
          <li key={index} class="sample">
            <span class="cut" title={showValue(value, type).slice(0, TITLE_MAX)}>
              {value === '' ? <em>{texts.emptyText}</em> : showValue(value, type).slice(0, TITLE_MAX)}
            </span>
            {count !== null && <span class="faint number">{formatNumber(count)}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function describeSet(set: number, all: number): string {
  if (set === 0) return texts.noneSet;
  return set === all ? texts.allSet(formatNumber(set)) : texts.someSet(formatNumber(set), formatNumber(all));
}

/** Characters of a value that are worth to be laid out. */
const TITLE_MAX = 300;
