/** What the runner keeps in files, and what it says at the terminal. */

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PAGE_PATHS } from '../../generated/page-paths';
import { rendered } from '../../src/adapters/mail/rendered';
import { openHeadsFile } from '../../src/local/bucket-files';
import { greeting } from '../../src/local/command';
import { builtPage, consoleFiles } from '../../src/local/console-files';
import { openMailbox } from '../../src/local/mailbox';
import { parseOptions, type RunnerOptions, USAGE } from '../../src/local/options';
import type { DataDirectory } from '../../src/local/platform/data-directory';
import { PortInUse, RunnerError, reportToConsole } from '../../src/local/platform/errors';
import {
  appendLine,
  eachLine,
  type LineSpan,
  linesAt,
  linesIn,
  readIfThere,
  replaceFile,
} from '../../src/local/platform/files';
import { addExecution, readExecutions } from '../../src/local/platform/state-machine';
import { keepPosition, readPosition } from '../../src/local/platform/stream-reader';
import { openSecrets } from '../../src/local/secrets';
import { openLog, type Running, saysWhoListens } from '../../src/local/start';
import { person } from '../../src/protocol/actor';
import type { OrgId, RequestId } from '../../src/protocol/identifiers';
import { append, genesis } from '../../src/service/audit/rules/chain';
import type { MailMessage } from '../../src/service/notice/ports';
import { op } from '../support/builders';
import { aFolder } from '../support/folder';
import { headLines, headsOver } from '../support/heads';
import { aMail } from '../support/mail-text';

let folder: string;
beforeEach(() => {
  folder = aFolder();
});
afterEach(() => jest.restoreAllMocks());
const fileOf = (name: string, content?: string) => {
  const path = join(folder, name);
  if (content !== undefined) writeFileSync(path, content);
  return path;
};

const headsOf = (org: string, ...upTo: readonly number[]) => {
  const entry = { at: 1, kind: 'key.turned', subject: 'req_1', ...person('op_a'), data: {} };
  return headsOver(org, append(genesis(org), [entry, entry, entry, entry, entry]), upTo);
};

describe('a place in a file of lines', () => {
  it('a line is found again at its place, beyond the first part that is read and behind letters of several bytes', () => {
    const path = fileOf('lines');
    const lines = ['ä'.repeat(400_000), '→ €', 'ß'.repeat(600_000), 'last'];
    const appended = lines.map((line) => appendLine(path, line));
    const seen: LineSpan[] = [];
    eachLine(path, (_, place) => seen.push(place));
    expect(seen).toEqual(appended);
    expect(linesAt(path, [...appended].reverse())).toEqual([...lines].reverse());
  });
});

describe('the flags', () => {
  const defaults = { port: 8787, dataDir: '.local', testClock: false, help: false, memory: false, demoPages: true };
  it.each<[string[], object]>([
    [[], {}],
    [['--port', '0'], { port: 0 }],
    [['--port', '65535'], { port: 65_535 }],
    [['--data-dir', 'x'], { dataDir: 'x' }],
    [['--ephemeral'], { dataDir: null }],
    [['--memory'], { memory: true }],
    [['--test-clock'], { testClock: true }],
    [['--help'], { help: true }],
  ])('the flags %j are read', (args, change) => expect(parseOptions(args)).toEqual({ ...defaults, ...change }));

  const FLAGS = '; the flags are --port, --data-dir, --ephemeral, --memory, --test-clock and --help';
  it.each<[string[], string]>([
    [['--port', '65536'], '--port: "65536" is not a port (0 to 65535)'],
    [['--port', '100000'], '--port: "100000" is not a port (0 to 65535)'],
    [['--port', '8o'], '--port: "8o" is not a port (0 to 65535)'],
    [['--port', ''], '--port: "" is not a port (0 to 65535)'],
    [['--ephemeral', '--data-dir', 'x'], '--ephemeral and --data-dir exclude each other: pass only one of them'],
    [['--loud'], `Unknown option '--loud'${FLAGS}`],
    [['start'], `Unexpected argument 'start'${FLAGS}`],
  ])('the flags %j are refused in one line', (args, line) => {
    let said = '';
    try {
      parseOptions(args);
    } catch (error) {
      expect(error).toBeInstanceOf(RunnerError);
      said = (error as Error).message;
    }
    expect(said.slice(0, line.length)).toBe(line);
    expect(said).not.toContain('\n');
  });

  it('the help has all flags except its own', () => {
    for (const flag of ['--port', '--data-dir', '--ephemeral', '--memory', '--test-clock'])
      expect(USAGE).toContain(`  ${flag}`);
  });
});

describe('the greeting', () => {
  const running = {
    ...{ baseUrl: 'http://127.0.0.1:8787', demoFile: join(process.cwd(), '.local/demo.json'), memory: null },
  } as Running;
  const said = (change: Partial<Running> = {}, options: Partial<RunnerOptions> = {}, node = '24.21.0') =>
    greeting({ ...running, ...change }, { ...parseOptions([]), ...options }, node);

  it('the greeting says where people and programs find the service, and how it ends', () => {
    expect(said()).toBe(
      [
        '',
        '  Open http://localhost:8787 and sign in with one click.',
        '  This is a demo: anybody who can reach this port can act as any of these operators.',
        '',
        '  Programs use the service on http://127.0.0.1:8787',
        '  Keys, operators and sign-in links of the demo organization: .local/demo.json',
        '',
        '  The README walks from a proposal to a reported execution. Ctrl-C stops.',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['20.19.0', true],
    ['21.7.3', true],
    ['22.13.0', false],
    ['23.11.1', true],
    ['24.0.0', false],
    ['26.0.0', false],
  ])('the greeting says in one line if Node is not maintained any more: %s', (node, isOld) => {
    const line = `  Node ${node} gets no security fixes any more. Use Node 22, 24 or 26; 24 is what runs in Lambda.`;
    expect(
      said({}, {}, node)
        .split('\n')
        .filter((each) => each.includes('Node ')),
    ).toEqual(isOld ? [line] : []);
  });

  it('the greeting says how to move the clock, and what is kept', () => {
    expect(said({}, { testClock: true })).toContain(
      `  Clock: curl http://127.0.0.1:8787/local/clock -H 'content-type: application/json' -d '{"advance_ms":60000}'`,
    );
    expect(said({}, { dataDir: null })).toContain('  The data is deleted when this ends.');
    expect(said({ memory: 'chosen' })).toContain('  Requests are kept in memory, and are gone when this ends.');
    expect(said({ memory: 'no binary' })).toContain(
      `  There is no embedded database for ${process.platform}-${process.arch}: requests are kept in memory, and are gone when this ends.\n` +
        '  To keep them, set DYNAMODB_ENDPOINT to a DynamoDB endpoint (DynamoDB Local, for example).',
    );
  });
});

describe('a small file', () => {
  it('a small file that is missing is null, and any other failure is an error', () => {
    expect(readIfThere(fileOf('none'))).toBeNull();
    expect(() => readIfThere(folder)).toThrow(/EISDIR/);
  });

  it('a small file is replaced atomically and appended to by lines, readable only by its owner, and a line that was cut off is removed', () => {
    const path = fileOf('a');
    replaceFile(path, 'one');
    replaceFile(path, 'two\n');
    appendLine(path, 'three');
    appendLine(fileOf('b'), 'new');
    writeFileSync(fileOf('c'), 'one\ncut');
    expect([linesIn(path), linesIn(fileOf('c')), linesIn(fileOf('d'))]).toEqual([['two', 'three'], ['one'], []]);
    appendLine(fileOf('c'), 'two');
    expect(linesIn(fileOf('c'))).toEqual(['one', 'two']);
    expect([readIfThere(path), readIfThere(fileOf('b'))]).toEqual(['two\nthree\n', 'new\n']);
    for (const name of ['a', 'b']) expect(statSync(fileOf(name)).mode & 0o777).toBe(0o600);
    expect(existsSync(`${path}.next`)).toBe(false);
  });
});

describe('the heads', () => {
  it('the file of heads has a head only once for each number', async () => {
    const path = fileOf('heads');
    const store = openHeadsFile(path);
    expect(await store.last('o' as OrgId)).toBeNull();
    expect(existsSync(path)).toBe(false);
    const [first, second] = await headsOf('o', 1, 3);
    const [other] = await headsOf('p', 2);
    const written: boolean[] = [];
    for (const head of [first!, second!, first!, second!, other!]) written.push(await store.publish(head));
    expect(written).toEqual([true, true, false, false, true]);
    expect(await store.last('o' as OrgId)).toEqual(second);
    const again = openHeadsFile(path);
    expect([await again.last('o' as OrgId), await again.last('p' as OrgId)]).toEqual([second, other]);
  });

  it('the file of heads survives an incomplete last line, and no damage before it', async () => {
    const heads = await headsOf('o', 1, 3);
    const path = fileOf('heads', `${headLines(heads)}{"jws":"o","se`);
    expect(await openHeadsFile(path).last('o' as OrgId)).toMatchObject({ n: 2, seq: 3 });
    expect(readFileSync(path, 'utf8')).toBe(headLines(heads));
    const damaged = fileOf('damaged', `${headLines(heads.slice(0, 1))}nonsense\n`);
    expect(() => openHeadsFile(damaged)).toThrow(
      new RunnerError(`${damaged} is damaged (line 2): restore it from a backup`),
    );
  });
});

describe('the mailbox', () => {
  const receiver = (id: string) => ({ operator: op(id), name: id, email: `${id}@acme.dev` });
  const message = (operator: string, more: Partial<MailMessage> = {}): MailMessage => ({
    ...{ org: 'org_a' as OrgId, to: receiver(operator), requestId: 'req_1' as RequestId, kind: 'asked', round: 1 },
    ...{ code: '12345678', mail: aMail('Approve?', 'Your code is 12345678.'), ...more },
  });

  it('the mailbox keeps each operator’s mails in order, also over a restart', async () => {
    const path = fileOf('mail');
    const box = openMailbox(path);
    await box.send(message('op_a'), 1);
    await box.send(message('op_a', { org: 'org_b' as OrgId }), 1);
    box.list(message('op_b', { code: null, requestId: null }), 2);
    await box.sendCombinedMail({ to: receiver('op_a'), mail: aMail('Two', 'both') }, 3);
    await box.send(message('op_a', { kind: 'settled' }), 4);
    const first = {
      ...{
        org: 'org_a',
        operator: 'op_a',
        request_id: 'req_1',
        kind: 'asked',
        round: 1,
        code: '12345678',
        sent_at: 1,
      },
      ...rendered(aMail('Approve?', 'Your code is 12345678.')),
    };
    for (const each of [box, openMailbox(path)]) {
      const [ofA, ofB, ofC] = ['op_a', 'op_b', 'op_c'].map((id) => each.newest('org_a', id, 9));
      expect(ofA).toEqual([first, { ...first, kind: 'settled', sent_at: 4 }]);
      expect(ofB).toEqual([{ ...first, operator: 'op_b', request_id: null, code: null, sent_at: 2 }]);
      expect(ofC).toEqual([]);
      const { subject, text, html, ...listed } = first;
      expect(each.of('org_a', 'op_a')).toEqual([listed, { ...listed, kind: 'settled', sent_at: 4 }]);
      expect(each.newest('org_a', 'op_a', 1)).toEqual([{ ...first, kind: 'settled', sent_at: 4 }]);
    }
    const stored = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(stored[3]).toEqual({ combined_for: 'op_a', sent_at: 3, ...rendered(aMail('Two', 'both')) });
  });

  it('the mailbox drops an incomplete last line, and keeps later mails over the next restart', async () => {
    const path = fileOf('mail', '{"org":"org_a","operator":"op_a","sent_at":1}\n\n{"operator":"op_a","se');
    const box = openMailbox(path);
    expect(box.of('org_a', 'op_a')).toHaveLength(1);
    await box.send(message('op_a'), 2);
    expect(openMailbox(path).of('org_a', 'op_a')).toMatchObject([{ sent_at: 1 }, { sent_at: 2 }]);
  });
});

describe('the log', () => {
  it('the log goes to a file, and what needs a person also to the terminal in one line', async () => {
    const path = fileOf('log');
    const told = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const log = openLog(path);
    log.info('started', { port: 1 });
    log.warn('slow');
    log.error('failed', { error: 'no route', reason: 'net', incident: 'inc_1', other: 'x' });
    log.error('again');
    log.close();
    // The end of the file is written before this process can end.
    while ((readIfThere(path) ?? '').split('\n').length < 5) await new Promise((resolve) => setImmediate(resolve));
    const lines = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ level }) => level)).toEqual(['info', 'warn', 'error', 'error']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(told.mock.calls).toEqual([['failed · inc_1 · no route · net'], ['again']]);
  });

  it('the log has the stack or the text of a failure', () => {
    const told = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const error = new Error('no');
    reportToConsole('rule a', error);
    reportToConsole('rule b', Object.assign(new Error('bare'), { stack: undefined }));
    reportToConsole('rule c', 'text');
    expect(told.mock.calls).toEqual([[`rule a: ${error.stack}`], ['rule b: bare'], ['rule c: text']]);
  });
});

describe('the executions of the retry loop', () => {
  const running = { name: 'dlv_1-0', status: 'running', state: 'Try', data: { n: 1 } } as const;

  it('the executions of the retry loop are kept by name, with their last step, in a compacted file', () => {
    const path = fileOf('executions');
    expect(readExecutions(path).size).toBe(0);
    for (const step of [running, { ...running, state: 'Wait' }, { name: 'dlv_2-0', status: 'failed' } as const])
      addExecution(path, step);
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"name`);
    expect([...readExecutions(path).values()]).toEqual([
      { ...running, state: 'Wait' },
      { name: 'dlv_2-0', status: 'failed' },
    ]);
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it.each([
    'nonsense',
    '{"status":"failed"}',
    '{"name":1,"status":"failed"}',
    '{"name":"a","status":"paused"}',
    '{"name":"a","status":"running"}',
    '{"name":"a","status":"running","state":1}',
  ])('a damaged line of the executions is named: %s', (line) => {
    const path = fileOf('executions', `{"name":"a","status":"succeeded"}\n${line}\n`);
    expect(() => readExecutions(path)).toThrow(
      new RunnerError(`${path} is damaged (line 2): restore it, or remove it; retries then go on a few minutes late`),
    );
  });
});

describe('the position in the stream', () => {
  const position = { streamArn: 'arn', shardId: 's', sequenceNumber: '7' };

  it('the position in the stream is kept, and none is used if it is missing or damaged', () => {
    const path = fileOf('position');
    expect(readPosition(path)).toBeNull();
    keepPosition(path, position);
    expect(readPosition(path)).toEqual(position);
    for (const name of Object.keys(position)) {
      writeFileSync(path, JSON.stringify({ ...position, [name]: 1 }));
      expect(readPosition(path)).toBeNull();
    }
    writeFileSync(path, '{');
    expect(readPosition(path)).toBeNull();
  });
});

describe('the secrets', () => {
  const directory = (): DataDirectory => ({
    ...{ path: folder, temporary: false, file: (name) => join(folder, name), release: () => undefined },
  });

  it('the secrets are made once, readable only by their owner, and read again', async () => {
    const made = openSecrets(directory());
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(made.integrationSecret).toMatch(/^whsec_[\w-]{43}$/);
    const { plain, wrapped } = await made.wrapper.generate('org_a' as OrgId);
    const again = openSecrets(directory());
    expect(again.integrationSecret).toBe(made.integrationSecret);
    expect(Buffer.from(await again.wrapper.unwrap('org_a' as OrgId, wrapped))).toEqual(Buffer.from(plain));
    expect(plain).toHaveLength(32);
    expect(await again.pushKeyText.value()).toBe(await made.pushKeyText.sooner());
    expect(await made.pushKeyText.value()).toHaveLength(43);
    await expect(again.wrapper.unwrap('org_b' as OrgId, wrapped)).rejects.toThrow();
    expect(await again.verdictSigner.publicKey()).toEqual(await made.verdictSigner.publicKey());
    expect(await again.verdictSigner.sign(Buffer.from('x'))).toHaveLength(64);
    const { jws, jwk } = await again.headSigner.sign((await headsOf('o', 1))[0]!);
    expect(jws.split('.')).toHaveLength(3);
    expect(jwk).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
    expect(jwk).not.toHaveProperty('d');
  });

  it('the secrets are written only if some were missing', () => {
    openSecrets(directory());
    const path = join(folder, 'secrets.json');
    const compact = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
    writeFileSync(path, compact);
    openSecrets(directory());
    expect(readFileSync(path, 'utf8')).toBe(compact);
  });

  it.each<[string, (file: { readonly code_keys?: object }) => unknown]>([
    ['not JSON', () => 'nonsense'],
    ['a key of another length', (file) => ({ ...file, wrapping_key: 'AAAA' })],
    ['a missing code key', (file) => ({ ...file, code_keys: { ...file.code_keys, current: 'ck_x' } })],
    ['a push key of another length', (file) => ({ ...file, push_key: 'AAAA' })],
    ['no push key', (file) => ({ ...file, push_key: undefined })],
    ['a head key that is none', (file) => ({ ...file, head_key: 'x' })],
    ['a verdict key that is none', (file) => ({ ...file, verdict_key: 'x' })],
  ])('damaged secrets stop the start in one line: %s', (_, damage) => {
    openSecrets(directory());
    const path = join(folder, 'secrets.json');
    const damaged = damage(JSON.parse(readFileSync(path, 'utf8')));
    writeFileSync(path, typeof damaged === 'string' ? damaged : JSON.stringify(damaged));
    expect(() => openSecrets(directory())).toThrow(
      new RunnerError(
        `the data directory ${folder} is damaged (secrets.json): restore it, or move it away to start with empty data`,
      ),
    );
  });
});

describe('over HTTP', () => {
  let server: Server;
  let answer: ReturnType<typeof consoleFiles>;
  const port = () => (server.address() as AddressInfo).port;
  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  describe('a second start', () => {
    const started = () => saysWhoListens(Promise.reject(new PortInUse(port(), 'another program')));
    const answers = (body: unknown) =>
      jest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(body as object));

    it('a second start says where the first one is', async () => {
      const asked = answers({ pid: 7, data_dir: '/data' });
      await expect(started()).rejects.toThrow(
        `port ${port()} is in use: the service runs on http://localhost:${port()} (process 7, data directory /data); ` +
          'open that, or start another with --port 0 --data-dir DIR',
      );
      const options = { signal: expect.any(AbortSignal), redirect: 'error' };
      expect(asked.mock.calls).toEqual([[`http://127.0.0.1:${port()}/local/runner`, options]]);
    });

    it.each<[string, unknown]>([
      ['no process', { data_dir: '/data' }],
      ['no directory', { pid: 7 }],
      ['an empty directory', { pid: 7, data_dir: '' }],
      ['control characters', { pid: 7, data_dir: '/data\u001b[31m' }],
      ['a directory that is too long', { pid: 7, data_dir: `/${'x'.repeat(1024)}` }],
      ['nothing that it knows', 'welcome'],
    ])('a second start says only that the port is taken if a program answers with %s', async (_, body) => {
      answers(body);
      await expect(started()).rejects.toThrow(new Error(`port ${port()} is in use: another program`));
    });

    it('a second start passes on a failure that it cannot explain', async () => {
      expect(await saysWhoListens(Promise.resolve('started'))).toBe('started');
      const other = new RunnerError('no space');
      await expect(saysWhoListens(Promise.reject(other))).rejects.toBe(other);
    });
  });

  describe('the console', () => {
    const get = async (path: string, method = 'GET') => {
      const response = await fetch(`http://127.0.0.1:${port()}${path}`, { method });
      const { headers, status } = response;
      return { status, text: await response.text(), type: headers.get('content-type'), headers };
    };
    beforeEach(() => {
      mkdirSync(join(folder, 'assets'));
      fileOf('index.html', '<p>page</p>');
      fileOf('assets/a.js', 'js');
      fileOf('a.css', 'css');
      fileOf('a.svg', 'svg');
      fileOf('a.json', '{}');
      fileOf('a.woff2', 'font');
      fileOf('a.bin', 'bin');
      answer = consoleFiles({ directory: folder, headers: { 'x-own': 'yes' } });
    });

    it.each([
      ['/', 'text/html; charset=utf-8', '<p>page</p>', 'no-cache'],
      ['/requests/req_1', 'text/html; charset=utf-8', '<p>page</p>', 'no-cache'],
      ['/requests?page=2', 'text/html; charset=utf-8', '<p>page</p>', 'no-cache'],
      ['/actions/pay%2Fout', 'text/html; charset=utf-8', '<p>page</p>', 'no-cache'],
      ['/sign-in', 'text/html; charset=utf-8', '<p>page</p>', 'no-cache'],
      ['/sign-in/company?code=1', 'text/html; charset=utf-8', '<p>page</p>', 'no-cache'],
      ['/assets/a.js?v=1', 'text/javascript; charset=utf-8', 'js', 'public, max-age=31536000, immutable'],
      ['/a.css', 'text/css; charset=utf-8', 'css', 'no-cache'],
      ['/a.svg', 'image/svg+xml', 'svg', 'no-cache'],
      ['/a.json', 'application/json', '{}', 'no-cache'],
      ['/a.woff2', 'font/woff2', 'font', 'no-cache'],
      ['/a.bin', 'application/octet-stream', 'bin', 'no-cache'],
    ])('the console’s file %s has its type and cache time', async (path, type, text, kept) => {
      const got = await get(path);
      expect([got.status, got.type, got.text, got.headers.get('cache-control'), got.headers.get('x-own')]).toEqual([
        ...[200, type, text, kept, 'yes'],
      ]);
      const head = await get(path, 'HEAD');
      expect([head.status, head.type, head.text]).toEqual([200, type, '']);
    });

    it.each([
      ...[
        '/healthz',
        '/robots.txt',
        '/.well-known/security.txt',
        '/requests/req_1/x',
        '/requests/',
        '/requests//',
        '/assets',
      ],
      ...[
        '/assets/gone.js',
        '/index.php',
        '/%E0%A4%A',
        '/..%2f..%2fetc/passwd',
        '/local%2Fmailbox',
        '/sign-in/x',
        '//',
      ],
    ])('a path that is neither a page nor a file of the console is 404, with the page for people: %s', async (path) => {
      const { status, type, text } = await get(path);
      expect([status, type, text]).toEqual([404, 'text/html; charset=utf-8', '<p>page</p>']);
      expect((await get(path, 'HEAD')).status).toBe(404);
    });

    it('every page of the console is answered with 200', async () => {
      expect(PAGE_PATHS.length).toBeGreaterThan(10);
      for (const path of PAGE_PATHS)
        expect([path, (await get(path.replace(':id', 'a_1'))).status]).toEqual([path, 200]);
    });

    it('only the page of the console is changed when it is served', async () => {
      answer = consoleFiles({ directory: folder, change: (page) => `${page}!` });
      expect([(await get('/')).text, (await get('/a.css')).text]).toEqual(['<p>page</p>!', 'css']);
      expect((await get('/')).headers.get('x-content-type-options')).toBe('nosniff');
    });

    it('a console that is not built says how to build it', async () => {
      rmSync(folder, { recursive: true });
      const got = await get('/');
      expect([got.status, got.type]).toEqual([200, 'text/html; charset=utf-8']);
      expect(got.text).toContain('The console is not built: run <code>npm run build:console</code>.');
      expect(builtPage(folder)).toBeNull();
      mkdirSync(folder);
      fileOf('index.html', 'x');
      expect(builtPage(folder)).toBe('x');
    });
  });
});
