/**
 * What the console's document says about its operations: a handler for each, who may call it, and the size of a body.
 */
import { type Inputs, operations } from '../../generated/console-operations';
import validators from '../../generated/console-validators';
import { type ConsoleDeps, createConsoleHandlers } from '../../src/lambda/console/handlers';

it('the console answers every operation of the document, and no other', () => {
  const handlers = createConsoleHandlers({} as ConsoleDeps);
  // The one that waits has a function of its own.
  expect([...Object.keys(handlers), 'watchInbox'].sort()).toEqual(
    operations.map(({ operationId }) => operationId).sort(),
  );
});

describe('an operation is open', () => {
  const of = (role: string) => operations.filter((each) => each.role === role).map(({ operationId }) => operationId);

  it('only signing in is open to people who are not signed in', () => {
    const company = ['startCompanySignIn', 'finishCompanySignIn'];
    const links = ['signIn', 'requestMailedLink'];
    expect(of('public').sort()).toEqual(['passkeySignIn', 'startPasskeySignIn', ...company, ...links].sort());
  });

  // Operations that are not named here are for admins: the configuration, its posts, the audit log, and other
  // operators' access.
  it('operators who are not admins can decide, read what they decide on, and look after their own access', () => {
    expect(of('operator').sort()).toEqual(
      [
        ...['listRequests', 'getRequestView', 'requestHistory', 'getRequestProof', 'getStatement'],
        'getRequestEvidence',
        ...['listQuestions', 'writeQuestion'],
        ...['turnKey', 'refuseRequest', 'abortRequest', 'withdrawTurn', 'restartRound', 'stopRequest'],
        ...['listActions', 'getAction', 'previewAction', 'listGroups', 'listOperators', 'getOverview', 'getPowers'],
        ...['getInbox', 'watchInbox'],
        ...['listChanges', 'getChange'],
        ...['getSession', 'signOut', 'listSessions', 'revokeSession', 'revokeSessions'],
        ...['listPasskeys', 'startPasskeyEnrolment', 'enrolPasskey', 'deletePasskey', 'getEnrolment', 'signEnrolment'],
        ...['getCompanySignIn', 'startOwnIdentity', 'connectOwnIdentity', 'disconnectOwnIdentity'],
      ].sort(),
    );
  });
});

describe('a body', () => {
  const text = (length: number) => 'x'.repeat(length);
  const list = (length: number) => Array.from({ length }, (_, n) => `op_${n}`);
  const fits = (operation: keyof Inputs, body: unknown) => validators[operation].body(body);
  const quorum = (most: number) => ({ default: 1, min: 1, max: most, selectable: true });
  const policy = (fields: object = {}) => ({ title: 'T', roster: ['op_a'], quorum: quorum(1), ...fields });
  const rule = (fields: object = {}) => [{ when: [{ param: 'a', op: 'present' }], quorum: 1, ...fields }];
  const condition = (fields: object) => rule({ when: [{ param: 'a', op: 'eq', ...fields }] });
  const operator = { id: 'op_x', name: 'X', email: 'x@acme.dev', role: 'operator' };

  it.each<[keyof Inputs, string, object, object[]]>([
    ['turnKey', 'a code with blanks', { code: '1234 5678' }, [{ code: '' }, {}]],
    ['turnKey', 'a code as it was pasted', { code: text(32) }, [{ code: text(33) }]],
    ['turnKey', 'the first round', { code: '1', round: 1 }, [{ code: '1', round: 0 }]],
    ['refuseRequest', 'a long note', { note: text(512) }, [{ note: text(513) }]],
    ['abortRequest', 'a long note', { note: text(512) }, [{ note: text(513) }]],
    ['stopRequest', 'a long note', { note: text(512) }, [{ note: text(513) }, { signature: {} }]],
    ['signIn', 'a token', { token: text(128) }, [{ token: text(129) }, { token: '' }, {}]],
    ['reissueCode', 'an id', { operator: text(128) }, [{ operator: text(129) }, { operator: '' }, {}]],
    ['createKey', 'a long name', { name: text(100), scopes: ['read'] }, [{ name: text(101), scopes: ['read'] }]],
    ['createKey', 'scopes', { name: 'n', scopes: ['propose', 'read', 'execute'] }, [{ name: 'n', scopes: [] }]],
    [
      'createKey',
      'a public key',
      { name: 'n', scopes: ['execute'], signing_key: text(512) },
      [{ name: 'n', scopes: ['execute'], signing_key: text(513) }],
    ],
    ['createOperator', 'a long name', { ...operator, name: text(100) }, [{ ...operator, name: text(101) }]],
    ['createOperator', 'a long id', { ...operator, id: text(64) }, [{ ...operator, id: text(65) }]],
    ['createOperator', 'an admin', { ...operator, role: 'admin' }, [{ id: 'x', name: 'X', email: 'x@acme.dev' }]],
    ['updateOperator', 'one field', { enabled: false }, [{}, { name: '' }, { name: text(101) }]],
    ['createWebhook', 'a long URL', { url: text(2048) }, [{ url: text(2049) }, { url: '' }, {}]],
    [
      'createWebhook',
      'a long description',
      { url: 'u', description: text(200) },
      [{ url: 'u', description: text(201) }],
    ],
    ['updateWebhook', 'every event', { types: null }, [{}, { types: [] }, { description: text(201) }]],
    ['rotateWebhookSecret', 'a day of overlap', { overlap_seconds: 86_400 }, [{ overlap_seconds: 86_401 }]],
    ['rotateWebhookSecret', 'no overlap', { overlap_seconds: 0 }, [{ overlap_seconds: -1 }]],
    ['verifyWebhook', 'a token', { token: text(200) }, [{ token: text(201) }, { token: '' }]],
    ['recoverWebhook', 'a range', { since: 0, until: 0 }, [{ since: 0 }, { until: 0 }, { since: -1, until: 0 }]],
    ['setChat', 'a long URL', { format: 'slack', url: text(2048) }, [{ format: 'slack', url: text(2049) }]],
    ['setChat', 'each chat', { format: 'discord', url: 'u' }, [{ format: 'irc', url: 'u' }, { url: 'u' }]],
    ['putAction', 'a long title', policy({ title: text(200) }), [policy({ title: text(201) }), policy({ title: '' })]],
    [
      'putAction',
      'a long roster',
      policy({ roster: list(50) }),
      [policy({ roster: list(51) }), policy({ roster: [] })],
    ],
    ['putAction', 'fifty keys', policy({ quorum: quorum(50) }), [policy({ quorum: quorum(51) })]],
    [
      'putAction',
      'a round of 15 minutes',
      policy({ coincidence_seconds: 900 }),
      [policy({ coincidence_seconds: 901 })],
    ],
    ['putAction', 'a round of 10 seconds', policy({ coincidence_seconds: 10 }), [policy({ coincidence_seconds: 9 })]],
    ['putAction', 'a day', policy({ ttl_seconds: 86_400 }), [policy({ ttl_seconds: 86_401 })]],
    ['putAction', 'an hour', policy({ ttl_seconds: 3600 }), [policy({ ttl_seconds: 3599 })]],
    ['putAction', 'many open requests', policy({ max_open: 10_000 }), [policy({ max_open: 10_001 })]],
    ['putAction', 'one open request', policy({ max_open: 1 }), [policy({ max_open: 0 })]],
    ['putAction', 'params', policy({ required_params: list(24) }), [policy({ required_params: list(25) })]],
    [
      'putAction',
      'a long value',
      policy({ param_rules: condition({ value: text(512) }) }),
      [policy({ param_rules: condition({ value: text(513) }) })],
    ],
    [
      'putAction',
      'a list of values',
      policy({ param_rules: condition({ value: list(50) }) }),
      [policy({ param_rules: condition({ value: list(51) }) })],
    ],
    [
      'putAction',
      'fifty rules',
      policy({ param_rules: list(50).flatMap(() => rule()) }),
      [policy({ param_rules: list(51).flatMap(() => rule()) })],
    ],
    ['putAction', 'the first version', policy({ if_version: 0 }), [policy({ if_version: -1 })]],
    [
      'previewAction',
      'params',
      { requester: 'op_a', params: { [text(64)]: text(512) } },
      [
        { requester: 'op_a', params: { a: text(513) } },
        { requester: 'op_a', params: { [text(65)]: '' } },
        { params: {} },
      ],
    ],
    ['backtestAction', 'a policy', { policy: policy(), since: 0 }, [{ policy: policy(), since: -1 }, {}]],
  ])('the body of %s may have %s, and no more', (operation, _, most, beyond) => {
    expect(fits(operation, most)).toBe(true);
    expect(beyond.filter((body) => fits(operation, body))).toEqual([]);
  });
});
