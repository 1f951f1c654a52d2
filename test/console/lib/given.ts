/** What the service answers, as far as pages show it: each complete, and with the fields that a test names. */

import type { components } from '../../../generated/console';

type View = components['schemas']['CeremonyView'];

export const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

export const session = (role: 'operator' | 'admin' = 'operator', more: object = {}) => ({
  server_now: NOW,
  operator: { id: 'op_a', name: 'Anna', role },
  org: 'org_demo',
  org_name: 'Acme Payments',
  session_id: 'ses_1',
  began: 'passkey',
  fresh_until: NOW + 5 * MINUTE,
  expires_at: NOW + 60 * MINUTE,
  ...more,
});

interface Fields {
  readonly request?: object;
  readonly view?: object;
}

const NOTHING_RUNS = {
  ...{ state: 'none', claimed_at: null, lease_expires_at: null, reported_at: null },
  ...{ reference: null, error: null, execute_by: null },
};

/** A request that waits for two of three keys. */
export function requestOf({ request = {}, view = {} }: Fields = {}) {
  const made = {
    request: {
      id: 'req_1',
      action: 'pay.out',
      requester: 'op_c',
      params: { amount: '12' },
      operation_hash: 'sha256:ab',
      state: 'notified',
      outcome: null,
      live: true,
      approvers: [],
      created_at: NOW - MINUTE,
      decided_at: null,
      intent: null,
      execution: NOTHING_RUNS,
      ...request,
    },
    view: {
      ...({
        title: 'Pay out',
        shown: null,
        evidence: [],
        summary: null,
        requester_name: 'Carla',
        quorum: 2,
        mode: 'independent',
        coincidence_seconds: null,
        round: 1,
        window_ends_at: null,
        expires_at: NOW + 60 * MINUTE,
        rule: null,
        policy_version: 1,
        turn: 'code',
        integration: null,
        has_intent: false,
        intent_first_used_in: null,
        seats: ['op_a', 'op_b', 'op_d'].map((operator) => seatOf(operator)),
        turned: 0,
        needed: 2,
        groups: [],
        requirements: [],
        eligible: ['op_a', 'op_b', 'op_d'],
        waiting_for: ['op_a', 'op_b', 'op_d'],
        you: { seat: true, options: optionsOf('turn', 'refuse', 'abort') },
        decided: null,
      } satisfies Omit<View, 'you'> & { you: Omit<View['you'], 'needed_after' | 'requirements_after'> }),
      ...view,
    },
  };
  // As the service counts where no group is required.
  const { needed, you } = made.view;
  const shown = { ...made.view, you: { needed_after: needed - 1, requirements_after: [], ...you } };
  return { ...made, view: shown, remarks: [], comparison: null };
}

/** What the inbox answers; counts that a test does not name are those of its requests. */
export const inboxOf = (
  requests: object[] = [],
  more: { readonly counts?: object; readonly session?: object; readonly new_organization?: boolean } = {},
) => {
  const all = requests.length;
  return {
    server_now: NOW,
    session: session(),
    seq: 1,
    new_organization: false,
    actions: [],
    requesters: [],
    requests: requests.map((entry) => ({ remarks: [], same: 0, ...entry })),
    next: null,
    ...more,
    counts: { mine: all, asked: all, open: all, matching: all, unusual: 0, soon: 0, unread: 0, ...more.counts },
  };
};

const NAMES: Readonly<Record<string, string>> = { op_a: 'Anna', op_b: 'Bob', op_c: 'Carla', op_d: 'Dora' };
export const seatOf = (operator: string, more: object = {}): View['seats'][number] => ({
  operator,
  name: NAMES[operator] ?? operator,
  groups: [],
  state: 'asked',
  turned_at: null,
  issue: 0,
  ...more,
});

type Option = View['you']['options'][number];
const OPTIONS: Option['action'][] = ['turn', 'refuse', 'abort', 'withdraw', 'restart', 'stop', 'reissue'];

export const optionsOf = (...allowed: Option['action'][]): Option[] =>
  OPTIONS.map((action) => ({
    action,
    allowed: allowed.includes(action),
    why: allowed.includes(action) ? null : `you cannot ${action}`,
  }));

export const operatorOf = (id: string, more: object = {}) => ({
  id,
  name: NAMES[id] ?? id,
  email: `${id}@acme.dev`,
  role: 'operator',
  enabled: true,
  same_person: null,
  created_at: NOW,
  ...more,
});

export const endpointOf = (more: object = {}) => ({
  id: 'whe_1',
  url: 'https://hooks.acme.dev/x',
  types: null,
  description: 'Billing',
  enabled: true,
  created_at: NOW,
  deleted_at: null,
  previous_secret_expires_at: null,
  failing_since: null,
  unverified: false,
  ...more,
});

export const actionOf = (more: object = {}) => ({
  id: 'pay.out',
  version: 3,
  title: 'Pay out',
  roster: ['op_a', 'op_b'],
  quorum: { default: 1, min: 1, max: 2, selectable: false },
  requires: [],
  mode: 'independent',
  coincidence_seconds: 60,
  deny_self_approval: true,
  required_params: ['amount'],
  param_rules: [],
  ttl_seconds: 3600,
  turn: 'code',
  max_open: null,
  integration: null,
  display: null,
  created_at: NOW,
  updated_at: NOW,
  ...more,
});

export const changeOf = (more: object = {}) => ({
  ...{ id: 'req_1', title: 'Bob: role operator → admin', action: null, effect: 'changes_who', base_moved: false },
  before: null,
  after: null,
  fields: [{ field: 'role', before: ['operator'], after: ['admin'] }],
  heaviest: { field: 'role', called: 'role' },
  policy: [],
  ...more,
});

export function overviewOf(more: object = {}) {
  return {
    server_now: NOW,
    days: 7,
    since: NOW,
    requests: 10,
    truncated: false,
    outcomes: { authorized: 0, denied: 0, aborted: 0, expired: 0, pending: 0 },
    open: { count: 0, read: 0 },
    failed_runs: 0,
    time_to_verdict: { p50_ms: null, p95_ms: null },
    decisions: [],
    time_left: { minutes_5: 0, minutes_15: 0, minutes_60: 0, later: 0 },
    deliveries: { pending: 0, delivered: 0, failed: 0, attempted: 0, delivered_at_first: 0 },
    oldest_pending: null,
    by_day: [],
    actions: [],
    waiting_on: [],
    endpoints: [],
    ...more,
  };
}

export const watchedOf = (more: object = {}) => ({
  id: 'whe_1',
  url: 'https://hooks.acme.dev',
  description: 'Billing',
  health: 'healthy',
  failing_since: null,
  last_attempt_at: NOW,
  last_error: null,
  last_status: 200,
  next_attempt_at: null,
  waiting: 0,
  ...more,
});
