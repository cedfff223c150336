import type { LiveDesignChanges } from '@vitrine/core/contracts';

const INTER_BOLD = 2;
const NAVY = '#12204a';

/**
 * Returns the design of the picture: the product that a reader has looked at, with its photo, price and the end of its
 * offer. One rule is for products that are sold out, another one for those that cost less than 30.
 */
export function offerDesign(productsId: string): LiveDesignChanges {
  return {
    ...{ width: 600, height: 200, locale: 'de-AT', timeZone: 'Europe/Vienna', access: 'signed' },
    variables: { sku: { sample: 'P-1' }, first_name: { default: 'friend', sample: 'Jana' } },
    sources: { product: { kind: 'record', storeId: productsId, key: { sku: '{{ sku }}' } } },
    layers: {
      photo: { type: 'image', order: 1, width: 200, height: 200, url: '{{ product.photo }}' },
      greeting: {
        ...{ type: 'text', order: 2, x: 220, y: 14, width: 360, height: 28, size: 16, fit: 'truncate' },
        ...{ color: '#5b6478', text: 'Hi {{ first_name }}, still thinking about it?' },
      },
      title: {
        ...{ type: 'text', order: 3, x: 220, y: 42, width: 360, height: 64, size: 24, fit: 'wrap' },
        ...{ color: NAVY, fontId: INTER_BOLD, text: '{{ product.name }}' },
      },
      price: {
        ...{ type: 'text', order: 4, x: 220, y: 110, width: 150, height: 32, size: 22, fit: 'truncate' },
        ...{ color: '#c2255c', fontId: INTER_BOLD, text: '{{ product.price | money: "EUR" }}' },
      },
      pill: { type: 'shape', order: 5, x: 220, y: 150, width: 140, height: 36, radius: 18, color: NAVY },
      button: {
        ...{ type: 'text', order: 6, x: 230, y: 150, width: 120, height: 36, size: 16, fit: 'truncate' },
        ...{ color: '#ffffff', align: 'center', valign: 'middle', text: 'View it' },
      },
      timer: {
        ...{ type: 'timer', order: 7, x: 380, y: 106, width: 200, height: 80 },
        design: {
          frames: 5,
          digits: { size: 30, color: NAVY },
          labels: { size: 10, color: '#5b6478' },
          target: { kind: 'value', value: '{{ product.ends }}' },
        },
      },
    },
    rules: {
      'sold out': {
        order: 1,
        when: [{ field: 'product.stock', op: 'eq', value: 0 }],
        layers: { price: { text: 'Sold out' }, button: { text: 'See others' }, timer: false },
        link: 'https://shop.example/similar/{{ sku }}',
      },
      cheap: {
        order: 2,
        when: [{ field: 'product.price', op: 'lt', value: 30 }],
        layers: { button: { text: 'A bargain' } },
        link: 'https://shop.example/bargains?for={{ first_name }}',
      },
    },
    link: '{{ product.page }}',
    fallback: { link: 'https://shop.example/' },
  };
}
