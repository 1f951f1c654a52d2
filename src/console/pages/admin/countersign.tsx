/** An admin's passkey signs that a key belongs to its operator. The dialog first says in words what is signed. */

import { useQuery } from '@tanstack/react-query';
import { answer, api, type Schemas } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { prepareKeyStatement } from '../../lib/key-statement';
import { signStatement } from '../../lib/passkey';
import { useSession } from '../../lib/session';
import { deviceOf, SIGNING_KEYS } from '../../lib/signing-keys';
import { formatInstant } from '../../lib/time';
import { EditDialog } from '../../ui/edit-dialog';
import { Fact } from '../../ui/fact';
import { Problem } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';

interface Props {
  readonly waiting: Schemas['SigningKey'];
  /** The operator's name. */
  readonly owner: string;
  readonly onClose: () => void;
}

export function Countersign({ waiting, owner, onClose }: Props) {
  const { id, operator, fingerprint } = waiting;
  const { data: session } = useSession();
  const path = { id };
  // Each dialog reads what will be signed, and compares it with what it shows.
  const statement = useQuery({
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
  const { data: prepared } = statement;
  const sign = useEdit({
    run: async () => {
      const body = { statement: prepared!.statement, signature: await signStatement(prepared!) };
      return answer(api.POST('/api/signing-keys/{id}/countersignature', { params: { path }, body }));
    },
    stale: [SIGNING_KEYS],
    onMade: onClose,
  });
  return (
    <EditDialog
      title="Countersign this passkey?"
      edit={sign}
      onClose={onClose}
      submit="Sign with my passkey"
      question
      ready={prepared !== undefined}
    >
      <p>
        Ask <VisibleText text={owner} /> for the fingerprint in person or by phone, and compare all of it. Sign only if
        it is the same.
      </p>
      <Facts waiting={waiting} owner={owner} />
      {prepared !== undefined && (
        <details className="small">
          <summary>The exact text</summary>
          <code className="wrap">{prepared.statement}</code>
        </details>
      )}
      <Problem error={statement.error} />
    </EditDialog>
  );
}

function Facts({ waiting, owner }: Pick<Props, 'waiting' | 'owner'>) {
  const { name, operator, fingerprint, transports, created_at } = waiting;
  return (
    <dl className="facts">
      <Fact name="Operator">
        <VisibleText text={owner} /> (<VisibleText text={operator} mono />)
      </Fact>
      <Fact name="Fingerprint">
        <code className="wrap">{fingerprint}</code>
      </Fact>
      <Fact name="Device">
        <VisibleText text={name} />, {deviceOf(transports)}
      </Fact>
      <Fact name="Added">{formatInstant(created_at)}</Fact>
    </dl>
  );
}
