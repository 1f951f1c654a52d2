import deliveryLoop from '../../../infra/delivery-loop.asl.json';
import { parseStateMachine } from '../../../src/local/platform/state-language';

describe('a document', () => {
  type Document = Record<string, unknown> & { States: Record<string, Record<string, unknown>> };
  const changed = (change: (document: Document) => void): unknown => {
    const document = structuredClone(deliveryLoop) as unknown as Document;
    change(document);
    return document;
  };
  const withState = (name: string, fields: Record<string, unknown>): unknown =>
    changed(({ States }) => Object.assign(States[name]!, fields));
  const withMachine = (fields: Record<string, unknown>): unknown =>
    changed((document) => Object.assign(document, fields));
  const withRule = (rule: unknown): unknown => withState('IsDone', { Choices: [rule] });
  const RULE = { Variable: '$.done', BooleanEquals: true, Next: 'Done' };
  const TASK = deliveryLoop.States.Try.Resource;
  const THROTTLED = { ErrorEquals: ['Lambda.TooManyRequestsException'] };

  test('a document is read as it is deployed', () => {
    const { startAt, states } = parseStateMachine(deliveryLoop);
    expect(startAt).toBe('WaitUntilDue');
    expect(Object.fromEntries(states)).toEqual({
      WaitUntilDue: { type: 'Wait', until: 'next_attempt_at', next: 'Try' },
      Try: { type: 'Task', limitMs: deliveryLoop.States.Try.TimeoutSeconds * 1000, next: 'IsDone' },
      IsDone: {
        type: 'Choice',
        choices: [
          { variable: 'done', equals: true, next: 'Done' },
          { variable: 'done', equals: false, next: 'WaitUntilDue' },
        ],
        otherwise: 'NoAnswer',
      },
      Done: { type: 'Succeed' },
      NoAnswer: { type: 'Fail', error: 'NoAnswer', cause: 'The try answered without a boolean `done`.' },
    });
  });

  test.each<[string, unknown]>([
    ['comments', changed(({ States }) => Object.values(States).map((state) => Object.assign(state, { Comment: 'x' })))],
    ['a limit of one second', withState('Try', { TimeoutSeconds: 1 })],
    ['no retry', withState('Try', { Retry: undefined })],
    [
      'all that a retry of a throttled call can say',
      withState('Try', {
        Retry: [
          {
            ...THROTTLED,
            ...{ IntervalSeconds: 1, BackoffRate: 2, MaxAttempts: 3, MaxDelaySeconds: 4, JitterStrategy: 'FULL' },
          },
        ],
      }),
    ],
    ['a path with a number in it', withRule({ ...RULE, Variable: '$.a_1' })],
  ])('with %s is accepted', (_, document) => expect(() => parseStateMachine(document)).not.toThrow());

  const PARAMETERS = {
    FunctionName: 'f',
    Payload: { 'token.$': '$$.Task.Token', 'name.$': '$$.Execution.Name', 'all.$': '$' },
  };
  const waiting = (parameters: unknown): unknown =>
    withState('Try', {
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      Parameters: parameters,
      Retry: undefined,
    });

  test('a task that waits for its token has the members of its payload', () => {
    expect(parseStateMachine(waiting(PARAMETERS)).states.get('Try')).toMatchObject({
      type: 'Task',
      payload: { token: 'token', name: 'execution', all: 'input' },
    });
  });

  test.each<[string, unknown, string]>([
    ['a task without parameters', waiting(undefined), 'state Try, parameters is not an object'],
    [
      'no function',
      waiting({ ...PARAMETERS, FunctionName: undefined }),
      'state Try, parameters: FunctionName is missing',
    ],
    [
      'a payload without the token',
      waiting({ ...PARAMETERS, Payload: { 'all.$': '$' } }),
      'state Try, parameters: Payload has no token, so nobody could answer',
    ],
    [
      'a member of another form',
      waiting({ ...PARAMETERS, Payload: { token: '$$.Task.Token' } }),
      'state Try, parameters: token is none that this runner knows',
    ],
    [
      'another path',
      waiting({ ...PARAMETERS, Payload: { 'token.$': '$$.Task.Tokens' } }),
      'state Try, parameters: token.$ is none that this runner knows',
    ],
    [
      'another parameter',
      waiting({ ...PARAMETERS, Qualifier: '1' }),
      'state Try, parameters: Qualifier is none that this runner knows',
    ],
    [
      'parameters of a task that does not wait',
      withState('Try', { Parameters: {} }),
      'state Try: Parameters is none that this runner knows',
    ],
    ['nothing', null, 'the machine is not an object'],
    ['a list', [], 'the machine is not an object'],
    ['no states', withMachine({ States: undefined }), 'the machine: States is missing'],
    ['a list of states', withMachine({ States: [] }), 'the machine: States is not an object'],
    ['a start that is not there', withMachine({ StartAt: 'Begin' }), 'the machine: StartAt names no state: Begin'],
    ['another language', withMachine({ QueryLanguage: 'JSONata' }), 'the machine: QueryLanguage is not JSONPath'],
    [
      'a state that is none',
      changed(({ States }) => Object.assign(States, { Try: null })),
      'state Try: Type undefined is none that this runner knows',
    ],
    ['an unknown type', withState('Done', { Type: 'Pass' }), 'state Done: Type "Pass" is none that this runner knows'],
    ['an unknown field of a state', withState('Try', { Catch: [] }), 'state Try: Catch is none that this runner knows'],
    ['an end that says more', withState('Done', { Output: 1 }), 'state Done: Output is none that this runner knows'],
    [
      'a wait that leads nowhere',
      withState('WaitUntilDue', { Next: 'X' }),
      'state WaitUntilDue: Next names no state: X',
    ],
    ...['$.a[0]', '$.a.b', '$$.a', '$.1a', 'x$.a', '$.a ', '$.'].map(
      (path) =>
        [
          `the path ${path}`,
          withState('WaitUntilDue', { TimestampPath: path }),
          `state WaitUntilDue: TimestampPath is no path of the form $.name: ${path}`,
        ] as [string, unknown, string],
    ),
    [
      'a path that is no text',
      withState('WaitUntilDue', { TimestampPath: 1 }),
      'state WaitUntilDue: TimestampPath is not a string',
    ],
    [
      'another function',
      withState('Try', { Resource: 'arn:aws:states:::lambda:invoke' }),
      `state Try: Resource is not ${TASK}`,
    ],
    ...[0, -1, 1.5, '5'].map(
      (TimeoutSeconds) =>
        [
          `the limit ${JSON.stringify(TimeoutSeconds)}`,
          withState('Try', { TimeoutSeconds }),
          'state Try: TimeoutSeconds is not a whole number of seconds',
        ] as [string, unknown, string],
    ),
    ['a state that is not there', withState('Try', { Next: 'Sleep' }), 'state Try: Next names no state: Sleep'],
    ['a retry that is no list', withState('Try', { Retry: THROTTLED }), 'state Try: Retry is not a list of rules'],
    [
      'a retry of what has run',
      withState('Try', { Retry: [THROTTLED, { ErrorEquals: ['States.ALL'] }] }),
      'state Try, retry: ErrorEquals names another error than Lambda.TooManyRequestsException',
    ],
    [
      'a retry that knows more',
      withState('Try', { Retry: [{ ...THROTTLED, Max: 1 }] }),
      'state Try, retry: Max is none that this runner knows',
    ],
    ['no choice', withState('IsDone', { Choices: [] }), 'state IsDone: Choices is not a list of rules'],
    [
      'one choice without a list',
      withState('IsDone', { Choices: RULE }),
      'state IsDone: Choices is not a list of rules',
    ],
    [
      'another choice that is not there',
      withState('IsDone', { Default: 'X' }),
      'state IsDone: Default names no state: X',
    ],
    [
      'a second choice that is none',
      withState('IsDone', { Choices: [RULE, 7] }),
      'state IsDone, choice 2 is not an object',
    ],
    [
      'a comparison with text',
      withRule({ ...RULE, BooleanEquals: 'true' }),
      'state IsDone, choice 1: BooleanEquals is not a boolean',
    ],
    [
      'a choice of no path',
      withRule({ ...RULE, Variable: 'done' }),
      'state IsDone, choice 1: Variable is no path of the form $.name: done',
    ],
    ['a choice that leads nowhere', withRule({ ...RULE, Next: 'X' }), 'state IsDone, choice 1: Next names no state: X'],
    ['a failure without a name', withState('NoAnswer', { Error: 1 }), 'state NoAnswer: Error is not a string'],
    ['a failure without a text', withState('NoAnswer', { Cause: 1 }), 'state NoAnswer: Cause is not a string'],
  ])('with %s is refused by name', (_, document, named) => {
    expect(() => parseStateMachine(document)).toThrow(
      expect.objectContaining({ name: 'RunnerError', message: `the retry loop's document: ${named}` }),
    );
  });
});
