/** The demo organizations: what is in them, and what a restart keeps. */

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_ORG, type Demo, demoOperator, FOUR_EYES_ORG, OTHER_ORG, openDemo, signInUrl } from '../../src/local/demo';
import { type DataDirectory, openDataDirectory } from '../../src/local/platform/data-directory';
import { SET_UP } from '../../src/protocol/actor';
import { tokenHash } from '../../src/protocol/api-key-token';
import { DISPLAY_TEMPLATES } from '../../src/protocol/display/templates';
import type { ActionId, ApiKeyId, OperatorId, OrgId } from '../../src/protocol/identifiers';
import { signInByLink } from '../../src/service/access/use-cases/sessions';
import { openSetUp } from '../../src/service/administration/use-cases/set-up';
import type { Policy } from '../../src/service/policy/rules/policy';
import { aFolder } from '../support/folder';
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';
import { PERMIT } from '../support/permit';
import { tokenIn } from '../support/sign-in-link';

const URL = 'http://127.0.0.1:8787';
const ALL = ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'];

const folder = aFolder();
let demo: Demo;
let directory: DataDirectory;
const start = () => openDemo(ledger.ports, directory, URL);
const file = () => join(folder, 'demo.json');

const ledger = openedOnce(() => openLedger({ memory: true }));
beforeAll(async () => {
  directory = openDataDirectory(folder);
  demo = await start();
});

const policyOf = async (org: OrgId, id: string) => (await ledger.ports.config.action(org, id as ActionId))?.policy;

const PLAIN: Partial<Policy> = {
  version: 1,
  roster: ALL as OperatorId[],
  quorum: { default: 1, min: 1, max: 1, selectable: false },
  mode: 'independent',
  coincidenceSeconds: 60,
  denySelfApproval: false,
  requiredParams: [],
  paramRules: [],
  ttlSeconds: 3600,
  maxOpen: null,
  display: null,
  turn: 'code',
  integration: null,
};

describe('the demo file', () => {
  it('the demo file has the operators, keys and links, and is readable only by its owner', () => {
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual(demo);
    expect(readFileSync(file(), 'utf8')).toBe(`${JSON.stringify(demo, null, 2)}\n`);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:8787\/sign-in#token=[\w-]{43}$/);
    const person = (id: string, role: string) => ({ id, role, sign_in_url: url });
    const key = expect.any(String);
    expect(demo).toEqual({
      base_url: URL,
      console_url: `${URL}/`,
      org: 'org_demo',
      keys: { proposer: key, worker: key, reader: key, auditor: key, other_org: key, four_eyes: key },
      operators: [
        person('op_alpha', 'admin'),
        ...['op_bravo', 'op_charlie', 'op_delta'].map((id) => person(id, 'operator')),
      ],
      actions: ['demo.solo', 'demo.deploy', 'demo.launch', 'demo.refund', 'demo.payout', 'demo.transfer'],
      four_eyes: {
        org: 'org_four_eyes',
        operators: [person('op_echo', 'admin'), person('op_foxtrot', 'admin'), person('op_golf', 'operator')],
        actions: ['demo.release'],
      },
    });
  });

  it.each<[keyof Demo['keys'], string, readonly string[]]>([
    ['proposer', DEMO_ORG, ['propose', 'read']],
    ['worker', DEMO_ORG, ['read', 'execute']],
    ['reader', DEMO_ORG, ['read']],
    ['auditor', DEMO_ORG, ['audit']],
    ['other_org', OTHER_ORG, ['propose', 'read', 'execute']],
    ['four_eyes', FOUR_EYES_ORG, ['propose', 'read', 'execute']],
  ])('the demo file has the key %s of %s with the scopes %j', async (name, org, scopes) => {
    const live = await ledger.ports.config.liveKey(tokenHash(demo.keys[name]));
    expect(live).toMatchObject({ org, scopes });
    const keys = await ledger.ports.config.apiKeys(org as OrgId);
    expect(keys.map((key) => key.name)).toContain(`demo ${name}`);
    expect(keys.every(({ createdBy }) => createdBy.actor_kind === 'set_up')).toBe(true);
  });

  it('the demo file has a sign-in link for each operator', async () => {
    for (const { id, sign_in_url } of [...demo.operators, ...demo.four_eyes.operators]) {
      const signedIn = await signInByLink(ledger.ports, tokenIn(sign_in_url), null);
      expect(signedIn?.session.operator).toBe(id);
    }
    const again = await signInUrl(ledger.ports, URL, 'op_golf' as OperatorId);
    expect((await signInByLink(ledger.ports, tokenIn(again), null))?.session).toMatchObject({
      org: FOUR_EYES_ORG,
      operator: 'op_golf',
    });
    await expect(signInUrl(ledger.ports, URL, 'op_nobody' as OperatorId)).rejects.toThrow(
      'the demo has no operator op_nobody',
    );
  });
});

describe('the demo organizations', () => {
  it('the operators of the demo organizations have different addresses', async () => {
    const people = async (org: OrgId) =>
      (await ledger.ports.config.operators(org)).map(({ id, name, email, role }) => `${id} ${name} ${email} ${role}`);
    for (const org of [DEMO_ORG, OTHER_ORG]) {
      expect(await people(org)).toEqual([
        `op_alpha Alpha op_alpha@${org.replace('_', '-')}.example admin`,
        `op_bravo Bravo op_bravo@${org.replace('_', '-')}.example operator`,
        `op_charlie Charlie op_charlie@${org.replace('_', '-')}.example operator`,
        `op_delta Delta op_delta@${org.replace('_', '-')}.example operator`,
      ]);
      expect(await ledger.ports.config.ruleBegan(org)).toBe(false);
    }
    expect(await people(FOUR_EYES_ORG)).toEqual([
      'op_echo Echo op_echo@org-four-eyes.example admin',
      'op_foxtrot Foxtrot op_foxtrot@org-four-eyes.example admin',
      'op_golf Golf op_golf@org-four-eyes.example operator',
    ]);
    expect(await ledger.ports.config.ruleBegan(FOUR_EYES_ORG)).toBe(true);
    expect(await demoOperator(ledger.ports, 'op_echo' as OperatorId)).toMatchObject({ org: FOUR_EYES_ORG });
    expect(await demoOperator(ledger.ports, 'op_alpha' as OperatorId)).toMatchObject({ org: DEMO_ORG });
    expect(await demoOperator(ledger.ports, 'op_nobody' as OperatorId)).toBeNull();
  });

  it.each<[string, string, Partial<Policy>]>([
    ['demo.solo', 'One key is enough', {}],
    [
      'demo.deploy',
      'Deploy to production',
      {
        quorum: { default: 2, min: 1, max: 3, selectable: true },
        denySelfApproval: true,
        display: { ...DISPLAY_TEMPLATES.Deployment, evidence: [{ name: 'diff', kind: 'diff' }] },
      },
    ],
    [
      'demo.launch',
      'Launch, two keys within a minute',
      { quorum: { default: 2, min: 2, max: 2, selectable: false }, mode: 'coincident' },
    ],
    [
      'demo.refund',
      'Refund a customer',
      {
        quorum: { default: 1, min: 1, max: 3, selectable: true },
        requiredParams: ['amount'],
        paramRules: [{ when: [{ param: 'amount', op: 'gte', value: '1000' }], quorum: 3 }],
        display: DISPLAY_TEMPLATES.Refund,
      },
    ],
    [
      'demo.payout',
      'Pay a supplier, signed with passkeys',
      {
        roster: ALL.slice(1) as OperatorId[],
        quorum: { default: 2, min: 2, max: 3, selectable: false },
        turn: 'code_and_passkey',
      },
    ],
    ['demo.transfer', 'Transfer money', { integration: 'demo.sink' }],
  ])('the demo organizations have the action %s', async (id, title, change) => {
    for (const org of [DEMO_ORG, OTHER_ORG])
      expect(await policyOf(org, id)).toEqual({ ...PLAIN, ...change, id, title });
  });

  it('the audit entries of the demo organizations name the system', async () => {
    const { config } = ledger.ports;
    for (const org of [DEMO_ORG, OTHER_ORG, FOUR_EYES_ORG]) {
      const items = [...(await config.operators(org)), ...(await config.actions(org)), ...(await config.apiKeys(org))];
      const actors = items.flatMap(({ journal }) =>
        journal.flatMap(({ entries }) => entries.map(({ actor }) => actor)),
      );
      expect(actors.length).toBeGreaterThanOrEqual(items.length);
      expect(new Set(actors)).toEqual(new Set(['set-up']));
    }
  });

  it('the demo organizations have one action that two admins release', async () => {
    expect(await policyOf(FOUR_EYES_ORG, 'demo.release')).toEqual({
      ...PLAIN,
      id: 'demo.release',
      title: 'Release to customers',
      roster: ['op_echo', 'op_foxtrot', 'op_golf'],
      quorum: { default: 2, min: 1, max: 3, selectable: false },
      denySelfApproval: true,
    });
  });
});

describe('a restart', () => {
  it('a restart keeps keys and actions, and writes new links', async () => {
    const again = await start();
    expect(again.keys).toEqual(demo.keys);
    const links = ({ operators, four_eyes }: Demo) =>
      [...operators, ...four_eyes.operators].map((one) => one.sign_in_url);
    expect(new Set([...links(demo), ...links(again)]).size).toBe(14);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual(again);
    for (const org of [DEMO_ORG, OTHER_ORG])
      expect((await ledger.ports.config.actions(org)).map(({ policy }) => policy.version)).toEqual(Array(6).fill(1));
  });

  it('a restart replaces keys that were revoked or belong to another organization', async () => {
    const { config } = ledger.ports;
    const { keys } = demo;
    const before = await config.liveKey(tokenHash(keys.reader));
    const stored = (await config.apiKey(DEMO_ORG, before!.id as ApiKeyId))!;
    expect(await config.saveApiKey({ ...stored, revokedAtMs: 1, revision: stored.revision + 1 }, PERMIT)).toBe('saved');
    const door = await openSetUp(ledger.ports, { org: OTHER_ORG, by: SET_UP });
    if (!door.ok) throw new Error('the organization has one admin');
    const stranger = await door.value.issueApiKey({ name: 'x', scopes: ['read'] });
    writeFileSync(file(), JSON.stringify({ ...demo, keys: { ...keys, worker: stranger.token, proposer: 'nonsense' } }));
    const again = await start();
    expect(again.keys).toMatchObject({ other_org: keys.other_org, four_eyes: keys.four_eyes });
    for (const name of ['reader', 'worker', 'proposer'] as const) {
      expect([keys[name], stranger.token, 'nonsense']).not.toContain(again.keys[name]);
      expect(await config.liveKey(tokenHash(again.keys[name]))).toMatchObject({ org: DEMO_ORG });
    }
  });

  it('a restart that cannot save an action says which one', async () => {
    const config = { ...ledger.ports.config, action: async () => null, saveAction: async () => 'conflict' as const };
    const starting = openDemo({ ...ledger.ports, config }, directory, URL);
    await expect(starting).rejects.toThrow(/^the demo's demo\.\w+: \{"reason":"edited_meanwhile"\}$/);
  });

  it.each(['nonsense', '{}', 'null', '{"keys":{}}'])(
    'a restart makes new keys if the demo file is %s',
    async (text) => {
      writeFileSync(file(), text);
      const again = await start();
      expect(Object.keys(again.keys)).toEqual(['proposer', 'worker', 'reader', 'auditor', 'other_org', 'four_eyes']);
      const before = Object.values(demo.keys);
      expect(Object.values(again.keys).filter((key) => before.includes(key))).toEqual([]);
    },
  );
});
