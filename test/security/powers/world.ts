/** A drawn organization in the tables in memory, behind the real handlers. */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { fromConfigItem } from '../../../src/adapters/dynamodb/config-item';
import { bootstrapKey } from '../../../src/adapters/dynamodb/keys';
import { MAIN, MemoryStore, type Written } from '../../../src/local/memory/store';
import { formatApiKeyToken, tokenHash } from '../../../src/protocol/api-key-token';
import { type ApiKeyId, apiKeyIdFrom, type OperatorId, type OrgId } from '../../../src/protocol/identifiers';
import { operatorCode } from '../../../src/protocol/operator-code';
import { toBeSigned } from '../../../src/protocol/ssh/signature';
import { TURN_NAMESPACE } from '../../../src/protocol/statements/turn';
import { IDENTITY_PROVIDER } from '../../../src/service/access/rules/company-sign-in';
import { CHANGES_TURN } from '../../../src/service/access/rules/signed-changes';
import type { Operator } from '../../../src/service/configuration/rules/items';
import { type Powers, readPowers } from '../../../src/service/powers/use-cases';
import type { Request } from '../../../src/service/request/rules/request';
import { fromRequestItem } from '../../../src/service/request/store/request-conversion';
import type { QueueMessage } from '../../../src/service/system/ports';
import { dice } from '../../linearizability/record';
import { CODE_KEY, ORIGIN } from '../../simulation/instances';
import { START_MS } from '../../simulation/start';
import { aGroup, anAction, anApiKey, anApiToken, anOperator, aPasskey } from '../../store/conformance/config-items';
import { aCredential } from '../../support/authenticator';
import type { Said } from '../../support/gateway';
import { queued } from '../../support/messages';
import { PERMIT } from '../../support/permit';
import { aSigningOperator, countersigns, type Signed, type Signer, signsEnrolment } from '../../support/signing';
import { openForked } from '../forked';
import { type Drawn, GROUP } from './drawn';

const ORG = 'org_drawn' as OrgId;
const HERE = { origin: ORIGIN, rpId: new URL(ORIGIN).hostname };

const PROVIDER = {
  ...{ org: ORG, revision: 1, journal: [] },
  provider: {
    ...{ issuer: 'https://login.example.org', clientId: 'console', sealedSecret: null },
    ...{ acrValues: [], maxAgeSeconds: 3600, forbidsMailLinks: false },
  },
};

const forked = openForked();
const { ports } = forked;

/** Each world is used until another one is: call `use` first. */
export class World {
  private readonly table: MemoryStore;
  private stream: Written[] = [];
  private timers: QueueMessage<unknown>[] = [];
  private readonly random = dice(11);
  private nowAt = START_MS;

  private constructor(
    base: MemoryStore,
    private readonly sessions: Map<OperatorId, string>,
    private readonly signers: Map<OperatorId, Signer>,
    /** Tokens of API keys, by the id of the key. */
    readonly tokens: ReadonlyMap<ApiKeyId, string>,
  ) {
    this.table = base.fork((change) => this.stream.push(change));
  }

  static async of(drawn: Drawn): Promise<World> {
    const tokens = new Map(
      drawn.keys.map((_, index) => [apiKeyIdFrom(String(index).repeat(24)), formatApiKeyToken(`${index}`.repeat(43))]),
    );
    const world = new World(MemoryStore.empty(), new Map(), new Map(), tokens);
    world.use();
    await world.configure(drawn);
    world.stream = [];
    return world;
  }

  fork(): World {
    return new World(this.table, new Map(this.sessions), new Map(this.signers), this.tokens).use();
  }

  use(): this {
    forked.on(this.table, {
      send: async (_, queue, messages) => {
        if (queue === 'timers') this.timers.push(...messages);
      },
      nowMs: () => this.nowAt,
      random: this.random,
    });
    return this;
  }

  /** A seat in a request of the same instant would be struck by a change of an e-mail address. */
  later(): void {
    this.nowAt += 1000;
  }

  powers = (): Promise<Powers> => readPowers(ports, ORG);

  api = async (operator: string, method: string, path: string, body?: unknown): Promise<Said> =>
    forked.api(await this.session(operator as OperatorId), method, path, (body ?? {}) as object);

  propose = (token: string, body: object): Promise<Said> => forked.v1(token, 'POST', '/v1/requests', body);

  /** Turns a key, with a passkey if that is needed and there is one. */
  async turn(operator: OperatorId, id: string): Promise<Said> {
    const request = this.requests().find((each) => each.id === id)!;
    const body = { code: this.codeOf(operator, request) };
    const signer = this.signers.get(operator);
    if (request.policy.turn === 'code' || signer === undefined)
      return this.api(operator, 'POST', `/api/requests/${id}/turn`, body);
    const { statement = '' } = (await this.api(operator, 'GET', `/api/requests/${id}/statement?decision=authorize`))
      .body;
    const response = signer.credential.use(toBeSigned(TURN_NAMESPACE, statement).toString('base64url'));
    const signature = { passkey: signer.passkey, response };
    return this.api(operator, 'POST', `/api/requests/${id}/turn`, { ...body, signature });
  }

  /** Adds a passkey that signs its own enrolment. */
  async enrol(operator: OperatorId): Promise<void> {
    const ledger = { api: this.api, code: async () => '' };
    const signer = await aSigningOperator(ledger, operator, HERE);
    this.signers.set(operator, signer);
    await signsEnrolment(ledger, signer);
  }

  async countersign(admin: OperatorId, owner: OperatorId): Promise<Signed> {
    const [by, key] = [this.signers.get(admin), this.signers.get(owner)];
    if (by === undefined || key === undefined) return { status: 404, body: null };
    return countersigns({ api: this.api }, by, key.passkey);
  }

  hasPasskey = (operator: OperatorId): boolean => this.signers.has(operator);

  /** What follows from the writes: an approved change is made. */
  async follow(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      const Records = this.stream.splice(0).flatMap(({ before, after }, n) =>
        after === undefined || !String(after.pk).startsWith(ORG)
          ? []
          : [
              {
                dynamodb: {
                  SequenceNumber: String(n),
                  NewImage: marshall(after),
                  ...(before === undefined ? {} : { OldImage: marshall(before) }),
                },
              } as DynamoDBRecord,
            ],
      );
      if (Records.length > 0) await forked.dispatch({ Records });
      const due = this.timers.splice(0).map(({ body }) => body);
      if (due.length > 0) await forked.timer(queued(...due));
    }
  }

  requests = (): Request[] =>
    this.table
      .items()
      .filter(({ sk, pk }) => sk === 'REQUEST' && String(pk).startsWith(ORG))
      .map(fromRequestItem);

  operators = (): Operator[] =>
    this.table
      .items()
      .filter(({ pk, sk }) => pk === ORG && String(sk).startsWith('OPERATOR#'))
      .map((item) => fromConfigItem<Operator>(item));

  /** Operators to whom somebody connected an account of the provider. */
  connected = async (): Promise<OperatorId[]> =>
    (await ports.config.identities(ORG))
      .filter((each) => each.disconnectedAtMs === null)
      .map(({ operator }) => operator);

  private codeOf(operator: OperatorId, { org, id, round, seats }: Request): string {
    const issue = seats.find((seat) => seat.operator === operator)?.issue ?? 0;
    return operatorCode({ secret: Buffer.from(CODE_KEY, 'base64'), org, requestId: id, round, issue, operator });
  }

  private async session(id: OperatorId): Promise<string> {
    const known = this.sessions.get(id);
    if (known !== undefined) return known;
    const token = await forked.session(ORG, id);
    this.sessions.set(id, token);
    return token;
  }

  private async configure({
    hasProvider,
    operators,
    began,
    group,
    policies,
    keys,
    limits,
    signers,
    changesTurn,
  }: Drawn): Promise<void> {
    const { config, passkeys } = ports;
    for (const [index, { id, role, enabled, samePerson }] of operators.entries()) {
      const beginsRule = began && index === 0;
      const operator = anOperator(ORG, id, { role, enabled, ...(samePerson === null ? {} : { samePerson }) });
      await config.saveOperator(operator, PERMIT, { beginsRule });
    }
    if (hasProvider) await config.saveSetting(IDENTITY_PROVIDER, PROVIDER, PERMIT);
    await config.saveGroup(aGroup(ORG, GROUP, group), PERMIT);
    for (const policy of policies) await config.saveAction(ORG, anAction({ policy }), PERMIT);
    const ids = [...this.tokens];
    for (const [index, holder] of keys.entries()) {
      const [id, token] = ids[index]!;
      const limit = limits[index] ?? null;
      const stored = anApiToken(tokenHash(token), { createdAtMs: START_MS });
      const more = {
        id,
        scopes: ['propose', 'read'] as const,
        tokens: [stored],
        ...(limit === null ? {} : { actions: limit }),
        ...(holder === null ? {} : { holder }),
      };
      await config.saveApiKey(anApiKey(ORG, more), PERMIT);
    }
    if (signers !== null) {
      this.table.run(new PutCommand({ TableName: MAIN, Item: { ...bootstrapKey(ORG), ended_at: START_MS - 1 } }));
      for (const [index, id] of signers.entries()) {
        const credential = aCredential(HERE);
        const passkey = `psk_${String(index).repeat(24)}`;
        const { publicKey, id: credentialId } = credential;
        const countersigned = { atMs: START_MS - 2, by: 'admin', passkey: null, statement: null };
        const enrolment = { atMs: START_MS - 3, statement: 'sha256:0' };
        const kept = { operator: id, publicKey, credentialId, countersigned, enrolment };
        await passkeys.enrol(aPasskey(ORG, passkey, kept), 0);
        this.signers.set(id, { id, passkey, credential });
      }
    }
    if (changesTurn === 'code_and_passkey') {
      const setting = { org: ORG, turn: changesTurn, atMs: START_MS, revision: 1, journal: [] };
      await config.saveSetting(CHANGES_TURN, setting, PERMIT);
    }
  }
}
