/** `node scripts/needs.mjs PACKAGE`: fails with one line if only what runs the service was installed (`npm ci --omit=dev`). */
import { existsSync } from 'node:fs';

if (!existsSync(new URL(`../node_modules/${process.argv[2]}`, import.meta.url))) {
  console.error('This command needs the development packages: npm ci');
  process.exitCode = 1;
}
