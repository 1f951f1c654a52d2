/** What an entry of the audit chain tells people: in the audit log, in the history of a request, and in messages. */
import type { ActorKind } from '../../../protocol/actor';
import { named, said, type Words } from '../../../protocol/words';
import type { PendingEntry } from '../../audit/rules/chain';
import { type Told, toldOfRequest } from '../../request/rules/told';
import { entryWords } from './entries';

export function toldEntry(entry: PendingEntry): Told {
  const ofRequest = toldOfRequest(entry.kind, entry);
  if (ofRequest !== null) return ofRequest;
  const more = entryWords(entry.kind)?.detail?.(entry) ?? [];
  const detail = more.length === 0 ? byWords(entry) : said`${byWords(entry)} · ${more}`;
  return { who: null, what: toldWords(entry), detail, tone: 'plain' };
}

/** A later release may have written a kind that this one does not know. */
export const toldWords = (entry: PendingEntry): Words =>
  entryWords(entry.kind)?.told(entry) ?? said`The configuration was changed: ${entry.kind}.`;

/** Nobody who acted is named. */
const NOBODYS: ReadonlySet<string> = new Set(['Found', 'Requested']);

/** Who did it. */
export function byWords({ kind, actor, actor_kind }: PendingEntry): Words {
  const { deed = 'Changed' } = entryWords(kind) ?? {};
  if (NOBODYS.has(deed)) return said`${deed}`;
  return said`${deed} by ${WHO[actor_kind](actor)}`;
}

const WHO: Readonly<Record<ActorKind, (actor: string) => Words>> = {
  person: (actor) => said`${named('operator', actor)}`,
  program: (actor) => said`the API key ${named('key', actor)}`,
  service: () => said`the service`,
  set_up: () => said`the set-up`,
  command: () => said`the administration command`,
};
