/** The packages of `tools/`, which only CI and maintainers install. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { IS_CI } from './ci.cjs';

const TOOLS = join(__dirname, '../../tools');

/** CI never goes without them. */
export const HAS_TOOLS = IS_CI || existsSync(join(TOOLS, 'node_modules'));

export const HOW_TO_INSTALL = 'npm ci --prefix tools';

export const toolPath = (...path: string[]): string => join(TOOLS, 'node_modules', ...path);

export const loadTool = (name: string): unknown => createRequire(join(TOOLS, 'package.json'))(name);
