/** An action of one operator: a request of it costs few messages, so many things fit into one schedule. */
import { DEMO_ORG } from '../../src/local/demo';
import type { ActionId } from '../../src/protocol/identifiers';
import { anAction } from '../store/conformance/config-items';
import { aPolicy, BRAVO } from '../support/builders';
import { PERMIT } from '../support/permit';
import type { portsOf } from './instances';

export const ALONE = 'demo.alone' as ActionId;
export const ALONE_TITLE = 'One key of one operator';

export async function haveOneOperator({ config }: ReturnType<typeof portsOf>): Promise<void> {
  const quorum = { default: 1, min: 1, max: 1, selectable: false };
  const policy = aPolicy({ id: ALONE, version: 1, title: ALONE_TITLE, roster: [BRAVO], quorum });
  await config.saveAction(DEMO_ORG, anAction({ policy }), PERMIT);
}
