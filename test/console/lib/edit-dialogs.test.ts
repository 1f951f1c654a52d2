/** Dialogs in which something is edited: what was typed stays until it is stored, and each press sends at most one call. */
import { listOf, openAsAdmin, pageOf } from './admin';
import { queryClient } from './client';
import { draw, type Shown } from './drawn';
import { NOW, operatorOf } from './given';
import { type Reply, settle } from './page';

let opened: ReturnType<typeof openAsAdmin>;
beforeEach(() => {
  opened = openAsAdmin();
  opened.answers['GET /api/groups'] = () => listOf('groups', []);
  const all = [operatorOf('op_a'), operatorOf('op_b')];
  opened.answers['GET /api/operators'] = () => listOf('operators', all, { four_eyes: false, platform_actions: [] });
});

interface Dialog {
  readonly page: string;
  readonly opens: string;
  readonly field: string;
  readonly submit: string;
  readonly call: string;
  readonly made: Reply;
  readonly fill?: (shown: Shown) => Promise<void>;
}

const TOKEN = { token: 'rak_secret', key: { id: 'key_1', name: 'Finance', scopes: ['read'], tokens: [] } };
const DIALOGS: readonly Dialog[] = [
  {
    ...{ page: 'groups', opens: 'New group', field: 'Name', submit: 'Create group' },
    call: 'PUT /api/groups/grp_finance',
    made: [200, { server_now: NOW, group: { id: 'grp_finance' } }],
  },
  {
    ...{ page: 'keys', opens: 'New key', field: 'What it is for', submit: 'Make key' },
    call: 'POST /api/keys',
    made: [201, { server_now: NOW, ...TOKEN }],
    fill: (shown) => shown.check('read: read requests'),
  },
];
const REFUSALS: readonly (readonly [string, Reply, string])[] = [
  ['the network is lost', 'no answer', 'The service cannot be reached.'],
  ['the service fails', [500, { error: 'internal error' }], 'Internal error.'],
  ['the gateway fails', [502, ''], 'The service answered 502.'],
  [
    'somebody else changed it',
    [409, { error: 'It was changed meanwhile.', kind: 'conflict' }],
    'It was changed meanwhile.',
  ],
  ['it is not allowed', [403, { error: 'Only admins can do this.', kind: 'forbidden' }], 'Only admins can do this.'],
  ['it is refused for two reasons', [422, { error: 'Refused.', problems: ['one', 'two'] }], 'Refused.onetwo'],
];

const isOpen = (shown: Shown) => shown.all('[role="dialog"]').length > 0;
async function openDialog({ page, opens, field, fill }: Dialog): Promise<Shown> {
  const shown = await draw(queryClient, pageOf(page));
  await shown.press(opens);
  await shown.fill(field, 'Finance');
  await fill?.(shown);
  return shown;
}

describe.each(DIALOGS)('the dialog “$opens”', (dialog) => {
  const { field, submit, call, made, opens } = dialog;
  const calls = () => opened.page.service.asked.filter((each) => each === call).length;

  test.each(REFUSALS)(
    `“${opens}” stays with what was typed if %s, says why, and can be sent again`,
    async (_, reply, words) => {
      const shown = await openDialog(dialog);
      opened.answers[call] = () => reply;
      await shown.press(submit);
      expect([shown.control(field).value, isOpen(shown)]).toEqual(['Finance', true]);
      expect(shown.text()).toContain(words);
      expect(shown.button(submit).disabled).toBe(false);
      opened.answers[call] = () => made;
      await shown.press(submit);
      expect(calls()).toBe(2);
      expect(shown.text()).not.toContain(words);
      expect(shown.has(submit)).toBe(false);
    },
  );

  test(`“${opens}” sends one call however often it is pressed, and cannot be closed meanwhile`, async () => {
    const shown = await openDialog(dialog);
    let answer = (_: Reply) => {};
    opened.answers[call] = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await shown.press(submit);
    for (const name of [submit, 'Cancel']) {
      expect(shown.button(name).disabled).toBe(true);
      await shown.press(name);
    }
    const [box] = shown.all('[role="dialog"]');
    await settle(() => opened.page.press('Escape', {}, box!));
    expect([calls(), isOpen(shown)]).toEqual([1, true]);
    await settle(() => answer(made));
    expect([calls(), shown.has(submit)]).toEqual([1, false]);
  });

  test(`“${opens}” forgets what was typed when it is cancelled`, async () => {
    const shown = await openDialog(dialog);
    await shown.press('Cancel');
    expect(isOpen(shown)).toBe(false);
    await shown.press(opens);
    expect([shown.control(field).value, calls()]).toEqual(['', 0]);
  });
});
