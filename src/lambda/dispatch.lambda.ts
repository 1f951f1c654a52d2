/** The table's stream. */
import { createBase } from './aws/base';
import { dispatchDeps } from './aws/dispatch-deps';
import { withIndexes } from './aws/with-indexes';
import { createDispatchHandler } from './events/dispatch';

const base = createBase('dispatch');

export const handler = withIndexes(base, ['work'], createDispatchHandler(dispatchDeps(base)));
