import { describe, test } from 'vitest';
import { storageConformance } from '../../conformance/index.ts';
import { memoryStorage } from './index.ts';

storageConformance(
  { describe, test },
  {
    name: 'memory',
    async open() {
      const storage = memoryStorage();
      return { storage, close: () => storage.close() };
    },
  },
);
