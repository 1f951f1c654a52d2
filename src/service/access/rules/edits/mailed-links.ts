/** Whether operators may request sign-in links by mail (docs/decisions/mailed-links.md). */

import { ok } from '../../../../protocol/result';
import { said } from '../../../../protocol/words';
import type { EntryWords } from '../../../audit/rules/chain';
import { changed } from '../../../configuration/rules/declaration';
import { setting } from '../../../configuration/rules/setting';
import { MAILED_LINKS, type MailedLinks } from '../mailed-link';

export const MAILED_LINKS_ENTRIES = {
  'mailed_links.set': {
    audience: 'admins',
    told: ({ data }) =>
      data.allowed === true
        ? said`Operators without a passkey can request a sign-in link by mail from now on.`
        : said`Operators can no longer request a sign-in link by mail.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const MAILED_LINKS_ATTEMPT = 'change whether operators can sign in with a link that they request by mail:';

const permission = (allowed: boolean): string => (allowed ? 'allowed' : 'not allowed');

export const setMailedLinks = /* @__PURE__ */ setting<MailedLinks, { readonly allowed: boolean }>()({
  name: MAILED_LINKS,
  blank: (unset) => ({ ...unset, allowed: false, atMs: 0 }),
  entries: MAILED_LINKS_ENTRIES,
  decide: (before, { allowed }, { at, entry }) =>
    ok(
      before.allowed === allowed
        ? null
        : { fields: { allowed, atMs: at }, entry: entry('mailed_links.set', MAILED_LINKS, { allowed }) },
    ),
  waits: ({ allowed }) => allowed,
  attempt: MAILED_LINKS_ATTEMPT,
  title: () => 'Change how operators sign in',
  headline: ({ allowed }) =>
    allowed ? 'Let operators request a sign-in link by mail' : 'End sign-in links that operators request by mail',
  lines: ({ allowed }, before) => [changed('links requested by mail', permission(before.allowed), permission(allowed))],
  effect: ({ allowed }) => (allowed ? 'lowers' : 'raises'),
  // The sessions of these links turn no key.
  gives: 'nothing',
  after: null,
});
