import type { StoreDetail } from '@vitrine/client';
import type { ComponentChildren, JSX } from 'preact';
import { CopyButton } from '../../components/copy-button.tsx';
import { formatMoment, formatNumber } from '../../components/format.ts';
import { schemaTexts as texts } from '../../texts/en/stores/schema.ts';
import { sayHistory } from './history-choices.ts';
import { lifetimeOf } from './record-lifetime.ts';

/** The store itself: what it is for, how long its records live, who made it. */
export function StoreFacts({ detail }: { readonly detail: StoreDetail }): JSX.Element {
  const { description, recordTtl, recordCount, history, date_created, store_type, id } = detail;
  return (
    <dl class="store-facts card">
      <Fact name={texts.description} isWide>
        {description ?? <span class="faint">{texts.none}</span>}
      </Fact>
      <Fact name={texts.records}>
        <span class="number">{formatNumber(recordCount)}</span>
      </Fact>
      <Fact name={texts.expire}>
        {recordTtl === null ? texts.never : texts.expireAfter(lifetime(recordTtl))}
      </Fact>
      <Fact name={texts.history}>{sayHistory(history)}</Fact>
      <Fact name={texts.created}>
        <span title={store_type}>{formatMoment(date_created)}</span>
      </Fact>
      <Fact name={texts.id}>
        <code>{id}</code>
        <CopyButton isIconOnly text={id} label={texts.copyId} />
      </Fact>
    </dl>
  );
}

function lifetime(seconds: number): string {
  const { count, unit } = lifetimeOf(seconds);
  return texts.lifetimes[unit](formatNumber(Number(count)), count === '1');
}

interface FactProps {
  readonly name: string;
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

function Fact({ name, isWide = false, children }: FactProps): JSX.Element {
  return (
    <div class={isWide ? 'wide' : ''}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
