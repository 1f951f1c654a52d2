/** Mails as operators read them. */
import { rendered } from '../../src/adapters/mail/rendered';
import type { Mail } from '../../src/service/mail/rules';

export const textOf = ({ mail }: { readonly mail: Mail }): string => rendered(mail).text;

/** A mail that says only this. */
export const aMail = (subject: string, ...lines: readonly string[]): Mail => ({
  subject,
  organization: 'Acme',
  opening: null,
  rest: null,
  messages: [
    {
      heading: null,
      warnings: [],
      lines,
      operation: null,
      code: null,
      link: { words: 'Open', url: 'https://console.test' },
      notes: [],
      facts: null,
      words: null,
    },
  ],
});
