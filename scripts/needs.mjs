/** `node scripts/needs.mjs PACKAGE`: fails with one line if only what runs the service was installed (`npm ci --omit=dev`). */
import { existsSync } from 'node:fs';

const { npm_lifecycle_event: command } = process.env;
if (!existsSync(`node_modules/${process.argv[2]}`)) {
  console.error(`npm ${command === 'test' ? 'test' : `run ${command}`} needs the development packages: npm ci`);
  process.exitCode = 1;
}
