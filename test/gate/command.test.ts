/** The command line, who may call the gate that it starts, and the gate over standard input. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { start } from '../../src/gate/mcp/command';
import { openGate } from '../../src/gate/mcp/start';
import { serveOver } from '../../src/gate/mcp/stdio';
import { aFolder } from '../support/folder';
import { listening } from '../support/listening';
import { openedOnce } from '../support/opened';
import { configOf, digestOf, secretsWith } from './support/open';
import { openUpstream } from './support/upstream';
import { type Body, callTool, PAGE, send, TOKENS, textOf } from './support/wire';

const ISSUER = 'https://login.example';
const GATE = 'http://127.0.0.1/mcp';
const env = secretsWith();

const folder = aFolder();
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let jwks: object;
const upstream = openedOnce(() => openUpstream());
beforeAll(async () => {
  keys = await generateKeyPair('ES256');
  jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'ES256', kid: 'one' }] };
});
const issuer = openedOnce(() =>
  listening(
    createServer((_req, res) => res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(jwks))),
  ),
);

function configuration(changes: Body = {}): Body {
  return {
    name: 'test',
    // Nobody answers there. These tests propose nothing.
    service: { url: 'http://127.0.0.1:9' },
    listen: { port: 0, url: GATE },
    ledger: { folder: join(folder, 'ledger') },
    upstreams: { fixture: { url: upstream.url } },
    callers: [{ name: 'agent', token: digestOf(TOKENS.agent), operator: 'op_alpha' }],
    issuers: [{ issuer: ISSUER, jwks: issuer.url, operators: { agent: 'op_alpha' } }],
    rules: [{ upstream: 'fixture', tool: 'greet', do: 'pass' }],
    ...changes,
  };
}

function fileWith(content: Body): string {
  const path = join(folder, 'gate.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

async function startWith(changes: Body) {
  const { greeting, stop } = await start(['--config', fileWith(configuration(changes))], env, () => {});
  const [, port] = /port (\d+)/.exec(greeting)!;
  return { greeting, stop, url: `http://127.0.0.1:${port}/mcp` };
}

describe('the command', () => {
  test('the command starts a gate over HTTP and says where it listens', async () => {
    const { url, greeting, stop } = await startWith({});
    expect(greeting).toMatch(/^The gate "test" serves http:\/\/127\.0\.0\.1\/mcp, on port \d+ of 127\.0\.0\.1\.$/);
    const answer = await callTool(url, 'greet', { name: 'Ada' });
    await stop();
    expect(textOf(answer)).toBe('Hello, Ada!');
  });

  it('a gate that starts with stricter rules judges a call again that an earlier one let begin', async () => {
    const name = 'test_tool_with_task';
    const capabilities = { elicitation: { form: {}, ...PAGE.elicitation } };
    const before = await startWith({ rules: [{ upstream: 'fixture', tool: name, do: 'pass' }] });
    const { requestState } = (await callTool(before.url, name, {}, { capabilities })).result;
    await before.stop();
    const reached = upstream.calls.length;
    const after = await startWith({ rules: [{ upstream: 'fixture', tool: name, action: 'tool.call', params: {} }] });
    const inputResponses = { user_name: { action: 'accept', content: { name: 'Ada' } } };
    const retry = { name, arguments: {}, inputResponses, requestState };
    const { result } = await send(after.url, 'tools/call', retry, { capabilities });
    await after.stop();
    expect(result).toMatchObject({ resultType: 'input_required' });
    expect(upstream.calls).toHaveLength(reached);
  });
});

describe('a caller with a JWT', () => {
  const tokenWith = (claims: Body, secret: Parameters<SignJWT['sign']>[0] = keys.privateKey, alg = 'ES256') =>
    new SignJWT({ iss: ISSUER, sub: 'agent', aud: GATE, exp: Math.floor(Date.now() / 1000) + 60, ...claims })
      .setProtectedHeader({ alg, kid: 'one' })
      .sign(secret);

  async function callerOf(token: string) {
    const gate = await openGate(configOf(configuration()), env, () => {});
    const caller = await gate.callers(token);
    await gate.stop();
    return caller;
  }

  test('a JWT of a configured issuer identifies the operator of its subject', async () => {
    expect(await callerOf(await tokenWith({}))).toEqual({ id: `jwt:${ISSUER} agent`, operator: 'op_alpha' });
  });

  test('a JWT for another server, of another issuer, expired, without an expiry or of an unknown subject is refused', async () => {
    const wrong = [
      { aud: 'https://other.example/mcp' },
      { iss: 'https://other.example' },
      { exp: 1 },
      { exp: undefined },
      { sub: 'stranger' },
    ];
    for (const claims of wrong) expect([claims, await callerOf(await tokenWith(claims))]).toEqual([claims, null]);
  });

  test('a JWT that is signed by another key or by a shared secret is refused', async () => {
    const other = await generateKeyPair('ES256');
    expect(await callerOf(await tokenWith({}, other.privateKey))).toBeNull();
    expect(await callerOf(await tokenWith({}, Buffer.alloc(32, 1), 'HS256'))).toBeNull();
  });
});

describe('a client without a token', () => {
  /** An authorization server that gives out tokens for what it is asked for. */
  async function openLogin() {
    const resources: (string | null)[] = [];
    const server = createServer(async (req, res) => {
      let body = '';
      for await (const part of req) body += part;
      const resource = new URLSearchParams(body).get('resource');
      const answers: Record<string, () => Promise<object>> = {
        '/.well-known/oauth-authorization-server': async () => ({
          ...{ issuer: url, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` },
          ...{ response_types_supported: ['code'], grant_types_supported: ['client_credentials'] },
        }),
        '/jwks': async () => jwks,
        async '/token'() {
          resources.push(resource);
          const claims = { iss: url, sub: 'agent', aud: resource!, exp: Math.floor(Date.now() / 1000) + 60 };
          const signing = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' });
          return { access_token: await signing.sign(keys.privateKey), token_type: 'Bearer', expires_in: 60 };
        },
      };
      const answer = await answers[req.url!]?.();
      res.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
    });
    const { url, close } = await listening(server);
    return { url, resources, close };
  }

  async function freePort(): Promise<number> {
    const { url, close } = await listening(createServer());
    await close();
    return Number(new URL(url).port);
  }

  it('a client without a token finds the issuer by the answer 401, and signs in by itself', async () => {
    const login = await openLogin();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/mcp`;
    const issuers = [{ issuer: login.url, jwks: `${login.url}/jwks`, operators: { agent: 'op_alpha' } }];
    const { stop } = await startWith({ listen: { port, url }, issuers, callers: [] });
    const client = new Client({ name: 'official', version: '1' });
    const credentials = { clientId: 'agent', clientSecret: 'secret', expectedIssuer: login.url };
    const authProvider = new ClientCredentialsProvider(credentials);
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider }));
    const { content } = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
    await client.close();
    await stop();
    await login.close();
    expect([content, login.resources]).toEqual([[{ type: 'text', text: 'Hello, Ada!' }], [url]]);
  });

  test('a client without a token learns every issuer of the gate, and finds nothing at another path', async () => {
    const { url, stop } = await startWith({});
    const { origin } = new URL(url);
    const { headers } = await fetch(url, { method: 'POST', body: '{}' });
    const named = await fetch(`${origin}/.well-known/oauth-protected-resource/mcp`);
    const other = await fetch(`${origin}/.well-known/oauth-protected-resource`);
    await stop();
    const address = 'http://127.0.0.1/.well-known/oauth-protected-resource/mcp';
    expect(headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${address}"`);
    expect(await named.json()).toMatchObject({ resource: GATE, authorization_servers: [ISSUER] });
    expect(other.status).toBe(404);
  });
});

describe('a gate over standard input and output', () => {
  async function ask(...lines: readonly string[]): Promise<Body[]> {
    const gate = await openGate(configOf(configuration()), env, () => {});
    const [input, output] = [new PassThrough(), new PassThrough()];
    const serving = serveOver(gate.face, { id: 'token:agent', operator: 'op_alpha' }, input, output);
    for (const line of lines) input.write(`${line}\n`);
    const answers: Body[] = [];
    let rest = '';
    for await (const part of output.setEncoding('utf8')) {
      const written = (rest + part).split('\n');
      rest = written.pop()!;
      answers.push(...written.map((line) => JSON.parse(line)));
      if (answers.length === lines.length) break;
    }
    await serving.close();
    await gate.stop();
    return answers;
  }

  const initialize =
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}';
  const call = (name: string, args: string) =>
    `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;

  test('a gate over standard input serves the named caller', async () => {
    const [, answer] = await ask(initialize, call('greet', '{"name":"Ada"}'));
    expect(textOf(answer)).toBe('Hello, Ada!');
  });

  test('a gate over standard input refuses a number that would change when it is forwarded', async () => {
    const answers = await ask(initialize, call('greet', '{"name":9007199254740993}'));
    expect(textOf(answers.find(({ id }) => id === 2))).toContain('would change on its way');
  });

  test.each(['\u2028', '\u2029', '\u0085'])(
    'a gate over standard input ends a line at LF alone, and not at a character in a text: %j',
    async (character) => {
      const answers = await ask(initialize, call('greet', `{"name":"A${character}da"}\r`));
      expect(textOf(answers.find(({ id }) => id === 2))).toBe(`Hello, A${character}da!`);
    },
  );

  test('a gate over standard input answers a batch with an error, and runs nothing of it', async () => {
    const before = upstream.calls.length;
    const answers = await ask(initialize, `[${call('greet', '{"name":9007199254740993}')}]`);
    expect(answers.find(({ id }) => id === null)?.error).toMatchObject({ code: -32600 });
    expect(upstream.calls).toHaveLength(before);
  });

  test('a gate over standard input says that it is only for trials, because a process of the same user can bypass it', async () => {
    const { greeting, stop } = await start(
      ['--config', fileWith(configuration()), '--stdio', '--caller', 'agent'],
      env,
      () => {},
    );
    await stop();
    expect(greeting).toContain('A process of the same user can go around it');
  });

  test('a gate over standard input reads no more of it after it was stopped', async () => {
    const args = ['--config', fileWith(configuration()), '--stdio', '--caller', 'agent'];
    const { stop } = await start(args, env, () => {});
    expect(process.stdin.isPaused()).toBe(false);
    await stop();
    expect(process.stdin.isPaused()).toBe(true);
  });
});
