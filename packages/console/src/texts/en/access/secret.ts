export const secretTexts = {
  leave: 'The secret is not copied, and nobody can see it again. Go on without it?',
  ended: (title: string) => `You were signed out. “${title}” was not copied yet.`,
} as const;
