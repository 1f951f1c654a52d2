import type { Operator } from '../../src/core/configuration/items';
import type { Request } from '../../src/core/request/request';
import { type Viewer, viewAnswer } from '../../src/lambda/console/view';
import {
  ALPHA,
  aRequest,
  aSeat,
  at,
  BRAVO,
  CHARLIE,
  DELTA,
  ORG,
  type RequestOptions,
  refusedBy,
  type Step,
  settledBy,
  turnedBy,
  wrongCodeBy,
} from '../support/builders';

const NAMES: Operator[] = [ALPHA, BRAVO, CHARLIE].map((id) => ({
  org: ORG,
  id,
  name: `Name of ${id}`,
  email: `${id}@acme.dev`,
  role: 'operator',
  enabled: true,
  accessEpoch: 0,
  lastDisabledAtMs: null,
  createdAtMs: 0,
  revision: 1,
  journal: [],
}));
const BRAVO_LOOKS: Viewer = { id: BRAVO, isAdmin: false };

const show = (request: Request, viewer = BRAVO_LOOKS, time = '12:10') =>
  viewAnswer({ request, intent: null, operators: NAMES, nowMs: at(time), shown: null }, viewer);
const viewOf = (options: RequestOptions, ...steps: Step[]) => show(aRequest(options, ...steps)).view;
const statesOf = (view: ReturnType<typeof viewOf>) =>
  Object.fromEntries(view.seats.map((seat) => [seat.operator, seat.state]));

describe('the view of a request', () => {
  it('the view shows each seat by what its operator did, and by name if it is known', () => {
    const fiveWrong = Array.from({ length: 5 }, () => wrongCodeBy('op_charlie'));
    const asked = aRequest(
      { seats: ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'] },
      turnedBy('op_alpha', '12:03'),
      ...fiveWrong,
    );
    const { view } = show({
      ...asked,
      seats: asked.seats.map((seat) => (seat.operator === DELTA ? aSeat('op_delta', { disabled: true }) : seat)),
    });
    expect(statesOf(view)).toEqual({ op_alpha: 'turned', op_bravo: 'asked', op_charlie: 'locked', op_delta: 'out' });
    expect(view.seats.map(({ name }) => name)).toEqual([
      'Name of op_alpha',
      'Name of op_bravo',
      'Name of op_charlie',
      'op_delta',
    ]);
    expect(view.seats[0]!.turned_at).toBe(at('12:03'));
    expect(view).toMatchObject({
      eligible: [ALPHA, BRAVO, CHARLIE],
      waiting_for: [BRAVO, CHARLIE],
      turned: 1,
      needed: 1,
    });
  });

  it('the view shows the end of a running coincident round', () => {
    expect(viewOf({ mode: 'coincident' })).toMatchObject({ window_ends_at: null, coincidence_seconds: 60 });
    expect(viewOf({ mode: 'coincident' }, turnedBy('op_alpha', '12:01')).window_ends_at).toBe(at('12:02'));
    expect(viewOf({})).toMatchObject({ window_ends_at: null, coincidence_seconds: null });
  });

  it('the view waits for nobody after the verdict, and names who decided', () => {
    const authorized = viewOf({}, turnedBy('op_charlie', '12:01'), turnedBy('op_alpha', '12:02'));
    expect(authorized).toMatchObject({
      turned: 2,
      needed: 0,
      waiting_for: [],
      decided: { by: [CHARLIE, ALPHA], at: at('12:02'), reason: null },
    });
    expect(statesOf(authorized)).toEqual({ op_alpha: 'turned', op_bravo: 'asked', op_charlie: 'turned' });
    expect(authorized.seats.map(({ turned_at }) => turned_at)).toEqual([at('12:02'), null, at('12:01')]);
    const denied = viewOf({}, turnedBy('op_charlie'), refusedBy('op_alpha', '12:05', 'wrong amount'));
    expect(denied).toMatchObject({ turned: 0, needed: 0, decided: { by: [ALPHA], reason: 'wrong amount' } });
    expect(viewOf({}, settledBy('14:00')).decided).toEqual({ by: [], at: at('13:00'), reason: null });
  });

  it('the view says what each command would do for the caller, and why not', () => {
    const options = (viewer: Viewer) =>
      new Map(show(aRequest({}, turnedBy('op_alpha')), viewer).view.you.options.map((each) => [each.action, each]));
    expect(options({ id: ALPHA, isAdmin: false }).get('turn')).toMatchObject({
      allowed: false,
      why: expect.stringContaining('You approved at'),
    });
    expect(options({ id: ALPHA, isAdmin: false }).get('withdraw')).toEqual({
      action: 'withdraw',
      allowed: true,
      why: null,
    });
    expect(options(BRAVO_LOOKS).get('turn')).toEqual({ action: 'turn', allowed: true, why: null });
    expect(options({ id: DELTA, isAdmin: true }).get('refuse')).toMatchObject({ allowed: false });
    expect(options({ id: DELTA, isAdmin: true }).get('reissue')).toMatchObject({ allowed: true });
    expect(show(aRequest(), { id: DELTA, isAdmin: true }).view.you.seat).toBe(false);
  });

  it('the view cuts the summary to 200 characters without splitting one', () => {
    const { summary } = viewOf({ summary: '🔑'.repeat(201) });
    expect(summary).toBe(`${'🔑'.repeat(199)}…`);
    expect(viewOf({ summary: '🔑'.repeat(200) }).summary).toBe('🔑'.repeat(200));
    expect(viewOf({}).summary).toBeNull();
  });

  it('the view’s clock is never behind the record', () => {
    const request = aRequest({}, turnedBy('op_alpha', '12:05'));
    expect(show(request, BRAVO_LOOKS, '12:04').server_now).toBe(at('12:05'));
    expect(show(request, BRAVO_LOOKS, '12:06').server_now).toBe(at('12:06'));
  });
});
