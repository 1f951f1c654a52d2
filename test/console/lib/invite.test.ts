/** People to invite, as others write them down. */
import { peopleIn } from '../../../src/console/lib/invite';
import { operatorOf } from './given';

const OPERATORS = [operatorOf('op_b')] as unknown as Parameters<typeof peopleIn>[2];
const read = (text: string) => peopleIn(text, 'operator', OPERATORS);
const inShort = (text: string) =>
  read(text).people.map(({ id, name, email, role }) => [id, name, email, role].join(' | '));

describe('pasted text', () => {
  test('each pasted address is one person, whose name and id come from the address if nothing else is given', () => {
    expect(inShort('ada.lovelace@acme.dev\r\n\n  Grace <grace+ops@acme.dev>')).toEqual([
      'op_ada.lovelace | Ada Lovelace | ada.lovelace@acme.dev | operator',
      'op_grace_ops | Grace | grace+ops@acme.dev | operator',
    ]);
    expect(inShort('a@acme.dev, b@acme.dev; Cy <c@acme.dev>')).toHaveLength(3);
  });

  test('pasted CSV can have column titles in any order, or none', () => {
    expect(inShort('Role,Id,Name,E-mail\nadmin,op_x,"Lovelace, Ada",ada@acme.dev\n,,Bo,bo@acme.dev')).toEqual([
      'op_x | Lovelace, Ada | ada@acme.dev | admin',
      'op_bo | Bo | bo@acme.dev | operator',
    ]);
    expect(inShort('Ada Lovelace;ada@acme.dev;Admin;op_ada2')).toEqual([
      'op_ada2 | Ada Lovelace | ada@acme.dev | admin',
    ]);
    expect(inShort('"The ""Count""",ada@acme.dev')).toEqual(['op_ada | The "Count" | ada@acme.dev | operator']);
  });

  test('pasted people get ids that nobody has', () => {
    const taken = [operatorOf('op_ada', { email: 'other@acme.dev' })] as unknown as Parameters<typeof peopleIn>[2];
    const { people } = peopleIn('ada@acme.dev\nada@example.com\nADA@example.org', 'operator', taken);
    expect(people.map(({ id }) => id)).toEqual(['op_ada2', 'op_ada3', 'op_ada4']);
  });

  test('pasted text is reported if it is an operator already, is repeated or is not an address', () => {
    expect(read('OP_B@acme.dev\nx@acme.dev\nX@ACME.dev\nhello').left).toEqual([
      'OP_B@acme.dev is an operator already, or is here twice.',
      'X@ACME.dev is an operator already, or is here twice.',
      '“hello” has no address.',
    ]);
    expect(read('').people).toEqual([]);
  });
});
