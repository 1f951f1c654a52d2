/**
 * Checks what people were shown, what they signed and what was recorded. All must be the lines of the display of the request's
 * own policy version, although an admin edits the display meanwhile. The lines are rendered again here.
 */

import { actionVersionKey } from '../../src/adapters/dynamodb/keys';
import { displayText } from '../../src/protocol/display/display';
import { render } from '../../src/protocol/display/render';
import { shownText } from '../../src/protocol/display/text';
import { parseTurnStatement, statementHash } from '../../src/protocol/statements/turn';
import type { AuditEntry } from '../../src/service/audit/rules/chain';
import type { Policy } from '../../src/service/policy/rules/policy';
import type { Request } from '../../src/service/request/rules/request';
import { unless } from './part';
import type { World } from './world';

export function displayViolations(
  world: World,
  request: Request,
  own: readonly AuditEntry[],
  pages: readonly unknown[],
): string[] {
  const { org, action, policy, params, digests } = request;
  const key = actionVersionKey(org, action, policy.version);
  const version = world.table.item(key);
  const { display } = JSON.parse(version!.body as string) as Policy;
  if (display === null) return unless(digests === null, 'digests without a display', digests);
  const shown = render(display, params);
  const again = { display: statementHash(displayText(display)), shown: statementHash(shownText(shown)) };
  const isAgain = (found: unknown) => JSON.stringify(picked(found)) === JSON.stringify(again);
  const byCode = own.filter(({ kind, data }) => kind === 'key.turned' && data.statement === undefined);
  const signed = world.signing.flatMap((event) =>
    event.kind === 'signed' && event.decision.request === request.id ? [event.decision.statement] : [],
  );
  return [
    ...unless(isAgain(digests), 'the request has other digests than its own version of the display', digests),
    ...unless(
      byCode.every(({ data }) => isAgain(data)),
      'a turn was recorded with other digests',
      byCode,
    ),
    ...unless(
      signed.every((statement) => isAgain(parseTurnStatement(statement))),
      'something else was signed than what was shown',
      signed,
    ),
    ...unless(
      pages.every((page) => JSON.stringify(page) === JSON.stringify(shown)),
      'a page showed other lines',
      pages,
    ),
  ];
}

function picked(found: unknown) {
  const { display, shown } = (found ?? {}) as { readonly display?: string; readonly shown?: string };
  return { display, shown };
}
