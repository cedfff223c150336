import type { LiveImageDraftResponse, ResolveLiveImageResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { TEMPLATES } from '../../packages/console/src/screens/live-images/templates/all-templates.ts';
import {
  type Filling,
  fillTemplate,
} from '../../packages/console/src/screens/live-images/templates/fill-template.ts';
import { priceWithStock } from '../../packages/console/src/screens/live-images/templates/price-with-stock.ts';
import type { LiveTemplate } from '../../packages/console/src/screens/live-images/templates/template.ts';
import { onOneStorage } from './world.ts';

const FROM_URL: Filling = {
  ...{ currency: 'EUR', locale: 'en', timeZone: 'UTC', imageId: null, timer: null },
  ...{ store: null, properties: {}, record: null, map: null },
};

onOneStorage((arrange) => {
  test('a template of the console says nothing wrong to a reader without any value', async () => {
    const { a } = await arrange();
    const conversationId = 'templates';

    /** Returns what the texts of a template show when each variable has a value. */
    async function textsOf({ wide }: LiveTemplate, value: string): Promise<string[]> {
      const design = fillTemplate(wide, FROM_URL);
      const { body } = await a.post<LiveImageDraftResponse>('/v2/live-image-drafts', {
        conversationId,
        design,
      });
      const variables = Object.fromEntries(body.variables.map((name) => [name, value]));
      const resolved = await a.post<ResolveLiveImageResponse>(
        `/v2/live-image-drafts/${body.draftId}/resolve`,
        { conversationId, variables },
      );
      expect(resolved).toMatchObject({ status: 200 });
      return Object.values(resolved.body.texts).filter((text) => text !== '');
    }

    const shown: Record<string, readonly string[]> = {};
    for (const template of TEMPLATES) shown[template.name] = await textsOf(template, '*|TAG|*');
    expect(shown).toEqual({
      'product-card': ['New in our shop', 'Have a look'],
      'price-with-stock': ['Our offer'],
      greeting: ['Hello friend', 'It is good to have you with us.'],
      countdown: ['The offer'],
      'nearest-shop': ['Your nearest shop', 'Find us near you'],
      'event-invitation': ['You are invited, friend', 'An evening with us'],
      'loyalty-points': ['P', 'Your points, friend', '–'],
      'back-in-stock': ['Back in stock', 'What you were waiting for'],
      appointment: ['See you soon, friend', 'Your appointment'],
      coupon: ['A gift', 'for friend'],
    });
    expect(await textsOf(priceWithStock, '0')).toContain('Sold out');
  });
});
