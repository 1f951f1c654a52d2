/** `npm run bench [-- PART …]`: measures the claims of docs/performance.md again, or the named parts. */
import { parseArgs } from 'node:util';
import { callArguments } from './arguments';
import { calls } from './calls';
import { claim } from './claim';
import { cold } from './cold';
import { cost } from './cost';
import { counts } from './counts';
import { cpu } from './cpu';
import { delivery } from './delivery';
import { documents } from './documents';
import { growth } from './growth';
import { inbox } from './inbox';
import { lifecycle } from './lifecycle';
import { powers } from './powers';
import { readiness } from './readiness';
import { scale } from './scale';
import { turns } from './turns';
import { workers } from './workers';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
// Each process that the bench starts is ended by a listener of this one.
process.setMaxListeners(50);

/** In the order of the page. */
const PARTS: Readonly<Record<string, () => Promise<unknown>>> = {
  counts,
  lifecycle,
  growth,
  turns,
  workers,
  cpu,
  calls,
  claim,
  delivery,
  cold,
  scale,
  cost,
  inbox,
  readiness,
  powers,
  documents,
  arguments: callArguments,
};

async function main(): Promise<void> {
  const { positionals: named } = parseArgs({ allowPositionals: true });
  const unknown = named.filter((name) => PARTS[name] === undefined);
  if (unknown.length > 0) {
    console.error(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(PARTS).join(', ')}.`);
    process.exit(1);
  }
  const started = performance.now();
  const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
  for (const name of named.length === 0 ? Object.keys(PARTS) : named) {
    const from = performance.now();
    console.log(`${name}: running…`);
    await PARTS[name]!();
    console.log(`${name}: ${seconds(from)}`);
  }
  console.log(`docs/performance.md written in ${seconds(started)}`);
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
