/**
 * `npm run admin -- COMMAND …`. On AWS, set the environment from the stacks' outputs: MAIN_TABLE, TRANSIENT_TABLE, DATA_KEY_ID,
 * CONSOLE_ORIGIN. For a running local runner, pass `--data-dir .local`; the runner's files, or DYNAMODB_ENDPOINT, say where its
 * database is.
 */
import { admin } from './admin/command';

void admin(process.argv.slice(2), 'npm run admin --');
