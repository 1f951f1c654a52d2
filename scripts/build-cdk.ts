/** `npm run build:cdk`: the constructs in `dist/cdk`, as the package has them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildCdk } from './pack/cdk';

const OUT = join(__dirname, '../dist/cdk');

rmSync(OUT, { recursive: true, force: true });
buildCdk(OUT);
