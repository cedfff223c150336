import { columnConformance } from '../test/file-conformance.ts';

columnConformance('sqlite with columns of wide text', 1);
