import { createVitrine, memoryStorage } from '@vitrine/core';

const vitrine = await createVitrine({
  storage: memoryStorage(),
  async onChange(changes) {
    for (const { storeId, type, recordId, position } of changes)
      console.log(storeId, type, recordId, position);
  },
});
await vitrine.close();
