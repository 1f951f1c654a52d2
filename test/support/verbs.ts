/**
 * What people and programs do with requests: one vocabulary for every world that answers calls. `openHouse` has it over
 * HTTP and `openLedger` at the handlers.
 */
import type { Envelope } from '../../src/protocol/sealed-envelope';

export type KeyName = 'proposer' | 'worker' | 'reader' | 'auditor' | 'other_org' | 'four_eyes';

export const DIGEST = `sha256:${'ab'.repeat(32)}`;
/** Only looks like an intent. The service cannot see the difference. */
export const ENVELOPE: Envelope = {
  v: 1,
  alg: 'A256GCM',
  kid: '6733e5bd34a4d669',
  nonce: '2r-tHb7O8xo1Fwnw',
  ciphertext: 'A'.repeat(64),
};
export const SEALED = { params: { intent: DIGEST }, intent: ENVELOPE };

interface Said {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds
  readonly body: any;
}

type Headers = Record<string, string>;

/** The calls that a world answers. */
interface Calls<Answer extends Said> {
  v1(key: KeyName, method: string, path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  api(operator: string, method: string, path: string, body?: unknown): Promise<Answer>;
  /** The newest code of the operator for the request. */
  code(operator: string, request: string): Promise<string>;
}

export type Verbs<Answer extends Said> = ReturnType<typeof verbsOf<Answer>>;

/** Those whose answer is not returned fail if it is not the usual one. */
export function verbsOf<Answer extends Said>({ v1, api, code }: Calls<Answer>) {
  const done = (answer: Answer, status: number): Answer => {
    if (answer.status !== status) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const command = (name: string) => (operator: string, id: string, body?: unknown) =>
    api(operator, 'POST', `/api/requests/${id}/${name}`, body);
  const ofProgram = (key: KeyName, name: string) => (id: string, body?: unknown, headers?: Headers) =>
    v1(key, 'POST', `/v1/requests/${id}/${name}`, body, headers);
  const verbs = {
    /** `demo.solo` for op_alpha, where the fields say nothing else. */
    propose: (fields: object = {}, headers?: Headers) =>
      v1('proposer', 'POST', '/v1/requests', { action: 'demo.solo', requester: 'op_alpha', ...fields }, headers),
    /** The id of a new request. */
    proposed: async (fields?: object, headers?: Headers): Promise<string> =>
      done(await verbs.propose(fields, headers), 202).body.request.id,
    /** Turns the key of the operator, with the right code if the fields have none. */
    turn: async (operator: string, id: string, fields: object = {}) =>
      command('turn')(operator, id, 'code' in fields ? fields : { code: await code(operator, id), ...fields }),
    withdraw: command('withdraw'),
    refuse: command('refuse'),
    abort: command('abort'),
    stopRequest: command('stop'),
    /** As the program that proposed. */
    takeBack: ofProgram('proposer', 'abort'),
    claim: ofProgram('worker', 'claim'),
    report: ofProgram('worker', 'execution'),
    /** The request as programs read it. */
    read: async (id: string) => done(await v1('reader', 'GET', `/v1/requests/${id}`), 200).body.request,
    /** The request as op_alpha sees it in the console. */
    view: async (id: string) => done(await api('op_alpha', 'GET', `/api/requests/${id}`), 200).body.view,
    history: async (id: string): Promise<{ kind: string; actor: string; data: Record<string, unknown> }[]> =>
      done(await api('op_alpha', 'GET', `/api/requests/${id}/history`), 200).body.entries,
    /** A new request that op_bravo has refused. */
    denied: async (fields?: object): Promise<string> => {
      const id = await verbs.proposed(fields);
      done(await verbs.refuse('op_bravo', id), 200);
      return id;
    },
    /** A new request with an intent, whose key op_bravo has turned. */
    authorizedIntent: async (fields: object = {}): Promise<string> => {
      const id = await verbs.proposed({ ...SEALED, ...fields });
      done(await verbs.turn('op_bravo', id), 200);
      return id;
    },
    /** The same, claimed by a worker. */
    claimed: async (
      fields: object = {},
      lease_seconds = 60,
    ): Promise<{ readonly id: string; readonly claim_id: string }> => {
      const id = await verbs.authorizedIntent(fields);
      return { id, claim_id: done(await verbs.claim(id, { lease_seconds }), 200).body.claim_id };
    },
    /** The same, and reported. */
    reported: async (status = 'succeeded', fields: object = {}): Promise<string> => {
      const { id, claim_id } = await verbs.claimed(fields);
      done(await verbs.report(id, { claim_id, status }), 200);
      return id;
    },
  };
  return verbs;
}
