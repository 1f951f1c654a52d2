/**
 * No decision reads a text that people read or write (docs/decisions/ended-by.md). The compiler says what is such a text: a
 * closed set of values has a type of its own, and only a text has the type `string`.
 */
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '../..');

/** What people write or read, and the id of who did something, which an organization can choose. */
const TEXTS = /^(reason|because|note|title|summary|headline|actor|by|created_by|requester|TITLE_PARAM)$/;
const EQUALITY: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);
/** Of a text, with a word or a pattern; of a list of words, or of a pattern, with a text. */
const METHODS: ReadonlySet<string> = new Set(
  'startsWith endsWith includes indexOf match search test has exec localeCompare'.split(' '),
);

/** The name by which an expression is known. */
function nameOf(node: ts.Expression): string {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node)) {
    return nameOf(node.expression);
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
    return nameOf(node.left);
  }
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node)) {
    const { argumentExpression: at } = node;
    return ts.isStringLiteral(at) ? at.text : nameOf(at);
  }
  return ts.isIdentifier(node) ? node.text : '';
}

/** A value of a request's params, also the title of a change. */
const isParam = (node: ts.Expression): boolean =>
  (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) && nameOf(node.expression) === 'params';

/** Places where a text decides: the file, the line and the code. */
function comparedIn(program: ts.Program, isOurs: (file: string) => boolean): string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  const members = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);
  const isOpen = (node: ts.Expression): boolean =>
    members(checker.getTypeAtLocation(node)).some(
      ({ flags }) => (flags & (ts.TypeFlags.String | ts.TypeFlags.Unknown | ts.TypeFlags.Any)) !== 0,
    );
  const isText = (node: ts.Expression): boolean => (TEXTS.test(nameOf(node)) || isParam(node)) && isOpen(node);
  const isWord = (node: ts.Expression): boolean => {
    const all = members(checker.getTypeAtLocation(node));
    return all.every((type) => type.isStringLiteral() && type.value !== '');
  };
  const isFixed = (node: ts.Expression): boolean => isWord(node) || ts.isRegularExpressionLiteral(node);
  const decides = (node: ts.Node): boolean => {
    if (ts.isBinaryExpression(node) && EQUALITY.has(node.operatorToken.kind)) {
      return (isText(node.left) && isWord(node.right)) || (isWord(node.left) && isText(node.right));
    }
    if (ts.isSwitchStatement(node)) return isText(node.expression);
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
    const { expression, name } = node.expression;
    if (!METHODS.has(name.text)) return false;
    // A list of words, or a pattern. A list of texts compares nothing with a word.
    const element = checker.getTypeAtLocation(expression).getNumberIndexType();
    const isOfWords = element === undefined || !members(element).some(({ flags }) => flags & ts.TypeFlags.String);
    return isText(expression) ? node.arguments.some(isFixed) : isOfWords && node.arguments.some(isText);
  };
  for (const source of program.getSourceFiles()) {
    if (!isOurs(source.fileName)) continue;
    const visit = (node: ts.Node): void => {
      if (decides(node)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        const code = ts.isSwitchStatement(node) ? `switch (${node.expression.getText()})` : node.getText();
        found.push(`${source.fileName.slice(ROOT.length + 1)}:${line + 1}: ${code}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

function programOf(config: string, files?: readonly string[]): ts.Program {
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, config), ts.sys.readFile).config,
    ts.sys,
    join(ROOT, config, '..'),
  );
  return ts.createProgram(files ?? fileNames, options);
}

it('no decision of the service compares a text that people read or write with a word', () => {
  const all = ts.sys.readDirectory(join(ROOT, 'src'), ['.ts']).filter((file) => !/\/src\/(gate|console)\//.test(file));
  const scripts = ts.sys.readDirectory(join(ROOT, 'scripts'), ['.ts']);
  const program = programOf(
    'tsconfig.json',
    [...all, ...scripts].filter((file) => !file.includes('node_modules')),
  );
  expect(
    comparedIn(program, (file) => /\/(src|scripts)\//.test(file.slice(ROOT.length)) && !/node_modules/.test(file)),
  ).toEqual([]);
});

it('no decision of the console compares a text that people read or write with a word', () => {
  const program = programOf('src/console/tsconfig.json');
  expect(comparedIn(program, (file) => file.startsWith(join(ROOT, 'src/console/')))).toEqual([]);
});
