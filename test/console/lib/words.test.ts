/** One word for each thing (docs/glossary.md): what people read on a page or in a mail has none of the words that the API or code uses. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '../../..');
/** What people read is in the console, and in the texts of notices, entries and policies. */
const FOLDERS = [
  'src/console',
  'src/service/notice',
  'src/service/policy',
  'src/service/ceremony/rules',
  'src/service/access/rules',
];

const WORDS = /\b(denied|rosters?|quorums?|authori[sz]e[ds]?|struck)\b/i;

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    // Its problems name the fields of the API.
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.tsx?$/.test(entry.name) &&
        entry.name !== 'validate.ts' &&
        !entry.parentPath.includes('node_modules'),
    )
    .map((entry) => join(entry.parentPath, entry.name));

/** A text with a blank or a capital is for people. Any other is a name of the wire, a class or an id. */
const isForPeople = (text: string): boolean => /[a-z] [a-z]|^[A-Z][a-z]+$/.test(text.trim());

/** The texts of a file that people read: between tags, and in quotation marks. */
function textsIn(name: string, source: string): string[] {
  const found: string[] = [];
  const file = ts.createSourceFile(
    name,
    source,
    ts.ScriptTarget.Latest,
    true,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && node.text.trim() !== '') found.push(node.text.trim());
    else if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    ) {
      if (isForPeople(node.text) && !isName(node.parent)) found.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The name of a field, a type or a module, or a value that is compared. */
const isName = (parent: ts.Node): boolean =>
  ts.isPropertyAssignment(parent) &&
  ts.isStringLiteral(parent.name) &&
  parent.initializer.kind !== ts.SyntaxKind.StringLiteral
    ? true
    : ts.isLiteralTypeNode(parent) ||
      ts.isImportDeclaration(parent) ||
      ts.isCaseClause(parent) ||
      ts.isBinaryExpression(parent);

test.each(FOLDERS)('what people read in %s has the words of the glossary', (folder) => {
  const wrong = filesIn(folder).flatMap((path) =>
    textsIn(path, readFileSync(path, 'utf8'))
      .filter((text) => WORDS.test(text))
      .map((text) => `${path.slice(ROOT.length + 1)}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

test('the check of words finds a label, a sentence and a text with a value', () => {
  const source =
    'const a = <p title="Authorize">The roster is {n}</p>; const b = `the quorum of ' +
    '$' +
    '{n} is met`; const c = "denied";';
  expect(textsIn('x.tsx', source).filter((text) => WORDS.test(text))).toEqual([
    'Authorize',
    'The roster is',
    'the quorum of ',
  ]);
});
