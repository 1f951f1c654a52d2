/** `npm run bench [-- PART …]`: writes docs/performance.md, completely or only the named parts. */
import { calls } from './calls';
import { capacity } from './capacity';
import { claim } from './claim';
import { cold } from './cold';
import { contention } from './contention';
import { cost } from './cost';
import { counts } from './counts';
import { cpu } from './cpu';
import { create } from './create';
import { deadEndpoint } from './dead-endpoint';
import { delivery } from './delivery';
import { flood } from './flood';
import { growth } from './growth';
import { idempotency } from './idempotency';
import { lifecycle } from './lifecycle';
import { powers } from './powers';
import { readiness } from './readiness';
import { rent } from './rent';
import { writeHead } from './report';
import { scale } from './scale';
import { search } from './search';
import { turns } from './turns';
import { again, documents, improvements, losses, waiting } from './words';
import { workers } from './workers';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
// One for each process that must not outlive this one.
process.setMaxListeners(50);

/** In the order of the page. */
const PARTS: Readonly<Record<string, () => Promise<unknown>>> = {
  counts,
  lifecycle,
  cost,
  capacity,
  rent,
  scale,
  contention,
  workers,
  turns,
  growth,
  flood,
  search,
  cpu,
  powers,
  documents,
  calls,
  claim,
  create,
  idempotency,
  delivery,
  'dead-endpoint': deadEndpoint,
  cold,
  readiness,
  waiting,
  losses,
  improvements,
  again,
};
/** Parts that several at once may be asked for by one name. */
const GROUPS: Readonly<Record<string, readonly string[]>> = { peers: ['claim', 'create', 'idempotency'] };

async function main(): Promise<void> {
  const asked = process.argv.slice(2).flatMap((name) => GROUPS[name] ?? [name]);
  const unknown = asked.filter((name) => PARTS[name] === undefined);
  const names = [...Object.keys(PARTS), ...Object.keys(GROUPS)];
  if (unknown.length > 0) {
    console.error(`There is no part ${unknown.join(', ')}. The parts are ${names.join(', ')}.`);
    process.exit(1);
  }
  const started = performance.now();
  const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
  if (asked.length === 0) writeHead();
  for (const name of asked.length === 0 ? Object.keys(PARTS) : asked) {
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
