import type { Page } from 'playwright-core';
import type { ConsoleServer } from '../console-server.ts';

/** A picture of a screen in `docs/screens`, taken at two widths, in light and dark. */
export interface Picture {
  /** The name of the file: `grid`, `grid-filter`. */
  readonly name: string;
  /** A page of pictures, taken once in each theme, with all of its height and colours. */
  readonly isSheet?: boolean;
  /** Opens the screen and brings it into the state that is to be seen. */
  readonly show: (context: {
    readonly page: Page;
    readonly server: ConsoleServer;
    /** Opens a path below `/console`, signed in. */
    readonly open: (path: string) => Promise<void>;
  }) => Promise<void>;
}

/** The pictures of one screen. The file is named as the screen. */
export interface PictureSet {
  /** Adds data to the server of this set alone. */
  readonly arrange?: (server: ConsoleServer) => Promise<void>;
  readonly pictures: readonly Picture[];
}
