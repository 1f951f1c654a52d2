/** What somebody with a stolen session of an operator can do with the account, and who learns of it (docs/security.md). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { tokenIn } from '../support/sign-in-link';

const MINUTE = 60_000;
const CHAT = { format: 'slack', url: 'https://hooks.example.org/services/T0' };

describe('a stolen session', () => {
  const house = openedOnce(() => openHouse({ memory: true }));

  /** Opens a session that this test keeps, whatever the clock does. */
  async function session(operator: string) {
    const { body } = await house.send('POST', '/local/sign-in', { body: { operator } });
    const opened = await house.send('POST', '/api/session', {
      body: { token: tokenIn(body.sign_in_url) },
      headers: { origin: house.url },
    });
    const headers = { cookie: opened.headers.get('set-cookie')!.split(';')[0]!, origin: house.url };
    return {
      id: opened.body.session_id as string,
      send: (method: string, path: string, content?: unknown) => house.send(method, path, { body: content, headers }),
    };
  }
  const about = async (operator: string, text: string) => {
    await house.messages(operator);
    const { data_dir } = (await house.send('GET', '/local/runner')).body;
    const file = join(data_dir, 'memory', 'messages.ndjson');
    if (!existsSync(file)) return 0;
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter((mail) => mail.operator === operator && mail.text.includes(text)).length;
  };

  it('a stolen session that is older than five minutes adds no passkey and ends no other session', async () => {
    const [stolen, other] = [await session('op_bravo'), await session('op_bravo')];
    await house.advance(5 * MINUTE);
    for (const [method, path, content] of [
      ['POST', '/api/passkeys/options', {}],
      ['DELETE', '/api/sessions'],
      ['DELETE', '/api/sessions?operator=op_bravo'],
      ['DELETE', `/api/sessions/${other.id}`],
    ] as const) {
      const { status, body } = await stolen.send(method, path, content);
      expect({ path, status, body }).toEqual({
        path,
        status: 409,
        body: { kind: 'sign_in_again', error: expect.stringContaining('Sign in again') },
      });
    }
    expect((await other.send('GET', '/api/session')).status).toBe(200);
    expect((await stolen.send('DELETE', `/api/sessions/${stolen.id}`)).status).toBe(200);
  });

  it('a stolen session of an admin sets no chat of the organization after five minutes', async () => {
    const stolen = await session('op_alpha');
    await house.advance(5 * MINUTE);
    expect(await stolen.send('PUT', '/api/chat', CHAT)).toMatchObject({ status: 409, body: { kind: 'sign_in_again' } });
  });

  it('a stolen session of an admin makes no sign-in link of its owner after five minutes, which would be a new sign-in', async () => {
    const stolen = await session('op_alpha');
    const link = () => stolen.send('POST', '/api/operators/op_alpha/sign-in-link', {});
    expect((await link()).status).toBe(201);
    await house.advance(5 * MINUTE);
    expect(await link()).toMatchObject({ status: 409, body: { kind: 'sign_in_again' } });
  });

  it('a stolen session of the only admin makes no operator, no link and no admin after five minutes', async () => {
    const stolen = await session('op_alpha');
    const attempts = async (id: string) => {
      const operator = { id, name: 'New', email: 'new@example.org', role: 'operator' };
      return [
        await stolen.send('POST', '/api/operators', operator),
        await stolen.send('POST', '/api/operators/op_bravo/sign-in-link', {}),
        await stolen.send('PATCH', '/api/operators/op_delta', { role: 'admin' }),
      ];
    };
    await house.advance(5 * MINUTE);
    for (const { status, body } of await attempts('op_late')) {
      expect({ status, kind: body.kind }).toEqual({ status: 409, kind: 'sign_in_again' });
    }
    const renamed = await stolen.send('PATCH', '/api/operators/op_delta', { name: 'Dee', role: 'operator' });
    expect(renamed).toMatchObject({ status: 409, body: { kind: 'sign_in_again' } });
    expect((await stolen.send('DELETE', '/api/sessions?operator=op_delta')).status).toBe(200);
  });

  it('a stolen session of the only admin does not send the code of a request to another address, after five minutes', async () => {
    const stolen = await session('op_alpha');
    await house.advance(6 * MINUTE);
    const moved = await stolen.send('PATCH', '/api/operators/op_bravo', { email: 'thief@evil.example' });
    expect(moved).toMatchObject({ status: 409, body: { kind: 'sign_in_again' } });
    await house.propose();
    await house.messages('op_bravo');
    const { data_dir } = (await house.send('GET', '/local/runner')).body;
    expect(readFileSync(join(data_dir, 'memory', 'messages.ndjson'), 'utf8')).not.toContain('thief@evil.example');
    const { operators } = (await stolen.send('GET', '/api/operators')).body;
    expect(operators.map(({ email }: { email: string }) => email)).not.toContain('thief@evil.example');
  });

  it('where a second admin approves, an old session can still request an operator, a link and another role', async () => {
    const echo = await session('op_echo');
    await house.advance(5 * MINUTE);
    const operator = { id: 'op_late', name: 'New', email: 'new@example.org', role: 'operator' };
    for (const [method, path, content] of [
      ['POST', '/api/operators', operator],
      ['POST', '/api/operators/op_golf/sign-in-link', {}],
      ['PATCH', '/api/operators/op_golf', { role: 'admin' }],
    ] as const) {
      expect({ path, status: (await echo.send(method, path, content)).status }).toEqual({ path, status: 202 });
    }
  });

  it('a stolen session that is older than five minutes collects no token of an approved API key, and its owner still can', async () => {
    const stolen = await session('op_echo');
    const asked = await stolen.send('POST', '/api/keys', { name: 'ci', scopes: ['propose', 'read', 'execute'] });
    const { id } = asked.body.change;
    expect([asked.status, (await house.turn('op_foxtrot', id)).status]).toEqual([202, 200]);
    await house.advance(30 * MINUTE);
    const collect = { method: 'POST', path: `/api/changes/${id}/key` };
    const late = await stolen.send(collect.method, collect.path, {});
    expect(late).toMatchObject({ status: 409, body: { kind: 'sign_in_again' } });
    const owner = await session('op_echo');
    const collected = await owner.send(collect.method, collect.path, {});
    expect(collected).toMatchObject({ status: 201, body: { token: expect.stringMatching(/^rak_/) } });
  });

  it('a stolen session that is older than five minutes adds no receiver of events, and revokes a leaked API key', async () => {
    const stolen = await session('op_alpha');
    const made = await stolen.send('POST', '/api/webhooks', { url: 'http://127.0.0.1:9/hook' });
    const endpoint = `/api/webhooks/${made.body.endpoint.id}`;
    const key = (await stolen.send('POST', '/api/keys', { name: 'leaked', scopes: ['propose'] })).body.key.id;
    await house.advance(6 * MINUTE);
    expect((await stolen.send('PATCH', endpoint, { enabled: false })).status).toBe(200);
    for (const [method, path, content] of [
      ['POST', '/api/webhooks', { url: 'http://127.0.0.1:9/evil' }],
      ['PATCH', endpoint, { enabled: true }],
      ['POST', `${endpoint}/rotate`, {}],
    ] as const) {
      const { status, body } = await stolen.send(method, path, content);
      expect({ method, path, status, kind: body.kind }).toEqual({ method, path, status: 409, kind: 'sign_in_again' });
    }
    expect((await stolen.send('DELETE', `/api/keys/${key}`)).status).toBe(200);
    expect((await stolen.send('DELETE', endpoint)).status).toBe(200);
  });

  it('a new sign-in allows all of it again, up to the last millisecond of the five minutes', async () => {
    const [fresh, other] = [await session('op_bravo'), await session('op_bravo')];
    await house.advance(5 * MINUTE - 1000);
    expect((await fresh.send('DELETE', `/api/sessions/${other.id}`)).status).toBe(200);
    expect((await other.send('GET', '/api/session')).status).toBe(401);
  });

  it('the owner is told of a stolen session that ends their access, and admins are told only if the owner is an admin', async () => {
    const before = [await about('op_charlie', 'All access'), await about('op_alpha', 'All access')];
    expect((await (await session('op_charlie')).send('DELETE', '/api/sessions')).status).toBe(200);
    expect([await about('op_charlie', 'All access'), await about('op_alpha', 'All access')]).toEqual([
      before[0]! + 1,
      before[1],
    ]);
  });

  it('the owner is told of a stolen session that ends one of their sessions', async () => {
    const [one, other] = [await session('op_charlie'), await session('op_charlie')];
    const before = await about('op_charlie', 'A session of the operator Charlie was ended.');
    expect((await one.send('DELETE', `/api/sessions/${other.id}`)).status).toBe(200);
    expect(await about('op_charlie', 'A session of the operator Charlie was ended.')).toBe(before + 1);
  });

  it('all admins are told of an admin’s stolen session that ends the admin’s access', async () => {
    const person = { id: 'op_second', name: 'Second', email: 'second@example.org', role: 'admin' };
    expect((await house.api('op_alpha', 'POST', '/api/operators', person)).status).toBe(201);
    house.forgetSessions();
    expect((await (await session('op_alpha')).send('DELETE', '/api/sessions')).status).toBe(200);
    const text = 'All access of the operator Alpha was revoked.';
    expect([await about('op_alpha', text), await about('op_second', text), await about('op_bravo', text)]).toEqual([
      1, 1, 0,
    ]);
  });
});
