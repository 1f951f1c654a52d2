/** Questions to the requester: who is told of them, and what a browser shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder } from '../support/folder';
import { type House, openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { openReceiver } from '../support/receiver';
import { violationsOf } from './axe';
import { describeInBrowser } from './browser';
import { inConsole, openRequest, TURN, unfold } from './visitor';

jest.setTimeout(60_000);

const TEXT = 'Did you call them? See https://evil.example \u202e4417';

/** demo.deploy denies self approval: op_delta requests it and turns no key. */
const DEPLOY = { action: 'demo.deploy', requester: 'op_delta', params: { service: 'billing' } };

describe('people who are told of a question', () => {
  const dataDir = aFolder();
  const house = openedOnce(() => openHouse({ dataDir }));
  const chat = openedOnce(openReceiver);
  const write = (operator: string, id: string, text: string) =>
    house.api(operator, 'POST', `/api/requests/${id}/questions`, { text });
  /** Once everything that is on its way has arrived. */
  const mails = async () => {
    await house.messages('op_alpha');
    const lines = readFileSync(join(dataDir, 'messages.ndjson'), 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as { operator: string; subject: string; text: string; html: string });
  };
  const about = async (question: RegExp) => (await mails()).filter(({ subject }) => question.test(subject));

  it('the requester is told who asks and those who asked are told who answered, by mail and in a chat, and nobody is sent the text', async () => {
    const set = await house.api('op_alpha', 'PUT', '/api/chat', { format: 'slack', url: chat.url });
    expect(set.status).toBe(200);
    const id = await house.proposed(DEPLOY);
    expect((await write('op_bravo', id, TEXT)).status).toBe(200);
    const [asked, ...others] = await about(/question/);
    expect([asked!.operator, asked!.subject, others]).toEqual(['op_delta', 'A question about your request', []]);
    expect(asked!.text).toContain(
      `Bravo asks you something about the request ${id}. Only the console shows the question.`,
    );
    expect(asked!.text).toContain(`Open the request: ${house.url}/requests/${id}`);
    expect((await write('op_delta', id, `${TEXT} Yes.`)).status).toBe(200);
    const answered = await about(/answered/);
    expect(answered.map(({ operator }) => operator)).toEqual(['op_bravo']);
    expect(answered[0]!.html).toContain('Delta answered below the request');
    const posts = chat.posts.map(({ body }) => String(body));
    expect(posts.filter((post) => post.includes('Bravo asks the requester something'))).toHaveLength(1);
    expect(posts.filter((post) => post.includes('Delta answered'))).toHaveLength(1);
    const audit = JSON.stringify((await house.api('op_alpha', 'GET', '/api/audit?limit=100')).body);
    const feed = JSON.stringify((await house.v1('reader', 'GET', '/v1/events')).body);
    expect(audit).toContain('question.answered');
    expect([audit, feed, JSON.stringify(await mails()), ...posts].join()).not.toContain('Did you call them');
  });
});

describeInBrowser('a question below a request', () => {
  let house: House;
  const { here, as } = inConsole({ hurried: true });
  beforeAll(() => {
    ({ house } = here);
  });

  test('an operator asks, the dialog of a turn says that nobody answered, the requester answers, and the dialog is quiet', async () => {
    const id = await house.proposed(DEPLOY);
    const bravo = await as('op_bravo');
    await openRequest(bravo, id);
    const card = bravo.page.getByRole('region', { name: 'Questions' });
    await unfold(bravo.page, 'Questions');
    await card.getByLabel('Ask Delta something').fill(TEXT);
    await card.getByRole('button', { name: 'Ask' }).click();
    await card.getByText('Not answered yet').waitFor();
    const said = card.getByRole('listitem');
    expect(await said.textContent()).toContain('U+202E');
    expect(await card.getByRole('link').count()).toBe(0);
    expect(await card.getByLabel('Ask Delta something').inputValue()).toBe('');
    const turn = async () => {
      await bravo.page.getByLabel('Your code for this request').fill('12345678');
      await bravo.page.getByRole('button', { name: TURN }).click();
      return bravo.page.getByRole('alertdialog');
    };
    const dialog = await turn();
    await dialog.getByText('A question is not answered.').waitFor();
    expect(await violationsOf(bravo.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    const delta = await as('op_delta');
    await openRequest(delta, id);
    const own = delta.page.getByRole('region', { name: 'Questions' });
    await own.getByLabel('Answer').fill('Yes.\nMs Okafor confirmed it.');
    await own.getByRole('button', { name: 'Answer' }).click();
    await own.getByText('The requester wrote last').waitFor();
    await own.getByText('Ms Okafor confirmed it.').waitFor();

    await card.getByText('Ms Okafor confirmed it.').waitFor();
    const again = await turn();
    await again.getByText('At the last key', { exact: false }).first().waitFor();
    expect(await again.getByText('A question is not answered.').count()).toBe(0);
  });
});
