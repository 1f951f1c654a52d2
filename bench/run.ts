/** `npm run bench [-- PART …]`: counts, contention, cpu, delivery, cost. */
import { claim } from './claim';
import { contention } from './contention';
import { cost } from './cost';
import { counts } from './counts';
import { cpu } from './cpu';
import { delivery } from './delivery';
import { workers } from './workers';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

const PARTS: Readonly<Record<string, () => Promise<unknown>>> = {
  counts,
  contention,
  workers,
  cpu,
  claim,
  delivery,
  cost,
};

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => PARTS[name] === undefined);
  if (unknown.length > 0) throw new Error(`no part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);
  for (const name of asked.length === 0 ? Object.keys(PARTS) : asked) {
    const started = performance.now();
    await PARTS[name]!();
    console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s, into docs/performance.md`);
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
