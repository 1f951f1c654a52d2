/** API keys. A token is shown once, when its key is made. */
import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { formatDay } from '../../lib/format';
import { usePages } from '../../lib/lists';
import { useOperatorNames } from '../../lib/names';
import { Badge } from '../../ui/badge';
import { CopyId } from '../../ui/copy-id';
import { DialogButton } from '../../ui/dialog';
import { ConfirmButton, EditDialog } from '../../ui/edit-dialog';
import { Checks, Field } from '../../ui/form';
import { Ago } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { ActionPicker, PersonChoice } from '../../ui/operator-picker';
import { KeyToken } from '../../ui/secret-once';
import { Empty } from '../../ui/states';
import { ActionsCell, MainCell } from '../../ui/table';
import { VisibleText } from '../../ui/visible-text';

type Scope = Schemas['Scopes'][number];

const SCOPES: readonly (readonly [scope: Scope, label: string])[] = [
  ['propose', 'propose: create requests'],
  ['read', 'read: read requests'],
  ['execute', 'execute: list, claim and report sealed calls'],
  ['audit', 'audit: read the audit log'],
];

const KEYS = ['keys'] as const;

export default function Keys() {
  const pages = usePages(KEYS, (query) => answer(api.GET('/api/keys', { params: { query } })));
  return (
    <ListPage
      title="API keys"
      pages={pages}
      what="the keys"
      itemsOf={({ keys }) => keys}
      columns={['Key', 'Scopes', 'Last used', 'Made', '']}
      row={(key) => <KeyRow key={key.id} apiKey={key} />}
      none={
        <Empty title="No key yet">
          <p>A program needs a key to propose, read or execute requests.</p>
        </Empty>
      }
      add={{ label: 'New key…', dialog: (onClose) => <NewKey onClose={onClose} /> }}
    />
  );
}

function KeyRow({ apiKey }: { readonly apiKey: Schemas['ApiKey'] }) {
  const {
    id,
    name,
    scopes,
    signing_key,
    max_open,
    actions,
    holder,
    created_at,
    created_by,
    created_by_kind,
    revoked_at,
    tokens,
  } = apiKey;
  const nameOf = useOperatorNames();
  return (
    <tr>
      <MainCell
        title={
          <>
            <VisibleText text={name} strong />
            {revoked_at !== null && <Badge tone="idle">Revoked</Badge>}
          </>
        }
        detail={<CopyId id={id} what={`the key ${name}`} />}
      />
      <td>
        {scopes.join(', ')}
        {signing_key !== null && <span className="secondary"> · signs its reports</span>}
        {max_open !== null && <span className="secondary"> · {max_open} open at most</span>}
        {actions !== null && <OnlyActions actions={actions} />}
        {holder !== null && (
          <span className="secondary">
            {' '}
            · held by <VisibleText text={nameOf(holder)} />
          </span>
        )}
      </td>
      <td className="nowrap" data-label="Last used:">
        <LastUses tokens={tokens} />
      </td>
      <td className="secondary" data-label="Made:">
        <Ago ms={created_at} />
        {created_by_kind === 'person' && (
          <>
            {' '}
            by <VisibleText text={nameOf(created_by)} />
          </>
        )}
      </td>
      <ActionsCell>{revoked_at === null && <Deeds apiKey={apiKey} />}</ActionsCell>
    </tr>
  );
}

/** How many are named in a row of the list. */
const NAMED = 3;

function OnlyActions({ actions }: { readonly actions: readonly string[] }) {
  const more = actions.length - NAMED;
  return (
    <span className="secondary" title={actions.join(', ')}>
      {' '}
      · only <VisibleText text={actions.slice(0, NAMED).join(', ')} />
      {more > 0 && ` and ${more} more`}
    </span>
  );
}

function Deeds({ apiKey }: { readonly apiKey: Schemas['ApiKey'] }) {
  const { id, name, scopes } = apiKey;
  return (
    <>
      {hasLimits(scopes) && (
        <DialogButton
          label="Limits…"
          spoken={`Limits of ${name}`}
          dialog={(onClose) => <Limits apiKey={apiKey} onClose={onClose} />}
        />
      )}
      {scopes.includes('propose') && (
        <DialogButton
          label="Holder…"
          spoken={`Holder of ${name}`}
          dialog={(onClose) => <Holder apiKey={apiKey} onClose={onClose} />}
        />
      )}
      <Rotate apiKey={apiKey} />
      <Revoke id={id} name={name} />
    </>
  );
}

interface KeyDialogProps {
  readonly apiKey: Schemas['ApiKey'];
  readonly onClose: () => void;
}

const patch = (id: string, body: Schemas['ApiKeyPatch']) =>
  answer(api.PATCH('/api/keys/{id}', { params: { path: { id } }, body }));

/** The audit log has the entries of every action. */
const canBeOfActions = (scopes: readonly Scope[]): boolean => !scopes.includes('audit');
const hasLimits = (scopes: readonly Scope[]): boolean => canBeOfActions(scopes) || scopes.includes('propose');

/**
 * What the key can be used for, and how many of its requests may be open. Less applies at once. More waits for another admin
 * where there are two.
 */
function Limits({ apiKey: { id, name, scopes, max_open, actions }, onClose }: KeyDialogProps) {
  const [limit, setLimit] = useState(max_open === null ? '' : String(max_open));
  const [chosen, setChosen] = useState(actions ?? []);
  const isChanged = chosen.toSorted().join() !== (actions ?? []).join();
  const body = {
    ...(scopes.includes('propose') && { max_open: limit === '' ? null : Number(limit) }),
    ...(isChanged && { actions: chosen.length === 0 ? null : chosen }),
  };
  const save = useEdit({ run: () => patch(id, body), stale: [KEYS, ['powers']], onMade: onClose });
  return (
    <EditDialog
      title={`Limits of “${name}”`}
      edit={save}
      onClose={onClose}
      submit="Save limits"
      ready={Object.keys(body).length > 0}
    >
      {canBeOfActions(scopes) && <Actions chosen={chosen} onChange={setChosen} />}
      {scopes.includes('propose') && <MaxOpen value={limit} onChange={setLimit} />}
    </EditDialog>
  );
}

function Actions(props: { readonly chosen: readonly string[]; readonly onChange: (chosen: string[]) => void }) {
  return (
    <ActionPicker
      label="Actions (optional)"
      hint="Requests of other actions do not exist for the key. Without a choice, it can be used for every action."
      most={LIMITS.keyActions.max}
      {...props}
    />
  );
}

/** Who holds the token. A named holder can hide that others have it too, so it waits where there are two admins. */
function Holder({ apiKey: { id, name, holder }, onClose }: KeyDialogProps) {
  const [chosen, setChosen] = useState(holder ?? '');
  const body = { holder: chosen === '' ? null : chosen };
  const save = useEdit({ run: () => patch(id, body), stale: [KEYS, ['powers']], onMade: onClose });
  return (
    <EditDialog title={`Holder of “${name}”`} edit={save} onClose={onClose} submit="Save holder">
      <PersonChoice label="Who holds its token" value={chosen} onChange={setChosen} />
    </EditDialog>
  );
}

function MaxOpen({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <Field
      label="Limit of open requests (optional)"
      type="number"
      min={LIMITS.keyMaxOpen.min}
      max={LIMITS.keyMaxOpen.max}
      value={value}
      onChange={onChange}
      hint="How many of its requests may wait for keys at the same time."
    />
  );
}

type Token = Schemas['ApiToken'];

const works = ({ ended_at }: Token): boolean => ended_at === null;

/** Says for each working token, or for the key if it has only one. */
function LastUses({ tokens }: { readonly tokens: readonly Token[] }) {
  const live = tokens.filter(works);
  return live.map(({ number, last_used_at }) => (
    <div key={number}>
      {tokens.length > 1 && <span className="secondary">Token {number}: </span>}
      {last_used_at === null ? <span className="secondary">never</span> : formatDay(last_used_at)}
    </div>
  ));
}

/** Makes a second token, or ends one of two. */
function Rotate({ apiKey: { id, name, tokens } }: { readonly apiKey: Schemas['ApiKey'] }) {
  const [made, setMade] = useState<Schemas['ApiKeyTokenAnswer'] | null>(null);
  const live = tokens.filter(works);
  return (
    <>
      {live.length < 2 && (
        <ConfirmButton
          label="Rotate…"
          spoken={`Rotate ${name}`}
          small
          title="Give this key a second token?"
          confirm="Make the token"
          run={() => answer(api.POST('/api/keys/{id}/rotate', { params: { path: { id } } }))}
          stale={[KEYS]}
          onMade={setMade}
        >
          <p>
            Both tokens of <VisibleText text={name} strong /> work until you end one. Give your programs the new one,
            and end the old one when it is not used any more.
          </p>
        </ConfirmButton>
      )}
      {live.length > 1 && live.map(({ number }) => <EndToken key={number} id={id} name={name} number={number} />)}
      {made !== null && <KeyToken made={made} onClose={() => setMade(null)} />}
    </>
  );
}

function EndToken({ id, name, number }: { readonly id: string; readonly name: string; readonly number: number }) {
  const path = { id, number: String(number) };
  return (
    <ConfirmButton
      label={`End token ${number}…`}
      spoken={`End token ${number} of ${name}`}
      danger
      small
      title="End this token?"
      confirm="End it"
      run={() => answer(api.DELETE('/api/keys/{id}/tokens/{number}', { params: { path } }))}
      stale={[KEYS]}
    >
      <p>
        Programs that use token {number} of <VisibleText text={name} strong /> get 401 at once. Callbacks of requests
        that it made are still signed with it. You cannot undo this.
      </p>
    </ConfirmButton>
  );
}

function Revoke({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <ConfirmButton
      label="Revoke…"
      spoken={`Revoke ${name}`}
      danger
      small
      title="Revoke this key?"
      confirm="Revoke it"
      run={() => answer(api.DELETE('/api/keys/{id}', { params: { path: { id } } }))}
      stale={[KEYS]}
    >
      <p>
        <VisibleText text={name} strong /> stops working at once. Callbacks of requests that it made are still signed
        with it. You cannot undo this.
      </p>
    </ConfirmButton>
  );
}

function NewKey({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [publicKey, setPublicKey] = useState('');
  const [maxOpen, setMaxOpen] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const signing_key = scopes.includes('execute') ? publicKey.trim() : '';
  const max_open = scopes.includes('propose') ? Number(maxOpen) : 0;
  const actions = canBeOfActions(scopes) ? [...chosen] : [];
  const body = {
    ...{ name: name.trim(), scopes },
    ...(signing_key && { signing_key }),
    ...(max_open > 0 && { max_open }),
    ...(actions.length > 0 && { actions }),
  };
  const create = useEdit({ run: () => answer(api.POST('/api/keys', { body })), stale: [KEYS] });
  if (create.made !== null) return <KeyToken made={create.made} onClose={onClose} />;
  return (
    <EditDialog title="New API key" edit={create} onClose={onClose} submit="Make key" ready={scopes.length > 0}>
      <Field label="What it is for" value={name} onChange={setName} required maxLength={LIMITS.keyName.max} />
      <Checks
        legend="What it may do"
        options={SCOPES}
        chosen={scopes}
        onChange={(chosen) => setScopes(SCOPES.map(([scope]) => scope).filter((scope) => chosen.includes(scope)))}
      />
      {canBeOfActions(scopes) && <Actions chosen={chosen} onChange={setChosen} />}
      {scopes.includes('propose') && <MaxOpen value={maxOpen} onChange={setMaxOpen} />}
      {scopes.includes('execute') && (
        <Field
          label="Public key of the worker (optional)"
          value={publicKey}
          onChange={setPublicKey}
          maxLength={LIMITS.signingKey.max}
          hint="Ed25519 or P-256, as in a .pub file: ssh-ed25519 AAAA… With it, the worker can sign its reports."
        />
      )}
    </EditDialog>
  );
}
