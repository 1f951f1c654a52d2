/** Questions to the requester, over the stored items and the functions as they are deployed. */

import { queryAll } from '../../src/adapters/dynamodb/pages';
import { DEMO_ORG } from '../../src/local/demo';
import { person } from '../../src/protocol/actor';
import type { RequestId } from '../../src/protocol/identifiers';
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';

const TEXT = 'Did you call them? https://evil.example \u202e 4417';

describe('a question about a request', () => {
  const ledger = openedOnce(() => openLedger({ memory: true }));

  /** demo.deploy denies self approval, so its requester has no seat. */
  const propose = async (): Promise<string> => {
    const body = { action: 'demo.deploy', requester: 'op_delta', params: { service: 'billing' } };
    return ledger.proposed(body);
  };
  const write = (operator: string, id: string, text: string) =>
    ledger.api(operator, 'POST', `/api/requests/${id}/questions`, { text });
  const read = (operator: string, id: string) => ledger.api(operator, 'GET', `/api/requests/${id}/questions`);

  it('operators of a request, its requester and admins write below it, and everybody reads who wrote what', async () => {
    const id = await propose();
    expect((await read('op_bravo', id)).body).toMatchObject({ questions: [], unanswered: false, may_write: true });
    const asked = await write('op_bravo', id, TEXT);
    expect(asked.status).toBe(200);
    expect(asked.body).toMatchObject({
      questions: [{ number: 1, author: 'op_bravo', author_name: 'Bravo', is_requester: false, text: TEXT }],
      unanswered: true,
    });
    expect((await write('op_delta', id, 'Yes.\nTwice.')).body).toMatchObject({
      questions: [{ number: 1 }, { number: 2, author: 'op_delta', is_requester: true, text: 'Yes.\nTwice.' }],
      unanswered: false,
    });
    expect((await write('op_alpha', id, 'When?')).body.unanswered).toBe(true);
    expect((await read('op_charlie', id)).body.questions).toHaveLength(3);
  });

  it('an operator who has no seat and is no admin reads the questions and cannot write', async () => {
    const quorum = { default: 1, min: 1, max: 1, selectable: false };
    const policy = { title: 'Restart', roster: ['op_alpha', 'op_bravo'], quorum };
    expect((await ledger.api('op_alpha', 'PUT', '/api/actions/try.restart', policy)).status).toBe(200);
    const body = { action: 'try.restart', requester: 'op_delta' };
    const { id } = (await ledger.propose(body)).body.request;
    const refused = await write('op_charlie', id, 'May I?');
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'Only operators of this request, its requester and admins can write here.',
    ]);
    expect((await read('op_charlie', id)).body).toMatchObject({ questions: [], may_write: false });
  });

  it('a question has 1 to 1,000 characters, of which not all are blank', async () => {
    const id = await propose();
    expect((await write('op_bravo', id, '')).status).toBe(400);
    expect((await write('op_bravo', id, ' \n ')).status).toBe(422);
    for (const unseen of ['\u0000', '\u200b', ' \u202e\u2066 ', '\u3164\u2800\ufe0f']) {
      expect([unseen, (await write('op_bravo', id, unseen)).status]).toEqual([unseen, 422]);
    }
    expect((await write('op_bravo', id, '\u200b?')).status).toBe(200);
    expect((await write('op_bravo', id, '🔑'.repeat(1001))).status).toBe(400);
    expect((await write('op_bravo', id, '🔑'.repeat(1000))).status).toBe(200);
  });

  it('a request has at most 50 questions, and an operator writes at most 20 in ten minutes', async () => {
    const id = await propose();
    ledger.clock.advance(10 * 60_000);
    let written = 0;
    for (const operator of ['op_alpha', 'op_bravo', 'op_charlie']) {
      for (let n = 0; n < 20 && written < 50; n++) {
        expect((await write(operator, id, `${n}`)).status).toBe(200);
        written += 1;
      }
    }
    const full = await write('op_delta', id, 'one more');
    expect([full.status, full.body.kind]).toEqual([422, 'refused']);
    const often = await write('op_alpha', await propose(), 'in another request');
    expect([often.status, Number(often.headers['retry-after']) > 0]).toEqual([429, true]);
    ledger.clock.advance(9 * 60_000);
    expect((await write('op_alpha', await propose(), 'still too often')).status).toBe(429);
    ledger.clock.advance(60_000);
    expect((await write('op_alpha', await propose(), 'later')).status).toBe(200);
  });

  it('twenty questions at the same moment are numbered without a gap, and those that are refused can be sent again', async () => {
    const id = await propose();
    ledger.clock.advance(10 * 60_000);
    const operators = ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'];
    const said = await Promise.all(Array.from({ length: 20 }, (_, n) => write(operators[n % 4]!, id, `question ${n}`)));
    const { questions } = (await read('op_alpha', id)).body;
    const saved = said.filter(({ status }) => status === 200).length;
    expect(questions.map(({ number }: { number: number }) => number)).toEqual(
      Array.from({ length: saved }, (_, n) => n + 1),
    );
    expect(said.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  });

  it('a request that the organization does not have has no questions either', async () => {
    expect((await read('op_alpha', `req_${'0'.repeat(24)}`)).status).toBe(404);
    expect((await write('op_alpha', 'not-an-id', 'x')).status).toBe(404);
  });

  it('a question costs reads and writes of its request nothing: it is an item of its own', async () => {
    const id = await propose();
    const before = (await ledger.requests.load(DEMO_ORG, id as RequestId))!.request;
    await write('op_bravo', id, TEXT);
    expect((await ledger.requests.load(DEMO_ORG, id as RequestId))!.request).toEqual(before);
  });

  it('no answer of /v1 and no entry of the chain has the text of a question, and the entry has its digest', async () => {
    const id = await propose();
    ledger.clock.advance(10 * 60_000);
    await write('op_bravo', id, TEXT);
    const answers = [
      await ledger.v1('reader', 'GET', `/v1/requests/${id}`),
      await ledger.v1('reader', 'GET', '/v1/events'),
      await ledger.api('op_alpha', 'GET', `/api/requests/${id}`),
    ];
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain('Did you call them');
    expect(answers[0]!.body.request).not.toHaveProperty('questions');
    const incidents = [];
    const items = queryAll(ledger.tables, {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': DEMO_ORG, ':sk': `INCIDENT#question_${id}` },
    });
    for await (const item of items) incidents.push(item);
    expect(incidents).toHaveLength(1);
    const { facts } = JSON.parse((incidents[0]!.journal as string[])[0]!);
    expect(facts).toMatchObject([
      {
        kind: 'question.asked',
        subject: id,
        ...person('op_bravo'),
        data: { number: 1, digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), tell: ['op_delta'] },
      },
    ]);
    expect(ledger.errors.join()).not.toContain('Did you call them');
  });
});
