import { addAirports, addOrders } from '../sample-data.ts';
import type { PictureSet } from './picture.ts';

let airports = '';
let orders = '';

const address = (storeId: string, parameters: Readonly<Record<string, string>>) =>
  `/stores/${storeId}/charts?${new URLSearchParams(parameters)}`;

export const charts: PictureSet = {
  async arrange(server) {
    airports = await addAirports(server);
    orders = await addOrders(server);
    const { vitrine, principal } = server;
    const by = [['state']];
    const views = [
      { name: 'Airports by state', display: { by, top: '10' } },
      { name: 'How far north', display: { measure: 'avg', of: 'latitude', by, top: '10' } },
    ];
    for (const view of views) await vitrine.views.create(principal, airports, { ...view, kind: 'chart' });
  },
  pictures: [
    {
      name: 'charts',
      async show({ page, open }) {
        await open(address(airports, { by: '[["state"]]', top: '10' }));
        await page.getByRole('img', { name: 'Number of records by state' }).waitFor();
      },
    },
    {
      name: 'charts-start',
      async show({ page, open }) {
        await open(`/stores/${orders}/charts`);
        await page.getByRole('heading', { name: 'What do you want to see?' }).waitFor();
      },
    },
    {
      name: 'charts-kept',
      async show({ page, open }) {
        await open(`/stores/${airports}/charts`);
        await page.getByRole('img', { name: 'Number of records by state' }).waitFor();
        await page.getByRole('img', { name: 'Average of latitude by state' }).waitFor();
      },
    },
    {
      name: 'charts-line',
      async show({ page, open }) {
        const by = '[["ordered","month","Europe/Berlin"],["channel"]]';
        await open(address(orders, { chart: 'line', measure: 'sum', of: 'amount', by }));
        await page.getByRole('img', { name: 'Sum of amount by ordered' }).waitFor();
      },
    },
    {
      name: 'charts-histogram',
      async show({ page, open }) {
        await open(address(orders, { chart: 'histogram', by: '[["amount"]]' }));
        await page.getByRole('img', { name: 'Number of records by amount' }).waitFor();
      },
    },
  ],
};
