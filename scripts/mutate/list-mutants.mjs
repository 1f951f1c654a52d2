/** node scripts/mutate/list-mutants.mjs FILE... — every change that StrykerJS makes to these files, as JSON. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../tools/', import.meta.url));
const core = createRequire(require.resolve('@stryker-mutator/core/package.json'));
const { createInstrumenter } = await import(core.resolve('@stryker-mutator/instrumenter'));
const { createInjector } = await import(core.resolve('typed-inject'));
const { commonTokens } = await import(core.resolve('@stryker-mutator/api/plugin'));

const silent = new Proxy({}, { get: (_, name) => (/^is/.test(name) ? () => false : () => undefined) });
const instrumenter = createInjector().provideValue(commonTokens.logger, silent).injectFunction(createInstrumenter);
const files = process.argv.slice(2).map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }));
const { mutants } = await instrumenter.instrument(files, {
  plugins: null,
  excludedMutations: [],
  ignorers: [],
  noHeader: true,
});
console.log(
  JSON.stringify(
    mutants.map(({ fileName, location, mutatorName, replacement }) => ({
      fileName,
      location,
      mutatorName,
      replacement,
    })),
  ),
);
