/** Plays a list of steps of the model against the real handlers. */

import { policyBody } from '../../../src/lambda/console/policy-view';
import type { Step } from '../../../src/service/powers/rules/powers';
import { isAuthorized } from '../../../src/service/request/rules/request';
import type { World } from './world';

/** Null if the steps lead to a verdict; otherwise what did not work. */
export async function play(world: World, steps: readonly Step[]): Promise<string | null> {
  let change = '';
  let token = '';
  let request = '';
  for (const step of steps) {
    const { status, body } = await one(step);
    if (status >= 300) return `${step.kind}: ${status} ${JSON.stringify(body)}`;
  }
  const verdict = world.requests().find(({ id }) => id === request);
  return verdict !== undefined && isAuthorized(verdict) ? null : `no verdict: ${verdict?.state}`;

  async function one(step: Step): Promise<{ readonly status: number; readonly body?: unknown }> {
    switch (step.kind) {
      case 'enrol':
        await world.enrol(step.by);
        return { status: 200 };
      case 'countersign':
        return world.countersign(step.by, step.owner);
      case 'edit': {
        const { edit, by } = step;
        const made =
          edit.kind === 'put_action'
            ? await world.api(by, 'PUT', `/api/actions/${edit.policy.id}`, policyBody(edit.policy))
            : await world.api(by, 'POST', '/api/keys', { name: edit.name, scopes: edit.scopes });
        change = made.body?.change?.id ?? '';
        token = made.body?.token ?? token;
        if ((change !== '') !== step.waits) return { status: 500, body: `waits: ${change !== ''}` };
        return made;
      }
      case 'approve': {
        const turned = await world.turn(step.by, change);
        await world.follow();
        return turned;
      }
      case 'collect': {
        const collected = await world.api(step.by, 'POST', `/api/changes/${change}/key`);
        token = collected.body?.token ?? token;
        return collected;
      }
      case 'propose': {
        const { action, requester, params, selected, key } = step;
        const made = await world.propose(key === null ? token : world.tokens.get(key.id)!, {
          ...{ action, requester, params },
          ...(selected === null ? {} : { quorum: selected }),
        });
        request = made.body?.request?.id ?? '';
        return made;
      }
      case 'turn':
        return world.turn(step.by, request);
    }
  }
}
