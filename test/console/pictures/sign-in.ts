import type { PictureSet } from './picture.ts';

export const signIn: PictureSet = {
  pictures: [
    {
      name: 'sign-in',
      async show({ page, server }) {
        await page.goto(`${server.url}/console/`);
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      },
    },
  ],
};
