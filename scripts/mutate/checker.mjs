/**
 * Tells StrykerJS which changes do not compile. The compiler reads a changed file as one more file beside the original,
 * so that one program checks hundreds of changes. A program for each change would take a hundred times as long. A
 * change of a file's exports is then checked in the place of the original, for the files that import it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';

const require = createRequire(import.meta.url);
const ts = require('typescript');

/** Changed files in one program. */
const AT_ONCE = 500;

class Checker {
  static inject = ['options'];
  #options;
  #program;
  #names;
  #importers;

  constructor({ tsconfigFile }) {
    const { config } = ts.readConfigFile(tsconfigFile, ts.sys.readFile);
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
    // A change that leaves code unused or unreachable counts like any other.
    this.#options = {
      ...options,
      noUnusedLocals: false,
      noUnusedParameters: false,
      allowUnreachableCode: true,
      allowUnusedLabels: true,
    };
    this.#names = fileNames;
  }

  init() {
    this.#program = this.#programWith(new Map());
    this.#importers = importersIn(this.#program);
  }

  /** All changes together. */
  group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  check(mutants) {
    const known = new Set(this.#names);
    const results = {};
    const drawn = mutants.filter(isDrawn);
    const typed = drawn.filter(({ fileName }) => known.has(fileName));
    for (const { id } of mutants) results[id] = { status: 'compileError', reason: 'not drawn' };
    for (const { id } of drawn) results[id] = { status: 'passed' };
    for (let from = 0; from < typed.length; from += AT_ONCE)
      this.#checkSome(typed.slice(from, from + AT_ONCE), results);
    return results;
  }

  #checkSome(mutants, results) {
    const texts = new Map();
    for (const mutant of mutants) {
      texts.set(beside(mutant.fileName, 'as-it-is'), original(mutant.fileName));
      texts.set(beside(mutant.fileName, mutant.id), changed(mutant));
    }
    const program = this.#programWith(texts);
    for (const mutant of mutants) {
      const { fileName, id } = mutant;
      const control = beside(fileName, 'as-it-is');
      const own = faultsOf(program, beside(fileName, id));
      // A file that cannot be checked beside itself is checked in the original's place.
      const isOdd = faultsOf(program, control).length > 0;
      const faults =
        !isOdd && own.length > 0
          ? own
          : isOdd || exportsOf(program, beside(fileName, id)) !== exportsOf(program, control)
            ? this.#faultsInPlace(mutant)
            : [];
      if (faults.length > 0) results[id] = { status: 'compileError', reason: faults[0] };
    }
  }

  #faultsInPlace(mutant) {
    const program = this.#programWith(new Map([[mutant.fileName, changed(mutant)]]));
    for (const fileName of [mutant.fileName, ...(this.#importers.get(mutant.fileName) ?? [])]) {
      const faults = faultsOf(program, fileName);
      if (faults.length > 0) return faults;
    }
    return [];
  }

  #programWith(texts) {
    const host = ts.createCompilerHost(this.#options);
    const { fileExists, readFile, getSourceFile } = host;
    const before = this.#program;
    host.fileExists = (name) => texts.has(name) || fileExists(name);
    host.readFile = (name) => texts.get(name) ?? readFile(name);
    host.getSourceFile = (name, version, ...rest) => {
      if (texts.has(name)) return ts.createSourceFile(name, texts.get(name), version, true);
      return before?.getSourceFile(name) ?? getSourceFile(name, version, ...rest);
    };
    return ts.createProgram([...new Set([...this.#names, ...texts.keys()])], this.#options, host, before);
  }
}

/** StrykerJS can name ranges of the source, but no single change. Without a sample, all changes are drawn. */
function isDrawn({ fileName, mutatorName, replacement, location: { start, end } }) {
  const at = [start.line, start.column, end.line, end.column];
  return DRAWN?.has(JSON.stringify([relative(process.cwd(), fileName), mutatorName, replacement, ...at])) ?? true;
}

const DRAWN =
  process.env.MUTATION_DRAWN === undefined
    ? null
    : new Set(JSON.parse(readFileSync(process.env.MUTATION_DRAWN, 'utf8')));

const beside = (file, id) => file.replace(/(\.tsx?)$/, `.changed-${id}$1`);

const originals = new Map();

function original(file) {
  if (!originals.has(file)) originals.set(file, readFileSync(file, 'utf8'));
  return originals.get(file);
}

function changed({ fileName, location: { start, end }, replacement }) {
  const text = original(fileName);
  const lines = ts.computeLineStarts(text);
  return text.slice(0, lines[start.line] + start.column) + replacement + text.slice(lines[end.line] + end.column);
}

function faultsOf(program, name) {
  const file = program.getSourceFile(name);
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, '\n'),
  );
}

/** The names and types of what a file exports, as text. */
function exportsOf(program, name) {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(name));
  if (module === undefined) return '';
  return checker
    .getExportsOfModule(module)
    .map((symbol) => {
      const type = checker.getTypeOfSymbol(symbol);
      return `${symbol.name}: ${checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias)}`;
    })
    .join('\n');
}

function importersIn(program) {
  const importers = new Map();
  for (const file of program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile)) {
    for (const { text } of file.imports) {
      const { resolvedModule } = ts.resolveModuleName(text, file.fileName, program.getCompilerOptions(), ts.sys);
      const name = resolvedModule?.resolvedFileName;
      importers.set(name, [...(importers.get(name) ?? []), file.fileName]);
    }
  }
  return importers;
}

export const strykerPlugins = [{ kind: 'Checker', name: 'besides', injectableClass: Checker }];
