import { oauthClient } from '../../e2e/oauth-client.ts';
import { addProducts } from '../sample-data.ts';
import type { PictureSet } from './picture.ts';

export const connect: PictureSet = {
  async arrange(server) {
    await addProducts(server);
  },
  pictures: [
    {
      name: 'connect',
      async show({ page, open, server }) {
        const client = await oauthClient(server.url, 'https://claude.ai/api/mcp/auth_callback', {
          client_name: 'Claude',
        });
        await open('/keys');
        await page.goto(client.authorizeUrl().href);
        await page.getByRole('radio', { name: 'One store' }).check();
      },
    },
    {
      name: 'connect-key',
      async show({ page, server }) {
        const client = await oauthClient(server.url, 'http://127.0.0.1:33418/callback', {
          client_name: 'Visual Studio Code',
        });
        await page.goto(client.authorizeUrl().href);
        await page.getByText('It runs on this computer.').waitFor();
      },
    },
  ],
};
