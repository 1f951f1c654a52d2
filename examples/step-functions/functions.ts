/**
 * The two functions of `approved-run.asl.json`. One creates the request and keeps the task token. The other one receives the events of
 * the request, and answers the token.
 */
import { type Client, MismatchError, type Operation, type RequestEvent } from '../../src/client';

/** In your account: a table with the request's id as its key, and a client of Step Functions. */
export interface Deps {
  readonly client: Client;
  /** Where the receiver listens, behind API Gateway or a function URL. */
  readonly callbackUrl: string;
  readonly tokens: {
    put(request: string, waiting: Waiting): Promise<void>;
    get(request: string): Promise<Waiting | null>;
  };
  /** `SendTaskSuccess` and `SendTaskFailure`. An error that says that the task has ended can be ignored. */
  readonly tasks: {
    succeed(token: string, output: object): Promise<void>;
    fail(token: string, error: string): Promise<void>;
  };
}

interface Waiting {
  readonly token: string;
  readonly operation: Operation;
}

export interface AskPeople {
  readonly token: string;
  readonly execution: string;
  readonly operation: Operation & { readonly requester: string };
}

/** The execution's name is the Idempotency-Key, so a retry of the state finds the same request and waits with its own token. */
export async function askPeople({ client, callbackUrl, tokens }: Deps, { token, execution, operation }: AskPeople) {
  const { action, requester, params } = operation;
  const proposal = { action, requester, params, callback_url: callbackUrl };
  const { request } = await client.createRequest(proposal, { idempotencyKey: execution });
  await tokens.put(request.id, { token, operation: { action, params } });
}

/**
 * `onEvent` of `lambdaEvents`, which verifies the signature. An event that comes before its token is stored is refused: the service posts
 * it again after 5 seconds. The event only says when to look: the answer is what the service says now, for exactly this operation.
 */
export async function receiveVerdict({ client, tokens, tasks }: Deps, { data }: RequestEvent): Promise<void> {
  const waiting = await tokens.get(data.request.id);
  if (waiting === null) throw new Error('No execution waits for this request yet.');
  const { token, operation } = waiting;
  try {
    const { outcome, request } = await client.waitForVerdict(data.request.id, operation);
    await tasks.succeed(token, { authorized: outcome === 'authorized', params: request.params });
  } catch (error) {
    // The request is for another operation: no retry can change that.
    if (!(error instanceof MismatchError)) throw error;
    await tasks.fail(token, 'OperationDiffers');
  }
}
