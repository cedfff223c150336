import type { JSX } from 'preact';
import { Checkbox } from '../../components/field.tsx';
import { webhooksTexts } from '../../texts/en/webhooks.ts';
import { RECORD_EVENTS, STORE_EVENTS, type WebhookEvent } from './webhook-draft.ts';

const texts = webhooksTexts.dialog;

const OF_RECORDS: readonly WebhookEvent[] = [...RECORD_EVENTS, 'records.imported'];
const ALL: readonly WebhookEvent[] = [...OF_RECORDS, ...STORE_EVENTS];

interface WebhookEventsProps {
  readonly events: readonly WebhookEvent[];
  readonly problem: string | undefined;
  readonly onEvents: (events: readonly WebhookEvent[]) => void;
}

/** The types of changes that a webhook is told. Those of stores are shown once one of them is chosen. */
export function WebhookEvents({ events, problem, onEvents }: WebhookEventsProps): JSX.Element {
  const ofStores = STORE_EVENTS.filter((event) => events.includes(event));
  const set = (changed: readonly WebhookEvent[], isOn: boolean) =>
    onEvents(ALL.filter((event) => (changed.includes(event) ? isOn : events.includes(event))));
  const box = (event: WebhookEvent) => (
    <Checkbox
      key={event}
      label={webhooksTexts.events[event]}
      checked={events.includes(event)}
      onValue={(isOn) => set([event], isOn)}
    />
  );
  return (
    <>
      <fieldset class="webhook-events">
        <legend>{texts.events}</legend>
        {OF_RECORDS.map(box)}
        <Checkbox
          label={webhooksTexts.events['store.*']}
          checked={ofStores.length > 0}
          isMixed={ofStores.length > 0 && ofStores.length < STORE_EVENTS.length}
          onValue={(isOn) => set(STORE_EVENTS, isOn)}
        />
        {ofStores.length > 0 && STORE_EVENTS.map(box)}
      </fieldset>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
