/** What a change of the configuration means for approvals, in words: a title, and a sentence. */
export const EFFECT_TEXTS = {
  lowers: ['Lowers protection', 'After it, fewer keys are enough, or a key is easier to turn.'],
  changes_who: ['Changes who decides', 'After it, other people can turn keys, or sign in as those who can.'],
  gives_access: [
    'Gives a program access',
    'After it, a program with the token can ask people for approvals, or run what they approve.',
  ],
  raises: ['Raises protection', 'After it, approvals are only stricter.'],
} as const satisfies Readonly<Record<string, readonly [title: string, text: string]>>;

/** Whether people are warned of it wherever they first meet the change. */
export const isWarned = (effect: keyof typeof EFFECT_TEXTS | null | undefined): effect is keyof typeof EFFECT_TEXTS =>
  effect != null && effect !== 'raises';
