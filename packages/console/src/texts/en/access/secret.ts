export const secretTexts = {
  leave: 'You have not copied it, and nobody can see it again. Go on without it?',
  ended: (title: string) => `You were signed out. “${title}” was not copied yet.`,
} as const;
