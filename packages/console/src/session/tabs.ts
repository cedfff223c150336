/** The key of a tab, and when the tab was last seen, in milliseconds. */
interface Reply {
  readonly key: string;
  readonly usedAt: number;
}

/** A message between the tabs of this browser. Only pages of the same origin get it, and it is not stored. */
type Message =
  | { readonly kind: 'ask' }
  | ({ readonly kind: 'reply' } & Reply)
  | { readonly kind: 'signedIn'; readonly key: string }
  | { readonly kind: 'signedOut' };

interface TabEvents {
  /** Returns the key of this tab. Null: it has none. */
  readonly keyOf: () => string | null;
  /** Returns when this tab was last seen, in milliseconds. */
  readonly usedAt: () => number;
  readonly onSignedIn: (key: string) => void;
  readonly onSignedOut: () => void;
}

/** The other tabs of the console in this browser. */
export interface Tabs {
  /** Asks for a key. Resolves with that of the tab that was seen last, or null if none has one. */
  ask(): Promise<string | null>;
  tellSignedIn(key: string): void;
  tellSignedOut(): void;
}

/** How long a tab without a key waits for the first reply, and then for those of further tabs, in milliseconds. */
const FIRST_MS = 150;
const FURTHER_MS = 30;

/** Joins the tabs of one server. @param channel what they talk over. */
export function joinTabs(channel: BroadcastChannel, events: TabEvents): Tabs {
  const listeners = new Set<(reply: Reply) => void>();
  const tell = (message: Message) => channel.postMessage(message);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask') {
      const key = events.keyOf();
      if (key !== null) tell({ kind: 'reply', key, usedAt: events.usedAt() });
    } else if (data.kind === 'reply') for (const listen of listeners) listen(data);
    else if (data.kind === 'signedIn') events.onSignedIn(data.key);
    else events.onSignedOut();
  };
  return {
    ask() {
      return new Promise((resolve) => {
        const replies: Reply[] = [];
        const end = () => {
          listeners.delete(listen);
          resolve(replies.sort((one, other) => other.usedAt - one.usedAt)[0]?.key ?? null);
        };
        const timer = setTimeout(end, FIRST_MS);
        const listen = (reply: Reply) => {
          if (replies.length === 0) {
            clearTimeout(timer);
            setTimeout(end, FURTHER_MS);
          }
          replies.push(reply);
        };
        listeners.add(listen);
        tell({ kind: 'ask' });
      });
    },
    tellSignedIn: (key) => tell({ kind: 'signedIn', key }),
    tellSignedOut: () => tell({ kind: 'signedOut' }),
  };
}
