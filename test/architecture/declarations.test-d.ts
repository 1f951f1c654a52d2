/** What a declaration of an edit, and its handler, do not compile without (docs/decisions/declared-edits.md). Checked with the types. */

import type { ConsolePrincipal } from '../../src/lambda/console/authenticate';
import { edit } from '../../src/lambda/console/edit';
import type { GroupId } from '../../src/protocol/identifiers';
import type { ConfigurationDeps } from '../../src/service/administration/use-cases/change-configuration';
import { atOnce, nothing, OPERATORS, refuse, waiting } from '../../src/service/configuration/rules/declaration';

const complete = {
  entries: {},
  reads: () => [OPERATORS.of(true)],
  decide: () => nothing(null),
  waits: 'always',
  seen: () => null,
  subject: () => 'subject',
  attempt: 'try',
  title: () => 'Title',
  headline: () => 'Headline',
  lines: () => [],
  effect: () => null,
  gives: 'nothing',
  after: null,
} as const;

export const WHOLE = waiting<unknown>()(complete);

const { entries: _1, ...withoutEntries } = complete;
const { reads: _2, ...withoutReads } = complete;
const { decide: _3, ...withoutDecide } = complete;
const { waits: _4, ...withoutWaits } = complete;
const { seen: _5, ...withoutSeen } = complete;
const { subject: _6, ...withoutSubject } = complete;
const { attempt: _7, ...withoutAttempt } = complete;
const { title: _8, ...withoutTitle } = complete;
const { headline: _9, ...withoutHeadline } = complete;
const { lines: _10, ...withoutLines } = complete;
const { effect: _11, ...withoutEffect } = complete;
const { gives: _12, ...withoutGives } = complete;
const { after: _13, ...withoutAfter } = complete;

export const INCOMPLETE = [
  // @ts-expect-error its entries
  waiting<unknown>()(withoutEntries),
  // @ts-expect-error what it reads
  waiting<unknown>()(withoutReads),
  // @ts-expect-error the decision
  waiting<unknown>()(withoutDecide),
  // @ts-expect-error whether it waits
  waiting<unknown>()(withoutWaits),
  // @ts-expect-error whose version people saw
  waiting<unknown>()(withoutSeen),
  // @ts-expect-error what it concerns
  waiting<unknown>()(withoutSubject),
  // @ts-expect-error what a refused attempt tried
  waiting<unknown>()(withoutAttempt),
  // @ts-expect-error its title
  waiting<unknown>()(withoutTitle),
  // @ts-expect-error its headline
  waiting<unknown>()(withoutHeadline),
  // @ts-expect-error what people approve
  waiting<unknown>()(withoutLines),
  // @ts-expect-error its effect on approvals
  waiting<unknown>()(withoutEffect),
  // @ts-expect-error what it gives
  waiting<unknown>()(withoutGives),
  // @ts-expect-error the organization after it
  waiting<unknown>()(withoutAfter),
  // @ts-expect-error an edit that never waits gives nothing
  atOnce<unknown>()({ ...complete, waits: 'never' }),
];

/** An edit cannot write an entry that it does not declare. */
export const undeclared = atOnce<unknown>()({
  entries: { 'lamp.lit': { audience: 'admins', told: () => ['The lamp was lit.'] } },
  reads: () => [OPERATORS.of(true)],
  // @ts-expect-error nobody said who is told of it
  decide: (_base, _edit, { entry }) => nothing(entry('lamp.broken', 'lamp')),
  waits: 'never',
});

/** An entry of which somebody is told has words. */
export const wordless = atOnce<unknown>()({
  // @ts-expect-error what people are told
  entries: { 'lamp.lit': { audience: 'admins' } },
  reads: () => [OPERATORS.of(true)],
  decide: () => refuse('broken'),
  waits: 'never',
});

/** A handler answers every refusal of its edit that is not answered for all edits. */
export const handled = (deps: ConfigurationDeps, principal: ConsolePrincipal, id: GroupId) =>
  edit(
    deps,
    principal,
    { kind: 'delete_group', id },
    {
      made: () => ({}),
      // @ts-expect-error why a group that an action names cannot be deleted
      refused: { not_found: () => ({}) },
    },
  );
