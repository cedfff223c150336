/** A storage of the browser that may be forbidden: nothing is found in it then, and nothing kept. */
interface BrowserStorage {
  /** Returns a text, or null if there is none. */
  readonly read: (name: string) => string | null;
  /** Keeps a text. Null erases it. */
  readonly write: (name: string, text: string | null) => void;
}

/** What this tab keeps until it is closed. */
export const tabStorage = createStorage(() => sessionStorage);

/** What this device keeps. */
export const deviceStorage = createStorage(() => localStorage);

/** @param open throws where the browser forbids site data. */
function createStorage(open: () => Storage): BrowserStorage {
  return {
    read(name) {
      try {
        return open().getItem(name);
      } catch {
        return null;
      }
    },
    write(name, text) {
      try {
        if (text === null) open().removeItem(name);
        else open().setItem(name, text);
      } catch {
        // A full or forbidden storage: it holds for this visit.
      }
    },
  };
}
