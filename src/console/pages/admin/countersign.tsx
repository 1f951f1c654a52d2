/** An admin's passkey signs that a key belongs to its operator. The dialog first says in words what is signed. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { answer, api, problemIn, type Schemas } from '../../lib/api';
import { prepareKeyStatement } from '../../lib/key-statement';
import { signStatement } from '../../lib/passkey';
import { queryClient, useSession } from '../../lib/session';
import { deviceOf, SIGNING_KEYS } from '../../lib/signing-keys';
import { formatInstant } from '../../lib/time';
import { Button } from '../../ui/button';
import { Ask } from '../../ui/dialog';
import { Shown } from '../../ui/shown';

interface Props {
  readonly waiting: Schemas['SigningKey'];
  /** The operator's name. */
  readonly owner: string;
  readonly onClose: () => void;
}

export function Countersign({ waiting, owner, onClose }: Props) {
  const { query, sign } = useCountersignature(waiting, onClose);
  const failure = sign.error ?? query.error;
  return (
    <Ask title="Countersign this passkey?" onClose={onClose} locked={sign.isPending}>
      <p>
        Ask <Shown text={owner} /> for the fingerprint in person or by phone, and compare all of it. Sign only if it is
        the same.
      </p>
      <Facts waiting={waiting} owner={owner} />
      {query.data !== undefined && (
        <details className="small">
          <summary>The exact text</summary>
          <code className="wrap">{query.data.statement}</code>
        </details>
      )}
      {failure !== null && (
        <p className="bad-text" role="alert">
          {problemIn(failure).message}
        </p>
      )}
      <div className="dialog-actions">
        <Button className="button" onPress={onClose} isDisabled={sign.isPending}>
          Cancel
        </Button>
        <Button
          className="button primary"
          onPress={() => sign.mutate()}
          isDisabled={query.data === undefined || sign.isPending}
        >
          Sign with my passkey
        </Button>
      </div>
    </Ask>
  );
}

/** Each dialog reads what will be signed, and compares it with what it shows. */
function useCountersignature({ id, operator, fingerprint }: Schemas['SigningKey'], onDone: () => void) {
  const { data: session } = useSession();
  const path = { id };
  const query = useQuery({
    queryKey: ['countersignature', id],
    queryFn: async () => {
      const service = await answer(api.GET('/api/signing-keys/{id}/countersignature', { params: { path } }));
      const signing = { org: session!.org, operator, passkey: id, fingerprint, countersignedBy: session!.operator.id };
      return prepareKeyStatement(signing, service);
    },
    enabled: session != null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const sign = useMutation({
    mutationFn: async () => {
      const prepared = query.data!;
      const body = { statement: prepared.statement, signature: await signStatement(prepared) };
      return answer(api.POST('/api/signing-keys/{id}/countersignature', { params: { path }, body }));
    },
    onSuccess: () => {
      onDone();
      return queryClient.invalidateQueries({ queryKey: SIGNING_KEYS });
    },
  });
  return { query, sign };
}

function Facts({ waiting, owner }: Pick<Props, 'waiting' | 'owner'>) {
  const { name, operator, fingerprint, transports, created_at } = waiting;
  return (
    <dl className="facts tight">
      <div>
        <dt>Operator</dt>
        <dd>
          <Shown text={owner} /> (<Shown text={operator} mono />)
        </dd>
      </div>
      <div>
        <dt>Fingerprint</dt>
        <dd>
          <code className="wrap">{fingerprint}</code>
        </dd>
      </div>
      <div>
        <dt>Device</dt>
        <dd>
          <Shown text={name} />, {deviceOf(transports)}
        </dd>
      </div>
      <div>
        <dt>Added</dt>
        <dd>{formatInstant(created_at)}</dd>
      </div>
    </dl>
  );
}
