/** The two actions of this example, as an admin makes them on the actions page. Each has a display: the lines that people read. */

const NAMES = { upstream: 'Server', tool: 'Tool' };
const line = (param: string, label: string, format: object) => ({ param, label, format });

const ACTIONS = {
  'agent.payment': {
    title: 'A payment of the billing agent',
    // Without its reason, a payment is refused and nobody is asked.
    required_params: ['amount', 'to', 'evidence.reason'],
    display: {
      v: 1,
      renderer: 1,
      title: 'Pay {amount} to {to}',
      params: [
        line('amount', 'Amount', { type: 'money', currency: { code: 'EUR' }, unit: 'major' }),
        line('to', 'To', { type: 'text' }),
        line('tool', NAMES.tool, { type: 'code' }),
        line('upstream', NAMES.upstream, { type: 'code' }),
      ],
      hosts: [],
      // What `evidence` in `gate.json` attaches. What is not declared here, people see as a digest only.
      evidence: [{ name: 'reason', kind: 'text' }],
    },
  },
  'agent.deletion': {
    title: 'A deletion of the billing agent',
    required_params: ['file'],
    display: {
      v: 1,
      renderer: 1,
      title: 'Delete {file}',
      params: [
        line('file', 'File', { type: 'code' }),
        line('tool', NAMES.tool, { type: 'code' }),
        line('upstream', NAMES.upstream, { type: 'code' }),
      ],
      hosts: [],
    },
  },
};

export async function setUpActions(baseUrl: string): Promise<void> {
  const send = (method: string, path: string, body: object, headers: object = {}) =>
    fetch(baseUrl + path, {
      method,
      headers: { 'content-type': 'application/json', origin: baseUrl, ...headers },
      body: JSON.stringify(body),
    });
  const { sign_in_url } = (await (await send('POST', '/local/sign-in', { operator: 'op_alpha' })).json()) as {
    sign_in_url: string;
  };
  const token = sign_in_url.replace(/^.*token=/, '');
  const cookie = (await send('POST', '/api/session', { token })).headers.get('set-cookie') ?? '';
  for (const [id, action] of Object.entries(ACTIONS)) {
    const roster = ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'];
    const quorum = { default: 1, min: 1, max: 1, selectable: false };
    const body = { ...action, roster, quorum };
    const answer = await send('PUT', `/api/actions/${id}`, body, { cookie: cookie.split(';')[0] });
    if (!answer.ok) throw new Error(`The action ${id} was not made: ${await answer.text()}`);
  }
}
