/** GET /api/changes and /api/changes/{id}: listChanges, getChange. Shows what a change would do and what that means. */
import { approvedDocument, type Base, NO_BASE, operatorIdOf, revisionOf } from '../../core/administration/change';
import { changedFields, fieldName, type Operator, type OperatorPatch } from '../../core/administration/config';
import type { Edit } from '../../core/administration/edits';
import { type Effect, effectOf } from '../../core/administration/effect';
import { holderText, inWords, limitText } from '../../core/administration/words';
import type { Policy } from '../../core/policy/policy';
import { ADMIN_ACTION, isAdministrative } from '../../core/request/administrative';
import { isOpen, type Request } from '../../core/request/request';
import type { OrgId, RequestId } from '../../protocol/identifiers';
import type { CommandDeps } from '../ceremony/run-command';
import type { ChangeStore, ConfigStore } from '../ports';
import { listRequests } from '../request/list-requests';
import { storedBase } from './stored-base';

export interface ReadChangeDeps extends CommandDeps {
  readonly config: ConfigStore;
  readonly changes: ChangeStore;
}

/** The title of the request says what the change is. */
export interface ReadChange {
  readonly request: Request;
  readonly edit: Edit;
  readonly effect: Effect | null;
  /** The item has been edited since the change was requested. */
  readonly isMoved: boolean;
  readonly before: Policy | null;
  /** The changed fields, for everything except a policy. */
  readonly fields: readonly ChangedField[];
}

export interface ChangedField {
  readonly field: string;
  readonly before: string | null;
  readonly after: string;
}

export async function readChange(deps: ReadChangeDeps, org: OrgId, id: RequestId): Promise<ReadChange | null> {
  const loaded = await deps.requests.load(org, id);
  return loaded === null ? null : describe(deps, loaded.request);
}

/** A change without approval expires within a day, like any request. */
const LONGEST_MS = 24 * 3600_000;

export async function listChanges(
  deps: ReadChangeDeps,
  org: OrgId,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | null },
): Promise<{ readonly changes: readonly ReadChange[]; readonly cursor: string | null }> {
  const sinceMs = deps.clock.nowMs() - LONGEST_MS;
  const page = await listRequests(deps, org, { action: ADMIN_ACTION, sinceMs, limit, cursor });
  const changes = await Promise.all(page.requests.filter(isOpen).map((request) => describe(deps, request)));
  return { changes: changes.filter((change) => change !== null), cursor: page.cursor };
}

async function describe(deps: ReadChangeDeps, request: Request): Promise<ReadChange | null> {
  const { org, id } = request;
  const text = isAdministrative(request) ? await deps.changes.document(org, id) : null;
  const document = approvedDocument(request, text);
  if (document === null) return null;
  const { edit } = document;
  const base = await baseOf(deps, org, edit);
  const isMoved = !isOpen(request) || (hasBase(edit) && revisionOf(base) !== document.base);
  const known = isMoved ? NO_BASE : base;
  return {
    request,
    edit,
    effect: isMoved ? null : effectOf(edit, base),
    isMoved,
    before: known.action?.deletedAtMs === null ? known.action.policy : null,
    fields: edit.kind === 'put_action' ? [] : fieldsOf(edit, known),
  };
}

/** The base of a code is the request that it belongs to. It is not read here. */
const hasBase = ({ kind }: Edit): boolean => kind !== 'create_key' && kind !== 'rotate_key' && kind !== 'reissue_code';

async function baseOf({ config }: ReadChangeDeps, org: OrgId, edit: Edit): Promise<Base> {
  const id = operatorIdOf(edit);
  return id === null
    ? ((await storedBase(config, org, edit)) ?? NO_BASE)
    : { operator: await config.operator(org, id) };
}

function fieldsOf(edit: Edit, base: Base): ChangedField[] {
  switch (edit.kind) {
    case 'update_operator':
      return operatorFields(base.operator ?? null, edit.patch);
    case 'rename_organization':
      return [{ field: 'name', before: base.organization?.name ?? null, after: edit.name }];
    case 'set_changes_turn':
      return [{ field: 'a turn needs', before: base.changesTurn?.turn ?? 'code', after: edit.turn }];
    case 'update_key':
      return [
        ...(edit.maxOpen === undefined
          ? []
          : [
              {
                field: 'open requests at most',
                before: limitText(base.key?.maxOpen),
                after: limitText(edit.maxOpen),
              },
            ]),
        ...(edit.holder === undefined
          ? []
          : [{ field: 'holder', before: holderText(base.key?.holder), after: holderText(edit.holder) }]),
      ];
    default:
      return inWords(edit, base).lines.map(([field, after]) => ({ field, before: null, after }));
  }
}

function operatorFields(operator: Operator | null, patch: OperatorPatch): ChangedField[] {
  return changedFields(operator, patch).map((field) => {
    const before = operator?.[field] ?? null;
    return {
      field: fieldName(field),
      before: before === null ? null : String(before),
      after: String(patch[field] ?? 'nobody'),
    };
  });
}
