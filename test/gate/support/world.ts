/** The service, an upstream and a gate in this process, and people who decide. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuthorizationRequest } from '../../../src/client';
import type { GateConfig } from '../../../src/gate/core';
import type { TIMES } from '../../../src/gate/mcp/face';
import { type Listening, listen } from '../../../src/gate/mcp/http';
import { type OpenedGate, openGate } from '../../../src/gate/mcp/start';
import type { TestService } from '../../../src/testing/api';
import { startTestService } from '../../../src/testing/service';
import { configOf, digestOf, secretsWith } from './open';
import { abort } from './operator';
import { type FixtureUpstream, openUpstream } from './upstream';
import { TOKENS } from './wire';

export interface World {
  readonly service: TestService;
  readonly upstream: FixtureUpstream;
  readonly config: GateConfig;
  readonly started: OpenedGate;
  /** The address of the gate. */
  readonly url: string;
  /** The same gate, but it does not hold calls open. */
  readonly impatient: string;
  /** The id of the next request that people are asked about. */
  nextRequest(): Promise<string>;
  nextRequest(signal: AbortSignal): Promise<string | null>;
  request(id: string): Promise<AuthorizationRequest>;
  /** People decide, and the gate then looks by itself, so that the test need not wait for the event. */
  decide(how: 'approve' | 'refuse' | 'expire' | 'abort', id: string): Promise<void>;
  stop(): Promise<void>;
}

export async function openWorld(times: Partial<typeof TIMES> = {}): Promise<World> {
  const service = await startTestService({ actions: [{ id: 'tool.call', quorum: 1 }] });
  const upstream = await openUpstream();
  const folder = mkdtempSync(join(tmpdir(), 'gate-'));
  const config = configFor(service, upstream, folder);
  const env = { ...secretsWith(service.keys), UPSTREAM_TOKEN: 'credential-of-the-gate' };
  const seen = new Set<string>();
  const started = await openGate(config, env, () => undefined, times);
  started.run();
  const { face, callers } = started;
  const listening: Listening = await listen(face, callers, config, () => {});
  const impatient = await listen({ ...face, holdMs: 50 }, callers, config, () => {});
  const addressOf = ({ port }: Listening) => `http://127.0.0.1:${port}/mcp`;
  return {
    service,
    upstream,
    config,
    started,
    url: addressOf(listening),
    impatient: addressOf(impatient),
    nextRequest: ((signal?: AbortSignal) => nextRequest(service, seen, signal)) as World['nextRequest'],
    async request(id) {
      const headers = { authorization: `Bearer ${service.keys.reader}` };
      const answer = await fetch(`${service.baseUrl}/v1/requests/${id}`, { headers });
      return ((await answer.json()) as { request: AuthorizationRequest }).request;
    },
    async decide(how, id) {
      await (how === 'abort' ? abort(service, id) : service[how](id));
      await started.gate.sweep();
    },
    async stop() {
      await listening.close();
      await impatient.close();
      await started.stop();
      await upstream.close();
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configFor(service: TestService, upstream: FixtureUpstream, folder: string): GateConfig {
  const passes = (tool: string) => ({ upstream: 'fixture', tool, do: 'pass' });
  const gated = (tool: string, params: Record<string, string>) => ({
    upstream: 'fixture',
    tool,
    action: 'tool.call',
    params,
  });
  return configOf({
    name: 'test',
    service: { url: service.baseUrl },
    listen: { port: 0, url: 'http://127.0.0.1/mcp' },
    ledger: { folder },
    upstreams: { fixture: { url: upstream.url, token_env: 'UPSTREAM_TOKEN' } },
    callers: Object.entries(TOKENS).map(([name, token], index) => ({
      name,
      token: digestOf(token),
      operator: service.operators[index]!,
    })),
    rules: [
      ...['greet', 'salute', 'failing_job', 'test_tool_with_task', 'ask_caller'].map((tool) => passes(tool)),
      { ...gated('pay', { to: '{to}', amount: '{amount}' }), evidence: { reason: 'reason' } },
      gated('break_off', { note: '{note}' }),
      gated('slow_compute', { seconds: '{seconds}', label: '{label}' }),
      gated('protocol_error_job', {}),
      gated('confirm_delete', { filename: '{filename}' }),
      gated('multi_input', {}),
      gated('ask_more', {}),
    ],
  });
}

/** From the mails to an operator, who is asked about every request. */
export async function nextRequest({ baseUrl, operators }: TestService, seen: Set<string>, signal?: AbortSignal) {
  while (signal?.aborted !== true) {
    const answer = await fetch(`${baseUrl}/local/messages?operator=${operators[0]}`);
    const { messages } = (await answer.json()) as { messages: { request_id: string | null }[] };
    const next = messages.find(({ request_id }) => request_id !== null && !seen.has(request_id))?.request_id;
    if (next !== undefined && next !== null) {
      seen.add(next);
      return next;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return null;
}
