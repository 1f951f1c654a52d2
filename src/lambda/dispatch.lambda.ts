/** The table's stream. */
import { entryRoute } from '../app/entry-route';
import { createBase } from './aws/base';
import { auditCall } from './aws/calls';
import { dispatchDeps } from './aws/dispatch-deps';
import { createDispatchHandler } from './events/dispatch';

const deps = dispatchDeps(createBase('dispatch'));
const audit = entryRoute({ ...deps, call: auditCall(), queue: deps.queues.audit });

export const handler = createDispatchHandler({ ...deps, queues: { ...deps.queues, audit } });
