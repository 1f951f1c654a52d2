/**
 * The document of /v1 against the service: whatever is sent, and with whatever key, the answer is one that the document
 * names, and what was refused was not written. FUZZ_RUNS sets the number of inputs; FUZZ_SEED repeats a run that failed.
 */
import fc from 'fast-check';
import { operations as table } from '../../../generated/service-operations';
import { DEMO_ORG } from '../../../src/local/demo';
import { openDocument } from '../../support/document';
import { DIGEST } from '../../support/house';
import { fuzzes } from './run';
import type { Caller } from './world';

const SCOPES = new Map<string, string>(table.map(({ operationId, scope }) => [operationId, scope]));
// The verdict of a proof is signed, and kept, when somebody first asks for it.
const READS_THAT_WRITE = new Set(['getProof']);

fuzzes('/v1', ({ callers, service }, things) => {
  const { ids, ripe, claims } = things;
  const names = ids.get(DEMO_ORG)!;
  const document = openDocument('service');
  const all = [...callers.values()];
  const nobody = callers.get('nobody')!;
  const mayCall =
    ({ operationId }: { operationId: string }) =>
    (caller: Caller) =>
      caller.scopes.includes(SCOPES.get(operationId)!);
  return {
    handler: service,
    neverAccepts: {},
    known: {
      document,
      callers,
      // The same organization more often, because most ids are its.
      callersOf: (operation) => [...Array(4).fill(callers.get('key_all')!), ...all.filter(mayCall(operation))],
      idsOf: (_, parameter, made) => made[parameter === 'digest' ? 'evidence' : 'requests'] ?? [],
      things,
      ripe: ripe.filter(({ operationId }) => SCOPES.has(operationId)),
      sensible: ({ operationId }, body) => {
        if (operationId === 'reportExecution') {
          const claim = fc.constantFrom(...Object.values(claims), body.claim_id as string);
          const { receipt: _, ...rest } = body;
          // An invented signature is never right.
          return fc
            .oneof({ weight: 3, arbitrary: fc.constant(rest) }, { weight: 1, arbitrary: fc.constant(body) })
            .chain((made) => claim.map((claim_id) => ({ ...made, claim_id })));
        }
        if (operationId !== 'createRequest') return fc.constant(body);
        const [actions, people] = [fc.constantFrom(...names.actions!), fc.constantFrom(...names.operators!)];
        return fc
          .tuple(actions, people, fc.boolean())
          .map(([action, requester, asMade]) => (asMade ? body : proposed({ ...body, action, requester })));
      },
      odd: {
        paths: ['/claim', '/execution', '/proof'],
        queries: ['?executable', '?executable=true&limit=0', '?executable=true&executable=false', '?wait=1'],
      },
    },
    rules: {
      document,
      callerOf: ({ headers: { authorization } }) =>
        all.find((caller) => caller.headers.authorization === authorization && authorization !== undefined) ?? nobody,
      mustRefuse: async (caller, operation) => {
        if (caller.org === null) return [401, 429];
        return operation === null || mayCall(operation)(caller) ? null : [403, 429];
      },
      signsIn: new Set(),
      mayChange: (operationId, status, { pk }) =>
        pk.startsWith('PEER#') || pk.startsWith('KEY#') || (status < 400 && READS_THAT_WRITE.has(operationId)),
    },
  };
});

function proposed({ ...body }: Record<string, unknown>): Record<string, unknown> {
  if (body.intent === undefined) delete body.execute_within;
  else body.params = { ...(body.params as object | undefined), intent: DIGEST };
  delete body.callback_url;
  if (body.action !== 'demo.deploy') delete body.quorum;
  if (body.action === 'demo.refund') body.params = { amount: '5' };
  return body;
}
