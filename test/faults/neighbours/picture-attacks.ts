import { photo } from '../../gallery/photo.ts';
import { addProducts, makeOffer, upload } from './account.ts';
import type { Attack } from './assault.ts';

const PRODUCTS = 2_000;

/** Attacks that open public pictures. */
export const PICTURE_ATTACKS: Readonly<Record<string, Attack>> = {
  'an open live image that is enumerated': async (account) => {
    const storeId = await addProducts(account, PRODUCTS);
    const offer = await makeOffer(account, storeId, await upload(account, await photo('dusk')));
    return async ({ repeat, send }) => {
      await repeat(32, (place, round) => {
        const number = round * 32 + place;
        return send('picture', `${offer}?sku=sku-${number % PRODUCTS}&name=Reader ${number}`);
      });
    };
  },
};
