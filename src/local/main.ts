/** `npm start`: the service on one machine (docs/local.md). */
import { runCommand } from './command';
import { parseOptions, USAGE } from './options';

// The greeting says it in one line.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

runCommand(USAGE, () => ({ ...parseOptions(process.argv.slice(2)), endpoint: process.env.DYNAMODB_ENDPOINT }));
