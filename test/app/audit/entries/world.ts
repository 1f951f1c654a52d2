/** The service over tables in memory, at one fixed moment, and what the table of entries needs of it. */
import { type ByOperator, changeConfiguration } from '../../../../src/app/administration/change-configuration';
import type { Made } from '../../../../src/app/administration/make-edit';
import type { EditKind, EditOf } from '../../../../src/core/administration/edits';
import type { PendingEntry } from '../../../../src/core/audit/chain';
import type { Incident, Journaled, Rescue } from '../../../../src/core/configuration/items';
import type { Question } from '../../../../src/core/question/question';
import { DEMO_ORG, FOUR_EYES_ORG } from '../../../../src/local/demo';
import type { OperatorId, OrgId } from '../../../../src/protocol/identifiers';
import { accepted } from '../../../support/builders';
import { openLedger } from '../../../support/ledger';
import { aSigningOperator, SIGNING_ORIGIN } from '../../../support/signing';

export const NOW = Date.UTC(2026, 10, 20, 12);
export const ALPHA = 'op_alpha' as OperatorId;
export const BRAVO = 'op_bravo' as OperatorId;
export const CHARLIE = 'op_charlie' as OperatorId;

export const entriesOf = (item: Journaled | null): readonly PendingEntry[] =>
  item!.journal.flatMap(({ entries }) => entries);

export type World = Awaited<ReturnType<typeof openWorld>>;

export async function openWorld() {
  const ledger = await openLedger({ origin: SIGNING_ORIGIN, memory: true });
  Object.assign(ledger.clock, { nowMs: () => NOW });
  for (const { id } of ledger.demo.operators) await ledger.signIn(id);
  for (const id of ['op_echo', 'op_foxtrot', 'op_golf']) await ledger.signIn(id, FOUR_EYES_ORG);
  const { ports } = ledger;
  /** Entries of items that no list names. */
  const noted: PendingEntry[] = [];
  const deps = {
    ...ports,
    origin: SIGNING_ORIGIN,
    config: {
      ...ports.config,
      saveIncident: (incident: Incident) => {
        noted.push(...entriesOf(incident));
        return ports.config.saveIncident(incident);
      },
      saveRescue: (rescue: Rescue) => {
        noted.push(...entriesOf(rescue));
        return ports.config.saveRescue(rescue);
      },
    },
    questions: {
      ...ports.questions,
      save: (question: Question, entry: Incident) => {
        noted.push(...entriesOf(entry));
        return ports.questions.save(question, entry);
      },
    },
  } as typeof ports & { readonly origin: string };
  let people = 0;
  const world = {
    ledger,
    deps,
    noted,
    /** Makes an edit that does not wait, through the use case of all edits. */
    async edit<Kind extends EditKind>(edit: EditOf<Kind>, by = 'op_alpha', org: OrgId = DEMO_ORG): Promise<Made<Kind>> {
      const who: ByOperator = { org, by: by as OperatorId, session: { createdAtMs: NOW, began: 'link' as const } };
      const changed = accepted(await changeConfiguration<Kind>(deps, who, edit));
      if (changed.kind !== 'made') throw new Error(`${edit.kind} waits`);
      return changed.value;
    },
    async someone() {
      const id = `op_new_${people++}` as OperatorId;
      return world.edit({
        kind: 'create_operator',
        operator: { id, name: 'New', email: 'new@acme.dev', role: 'operator' },
      });
    },
    /** An operator with a passkey, who is signed in. */
    passkeyOf: (id: string, org: OrgId = DEMO_ORG) =>
      aSigningOperator({ api: ledger.api, code: (operator, request) => ledger.code(operator, request, org) }, id),
    stop: () => ledger.stop(),
  };
  return world;
}
