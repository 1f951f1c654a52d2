import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectLocal } from '../../scripts/admin/connect';
import { verifyEvent } from '../../src/client';
import { openDataDirectory } from '../../src/local/platform/data-directory';
import { openTables } from '../../src/local/tables';
import { ADMIN_COMMAND } from '../../src/protocol/actor';
import type { OrgId } from '../../src/protocol/identifiers';
import { runCommand } from '../support/command';
import { aFolder } from '../support/folder';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { openReceiver } from '../support/receiver';
import { aSigningOperator, signsEnrolment } from '../support/signing';

const ROOT = join(__dirname, '../..');
const run = promisify(execFile);

describe('npm run admin', () => {
  const folder = aFolder();
  const house = openedOnce(() => openHouse({ dataDir: folder, byName: true }));

  const admin = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand('admin', ...args, '--data-dir', folder);
    return { code, said: stdout + stderr };
  };
  /** As the README says. The other calls run in this process, which takes a part of the time. */
  const byItsCommand = async (...args: string[]) => {
    // As in a terminal: the configuration of the tests silences the notice of the SDK.
    const env = { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: undefined };
    return run('npm', ['run', '--silent', 'admin', '--', ...args, '--data-dir', folder], { cwd: ROOT, env });
  };

  /** What an operator was told about the configuration, when nothing is in progress any more. */
  const toldTo = async (operator: string): Promise<string> => {
    await house.messages(operator);
    return readFileSync(join(folder, 'messages.ndjson'), 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { operator: string; kind: string; text: string }]))
      .flatMap((mail) => (mail.operator === operator && mail.kind === 'changed' ? [mail.text] : []))
      .join('\n');
  };

  const signedInBy = (said: string) => {
    const token = /\/sign-in#token=(\S+)/.exec(said)?.[1];
    return house.send('POST', '/api/session', { body: { token }, headers: { origin: house.url } });
  };

  it('the admin command refuses a name with hidden characters, and says which', async () => {
    const refused = /name: must not contain U\+202E \(right-to-left override\)/;
    const person = ['--org', 'org_hidden', '--id', 'op_first', '--name', 'Fi\u202erst', '--email', 'first@example.com'];
    expect(await admin('create-org', ...person)).toMatchObject({ code: 1, said: expect.stringMatching(refused) });
    const key = await admin('create-key', '--org', 'org_demo', '--name', 'c\u202ei', '--scopes', 'read');
    expect(key).toMatchObject({ code: 1, said: expect.stringMatching(refused) });
    const action = await admin(
      ...['create-action', '--org', 'org_demo', '--id', 'pay', '--name', 'P\u202eay', '--roster', 'op_first'],
    );
    expect(action).toMatchObject({ code: 1, said: expect.stringMatching(/title: must not contain U\+202E/) });
  });

  it('the admin command makes an organization: its first admin signs in, its key is live, and neither sees another organization', async () => {
    const first = ['--org', 'org_new', '--id', 'op_first', '--name', 'First', '--email', 'first@example.com'];
    const made = await byItsCommand('create-org', ...first);
    expect(made.stdout).toMatch(/^created admin op_first/);
    // What the SDK says about the version of Node is for operators too, and no script reads it as a part of the answer.
    const supported = Number.parseInt(process.versions.node, 10) >= 22;
    expect(made.stderr).toEqual(supported ? '' : expect.stringContaining('NodeVersionSupportWarning'));
    const opened = await signedInBy(made.stdout);
    expect(opened).toMatchObject({
      status: 200,
      body: { org: 'org_new', operator: { id: 'op_first', role: 'admin' } },
    });

    const keyed = await admin('create-key', '--org', 'org_new', '--name', 'ci', '--scopes', 'propose,read');
    const key = /rak_\S+/.exec(keyed.said)?.[0];
    const { body } = await house.propose();
    const read = await house.send('GET', `/v1/requests/${body.request.id}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(read.status).toBe(404);
    const cookie = opened.headers.get('set-cookie')!.split(';')[0]!;
    const seen = await house.send('GET', `/api/requests/${body.request.id}`, { headers: { cookie } });
    expect(seen.status).toBe(404);
  }, 30_000);

  it('the admin command makes a key that is limited to actions, and refuses one that does not exist', async () => {
    const create = (actions: string, ...more: string[]) =>
      admin('create-key', '--org', 'org_demo', '--name', 'team', '--scopes', 'propose', '--actions', actions, ...more);
    const made = await create('demo.solo, demo.refund');
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining('limited to demo.refund, demo.solo;') });
    const headers = { authorization: `Bearer ${/rak_\S+/.exec(made.said)?.[0]}` };
    const propose = async (action: string) =>
      (await house.send('POST', '/v1/requests', { headers, body: { action, requester: 'op_alpha' } })).status;
    expect([await propose('demo.solo'), await propose('demo.deploy')]).toEqual([202, 422]);
    for (const [actions, problem] of [
      ['demo.solo,demo.nothing', 'This organization has no action "demo.nothing".'],
      ['', 'This organization has no action "".'],
    ] as const) {
      expect(await create(actions)).toMatchObject({ code: 1, said: expect.stringContaining(problem) });
    }
  }, 30_000);

  it('the admin command adds an operator, and makes a link for one, which signs in once and is in the audit log', async () => {
    const made = await admin(
      'create-operator',
      '--org',
      'org_demo',
      '--id',
      'op_late',
      '--name',
      'L',
      '--email',
      'l@b.c',
    );
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining('created operator op_late') });
    const linked = await admin('sign-in-link', '--org', 'org_demo', '--id', 'op_late');
    expect(linked).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^sign in once, before \d{4}-\d\d-\d\dT\S+Z:\n/),
    });
    const as = { org: 'org_demo', operator: { id: 'op_late', role: 'operator' } };
    expect(await signedInBy(linked.said)).toMatchObject({ status: 200, body: as });
    expect((await signedInBy(linked.said)).status).toBe(401);
    await house.messages('op_alpha');
    const { entries } = (await house.api('op_alpha', 'GET', '/api/audit?limit=100')).body;
    for (const kind of ['operator.created', 'operator.sign_in_link_made'])
      expect(entries).toContainEqual(expect.objectContaining({ kind, subject: 'op_late', ...ADMIN_COMMAND }));
  }, 30_000);

  it('the admin command trusts a key where no admin is left who could countersign one, with a reason, which everybody gets', async () => {
    const echo = await aSigningOperator(house, 'op_echo', { origin: house.url });
    const { keys } = (await house.api('op_echo', 'GET', '/api/signing-keys')).body;
    const { fingerprint } = keys[0];
    const trust = (...args: string[]) => admin('trust-key', '--org', 'org_four_eyes', '--fingerprint', ...args);
    const reason = ['--rescue', 'All devices were stolen'];
    expect(await trust(fingerprint, ...reason)).toMatchObject({
      code: 1,
      said: expect.stringContaining('sign its enrolment'),
    });
    expect((await signsEnrolment(house, echo)).status).toBe(200);
    expect(await trust(fingerprint)).toMatchObject({ code: 1, said: expect.stringContaining('--rescue REASON') });
    expect(await trust(fingerprint, ...reason)).toMatchObject({
      code: 0,
      said: expect.stringContaining('of op_echo'),
    });
    const [trusted] = (await house.api('op_echo', 'GET', '/api/signing-keys')).body.keys;
    expect(trusted).toMatchObject({ standing: 'countersigned', countersigned_by: 'admin-command' });
    for (const operator of ['op_echo', 'op_foxtrot', 'op_golf']) {
      const told = await toldTo(operator);
      expect(told).toContain('The reason that they gave: All devices were stolen');
      expect(told).toContain(`trusted a passkey of the operator Echo without an admin: ${fingerprint}`);
    }
    const { entries } = (await house.api('op_foxtrot', 'GET', '/api/audit?limit=100')).body;
    const rescued = { kind: 'signing_key.rescued', ...ADMIN_COMMAND, subject: echo.passkey };
    expect(entries).toContainEqual(expect.objectContaining({ ...rescued, data: { operator: 'op_echo', fingerprint } }));
  }, 30_000);

  it('the admin command makes what a consumer needs: an action to propose under, and an endpoint whose secret verifies its posts', async () => {
    const roster = ['--name', 'Refund', '--roster', 'op_bravo,op_charlie', '--quorum', '2'];
    expect(await admin('create-action', '--org', 'org_demo', '--id', 'refund', ...roster)).toEqual({
      code: 0,
      said: 'created the action refund: 2 of op_bravo, op_charlie\n',
    });
    const receiver = await openReceiver();
    try {
      const made = await admin('create-endpoint', '--org', 'org_demo', '--url', receiver.url);
      const secret = /^created whe_\w+, which gets every event; .*:\n(whsec_\S{43})\n$/.exec(made.said)?.[1];
      const { body } = await house.propose({ action: 'refund' });
      for (const operator of ['op_bravo', 'op_charlie']) await house.turn(operator, body.request.id);
      await receiver.got(1);
      const [post] = receiver.posts;
      expect(verifyEvent({ rawBody: post!.body, headers: post!.headers, secret: secret! })).toMatchObject({
        type: 'request.authorized',
        data: { request: { id: body.request.id } },
      });
    } finally {
      await receiver.close();
    }
    await house.messages('op_alpha');
    const { entries } = (await house.api('op_alpha', 'GET', '/api/audit?limit=100')).body;
    for (const kind of ['action.created', 'endpoint.created'])
      expect(entries).toContainEqual(expect.objectContaining({ kind, ...ADMIN_COMMAND }));
  }, 30_000);

  const quickStart = readFileSync(join(ROOT, 'docs/consumers/quick-start.md'), 'utf8');
  it.each(quickStart.match(/^npm run admin -- .*$/gm)!)(
    'the admin command runs as the quick start says: %s',
    async (line) => {
      const here = line
        .replace('org_acme', 'org_demo')
        .replace('op_ada,op_ben', 'op_bravo,op_charlie')
        .replace('--id refund', '--id refund.quick')
        .replace('https://hooks.acme.example', house.url);
      const args = execFileSync('sh', ['-c', here.replace('npm run admin --', "printf '%s\\n'")], { encoding: 'utf8' });
      expect(await admin(...args.trimEnd().split('\n'))).toEqual({ code: 0, said: expect.stringMatching(/^created /) });
    },
  );

  it('the admin command refuses to work where changes need a second admin, unless a reason is given, which everybody gets', async () => {
    const key = ['create-key', '--org', 'org_four_eyes', '--name', 'ci', '--scopes', 'read'];
    const { keys } = (await house.api('op_echo', 'GET', '/api/keys')).body;
    const refused = await admin(...key);
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringContaining('changes of org_four_eyes need a second admin'),
    });
    expect((await house.api('op_echo', 'GET', '/api/keys')).body.keys).toEqual(keys);
    expect((await admin(...key, '--rescue', 'Both admins left')).said).toContain('rak_');
    const { body } = await house.api('op_golf', 'GET', '/api/session');
    expect(body.org).toBe('org_four_eyes');
    for (const operator of ['op_echo', 'op_foxtrot', 'op_golf']) {
      expect(await toldTo(operator)).toContain('The reason that they gave: Both admins left');
    }
    const { entries } = (await house.api('op_echo', 'GET', '/api/audit?limit=100')).body;
    expect(entries).toContainEqual(
      expect.objectContaining({
        kind: 'rescue.used',
        ...ADMIN_COMMAND,
        data: { command: 'create-key', reason: 'Both admins left' },
      }),
    );
  }, 30_000);

  it.each([
    [['create-org', '--org', 'org_demo', '--id', 'op_x', '--name', 'X', '--email', 'a@b.c'], 'org_demo exists'],
    [
      ['create-org', '--org', 'canary', '--id', 'op_x', '--name', 'X', '--email', 'a@b.c'],
      "canary is the deployment's own organization",
    ],
    [
      ['create-operator', '--org', 'org_demo', '--id', 'op_alpha', '--name', 'A', '--email', 'a@b.c'],
      'is an operator of org_demo already',
    ],
    [
      ['create-key', '--org', 'org_demo', '--name', 'x', '--scopes', 'all'],
      '--scopes must be a comma-separated list of propose, read, execute',
    ],
    [
      ['create-action', '--org', 'org_demo', '--id', 'x', '--name', 'X', '--roster', 'op_alpha', '--quorum', '2'],
      'quorum',
    ],
    [['create-action', '--org', 'org_demo', '--id', 'x', '--name', 'X', '--roster', 'op_nobody'], 'op_nobody'],
    [
      ['create-action', '--org', 'org_demo', '--id', 'demo.solo', '--name', 'X', '--roster', 'op_alpha'],
      'has an action demo.solo already: edit it in the console',
    ],
    [['create-endpoint', '--org', 'org_demo', '--url', 'ftp://example.com'], '--url: '],
    [['sign-in-link', '--org', 'org_demo', '--id', 'op_nobody'], 'has no operator op_nobody'],
    [
      ['create-operator', '--org', 'a#b', '--id', 'x', '--name', 'A', '--email', 'a@b.c'],
      '--org must start with a lower-case letter',
    ],
  ])('the admin command says in one line what is wrong: %j', async (args, sentence) => {
    const refused = await admin(...args);
    expect(refused.code).toBe(1);
    expect(refused.said.trimEnd().split('\n')).toEqual([expect.stringContaining(sentence)]);
  });

  it('the admin command lists who can make each action happen, and ends with code 1 if anybody alone can', async () => {
    const listed = await admin('powers', '--org', 'org_demo');
    expect(listed).toMatchObject({ code: 1, said: expect.stringContaining('demo.deploy: Alpha') });
    const twoAdmins = await admin('powers', '--org', 'org_four_eyes');
    expect(twoAdmins).toMatchObject({ code: 0, said: expect.stringContaining('demo.release: nobody alone; 3 pairs') });
  });

  it('the admin command answers an unknown command with those that there are', async () => {
    const refused = await admin('frobnicate');
    expect(refused.code).toBe(1);
    const commands = [...refused.said.matchAll(/^npm run admin -- (\S+)/gm)].map(([, command]) => command);
    expect(commands).toEqual([
      ...['create-org', 'create-operator', 'create-key', 'create-action', 'create-endpoint'],
      ...['sign-in-link', 'powers', 'trust-key'],
    ]);
    expect(refused.said).not.toContain('    at ');
  });

  it.each([
    [['create-kye'], /^"create-kye" is no command of admin\. Did you mean create-key\?$/m],
    [['power'], /^"power" is no command of admin\. Did you mean powers\?$/m],
    [['remove-org'], /^"remove-org" is no command of admin\.$/m],
    [['powers', 'org_demo'], /^powers takes options alone, and not "org_demo"$/m],
  ])('the admin command says what was typed and what is similar: %j', async (args, sentence) => {
    expect(await admin(...args)).toEqual({ code: 1, said: expect.stringMatching(sentence) });
  });

  it.each(['--help', '-h'])('the admin command explains itself with %s', async (flag) => {
    expect(await admin(flag)).toEqual({ code: 0, said: expect.stringContaining('npm run admin -- create-org') });
  });

  it.each([
    ['create-operator', ['--id', 'op_a', '--name', 'A', '--email', 'a@example.com']],
    ['create-key', ['--name', 'ci', '--scopes', 'read']],
    ['create-action', ['--id', 'pay', '--name', 'Pay', '--roster', 'op_a']],
    ['create-endpoint', ['--url', 'https://example.com/']],
    ['sign-in-link', ['--id', 'op_a']],
    ['powers', []],
    ['trust-key', ['--fingerprint', 'SHA256:x', '--rescue', 'lost']],
  ])('%s refuses an organization that nobody created', async (command, args) => {
    const refused = await admin(command, '--org', 'org_demoo', ...args);
    expect(refused).toEqual({
      code: 1,
      said: expect.stringMatching(/^org_demoo has no operators: create it with create-org$/m),
    });
  });

  it.each(['ada', 'ada@', '@example.com', 'ada example@example.com', 'ada@exa_mple.com'])(
    'the admin command takes no address that no mail can reach: %s',
    async (email) => {
      const refused = await admin(
        'create-org',
        ...['--org', 'org_mail', '--id', 'op_a', '--name', 'A', '--email', email],
      );
      expect(refused).toEqual({ code: 1, said: expect.stringMatching(/^--email must be an email address such as/m) });
    },
  );
});

it.each([
  [{ AWS_REGION: 'eu-west-3', AWS_ACCESS_KEY_ID: 'AKIA1', AWS_SECRET_ACCESS_KEY: 's' }, 'AKIA1 eu-west-3'],
  [{}, 'local local'],
])(
  'the admin command signs as the runner does with %j: DynamoDB Local has a database for each key and region',
  async (given, signed) => {
    const names = ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE', 'DYNAMODB_ENDPOINT'];
    const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
    const asked: string[] = [];
    const endpoint = createServer((request, response) => {
      const [, key, region] = /Credential=([^/]+)\/\d+\/([^/]+)/.exec(request.headers.authorization ?? '') ?? [];
      asked.push(`${key} ${region}`);
      response
        .writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
        .end('{"__type":"x#ValidationException"}');
    });
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
    const directory = openDataDirectory(null);
    try {
      for (const name of names) delete process.env[name];
      Object.assign(process.env, given, { DYNAMODB_ENDPOINT: url });
      await expect(openTables(directory, url, () => undefined)).rejects.toThrow();
      expect(new Set(asked)).toEqual(new Set([signed]));
      writeFileSync(directory.file('demo.json'), JSON.stringify({ base_url: 'http://127.0.0.1:1' }));
      const command = connectLocal(directory.path);
      await expect(command.config.operators('org_demo' as OrgId)).rejects.toThrow();
      command.close();
      expect(asked.at(-1)).toBe(signed);
    } finally {
      for (const name of names) delete process.env[name];
      for (const [name, value] of Object.entries(before)) if (value !== undefined) process.env[name] = value;
      directory.release();
      endpoint.closeAllConnections();
      await new Promise((resolve) => endpoint.close(resolve));
    }
  },
);
