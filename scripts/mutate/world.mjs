/** Test files and the modules below them, loaded into this process (scripts/mutate/describe.mjs). */
import { createRequire } from 'node:module';
import { relative, sep } from 'node:path';
import { createRegistry, fullName, runBlock, testsBelow } from './describe.mjs';

const require = createRequire(import.meta.url);
const Module = require('node:module');
const swc = require('@swc/core');

/** The tests of these files, loaded. */
export function createWorld(files) {
  const faults = [];
  const blocks = new Map();
  for (const file of files) {
    const { root, globals } = createRegistry({ isolate });
    Object.assign(globalThis, globals);
    try {
      require(file);
      blocks.set(file, { root, globals });
      nameTests(root, file);
    } catch (error) {
      faults.push(`${file}: ${error?.stack ?? error}`);
    }
  }
  const tests = [...blocks.values()].flatMap(({ root }) => testsBelow(root));
  return {
    faults,
    tests,
    async run(chosen, how) {
      for (const [file, { root, globals }] of blocks) {
        const own = new Set(chosen.filter((test) => test.file === file));
        Object.assign(globalThis, globals);
        if (own.size > 0 && !(await runBlock(root, own, how))) return;
      }
    },
    nearest: (source) =>
      files.filter((file) => reaches(file, source)).sort((a, b) => likeness(b, source) - likeness(a, source)),
  };
}

function nameTests(root, file) {
  const seen = new Map();
  for (const test of testsBelow(root)) {
    const name = `${relative(process.cwd(), file)} ${fullName(test)}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    Object.assign(test, { file, id: count === 1 ? name : `${name} (${count})` });
  }
}

function reaches(file, source, seen = new Set()) {
  if (file === source) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  return (require.cache[file]?.children ?? []).some(
    ({ filename }) => isOurs(filename) && reaches(filename, source, seen),
  );
}

/** How many parts of the path a test shares with the source. */
function likeness(test, source) {
  const parts = new Set(
    relative(process.cwd(), test)
      .replace(/\.(property\.)?test\.ts$/, '')
      .split(sep),
  );
  return relative(process.cwd(), source)
    .replace(/\.tsx?$/, '')
    .split(sep)
    .filter((part) => parts.has(part)).length;
}

const isOurs = (file) => file.startsWith(process.cwd() + sep) && !file.includes(`${sep}node_modules${sep}`);

/** Forgets the modules of the project, so that they load again. Their dependencies stay loaded. */
export function setAside() {
  const kept = Object.entries(require.cache).filter(([file]) => isOurs(file));
  const forget = () => {
    for (const file of Object.keys(require.cache)) if (isOurs(file)) delete require.cache[file];
  };
  forget();
  return {
    restore() {
      forget();
      for (const [file, module] of kept) require.cache[file] = module;
    },
  };
}

function isolate(load) {
  const aside = setAside();
  try {
    load();
  } finally {
    aside.restore();
  }
}

export function translateTypeScript() {
  const translated = new Map();
  for (const extension of ['.ts', '.tsx']) {
    Module._extensions[extension] = (module, file) => {
      if (!translated.has(file)) translated.set(file, swc.transformFileSync(file, optionsFor(extension)).code);
      module._compile(translated.get(file), file);
    };
  }
}

function optionsFor(extension) {
  return {
    configFile: false,
    swcrc: false,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: extension === '.tsx' },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs' },
  };
}
