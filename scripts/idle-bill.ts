/**
 * npm run idle-bill
 *
 * Prints what the deployments of `deployments/` cost in a month without one request, and writes the table into
 * docs/deploy.md and the sums into docs/performance.md. It fails and names the resource if one has no price.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IDLE, idleText, idleTotals, lifecycleIn } from '../bench/idle';
import { fact } from '../bench/report';
import { synthesize } from '../test/infra/host/stack';

const DOCS = join(__dirname, '../docs');
const [OPEN, CLOSE] = ['<!-- idle -->', '<!-- /idle -->'];

const lifecycle = lifecycleIn(readFileSync(join(DOCS, 'performance.md'), 'utf8'));
const [dev, prod] = [synthesize('dev'), synthesize('prod')];
const text = idleText(dev, prod, lifecycle);
fact(IDLE.what, IDLE.goal, idleTotals(dev, prod, lifecycle));
const page = readFileSync(join(DOCS, 'deploy.md'), 'utf8');
const [before, after] = [page.slice(0, page.indexOf(OPEN)), page.slice(page.indexOf(CLOSE))];
writeFileSync(join(DOCS, 'deploy.md'), `${before}${OPEN}\n\n${text}\n\n${after}`);
console.log(text);
