/* Reads source files with the parser of the compiler: imports, declared names, texts, comments and test titles. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

export interface Import {
  /** As written. */
  readonly specifier: string;
  /** The repository's own file that is meant, as a path from its root; undefined for a package. */
  readonly file?: string;
  /** Nothing of it is left when the program runs. */
  readonly typeOnly: boolean;
  /** `import('...')`: loaded where it is used. */
  readonly isLate?: true;
}

export interface Module {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** Names that it exports. */
  readonly exports: readonly string[];
  /** Names of all declarations: variables, parameters, functions, types and members. */
  readonly declarations: readonly string[];
  readonly comments: readonly string[];
  /** Titles of the suites and tests. */
  readonly titles: readonly string[];
  /** Texts in quotes that read like a sentence: three words or more. */
  readonly sentences: readonly string[];
  readonly hasDefaultExport: boolean;
  /** `export * from`: a barrel. */
  readonly hasStarExport: boolean;
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g;

const isTypeOnlyImport = ({ importClause: clause }: ts.ImportDeclaration): boolean => {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.length > 0 && namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
};

const written = (node: ts.Node | undefined): string =>
  node && ts.isStringLiteral(node) ? node.text : '(computed)';

/** `import ... from`, `export ... from`, `import('...')` and `import('...').Type`. */
function importOf(node: ts.Node): Omit<Import, 'file'> | undefined {
  if (ts.isImportDeclaration(node)) {
    return { specifier: written(node.moduleSpecifier), typeOnly: isTypeOnlyImport(node) };
  }
  if (ts.isExportDeclaration(node)) {
    return node.moduleSpecifier && { specifier: written(node.moduleSpecifier), typeOnly: node.isTypeOnly };
  }
  if (ts.isImportTypeNode(node)) {
    const { argument } = node;
    return {
      specifier: written(ts.isLiteralTypeNode(argument) ? argument.literal : argument),
      typeOnly: true,
    };
  }
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isCall ? { specifier: written(node.arguments[0]), typeOnly: false, isLate: true } : undefined;
}

const isDefaultExport = (node: ts.Node): boolean =>
  ts.isExportAssignment(node) ||
  (ts.isExportSpecifier(node) && node.name.text === 'default') ||
  (ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword));

const isStarExport = (node: ts.Node): boolean =>
  ts.isExportDeclaration(node) && node.exportClause === undefined;

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function exportedNames(node: ts.Node): readonly string[] {
  if (!isExported(node)) return [];
  return ts.isVariableStatement(node)
    ? node.declarationList.declarations.flatMap(declaredName)
    : declaredName(node);
}

/** Imports are not declarations: they repeat the names of others. */
function declaredName(node: ts.Node): readonly string[] {
  if (ts.isImportSpecifier(node) || ts.isPropertyAccessExpression(node)) return [];
  const { name } = node as ts.Node & { readonly name?: ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}

const TEST_FUNCTIONS = /^(?:describe|test|it)\b/;

function titleIn(node: ts.Node, source: ts.SourceFile): readonly string[] {
  if (!ts.isCallExpression(node) || !TEST_FUNCTIONS.test(node.expression.getText(source))) return [];
  const [title] = node.arguments;
  return title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))
    ? [title.getText(source)]
    : [];
}

const sentenceIn = (node: ts.Node): readonly string[] =>
  (ts.isStringLiteralLike(node) || ts.isJsxText(node)) && /\w+\s+\w+\s+\w+/.test(node.text)
    ? [node.text]
    : [];

function nodesOf(source: ts.SourceFile): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return nodes;
}

/** Imports are written with the name of the compiled file; `exists` says which source that is. */
function fileOf(path: string, specifier: string, exists: (path: string) => boolean): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const target = posix.join(posix.dirname(path), specifier);
  const sources = [target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.tsx'), target];
  return sources.find(exists) ?? target;
}

export function parseModule(path: string, text: string, exists: (path: string) => boolean): Module {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  const nodes = nodesOf(source);
  const imports = nodes.flatMap((node): Import[] => {
    const found = importOf(node);
    if (found === undefined) return [];
    const file = fileOf(path, found.specifier, exists);
    return [file === undefined ? found : { ...found, file }];
  });
  return {
    path,
    text,
    lines: text.trimEnd().split('\n').length,
    imports,
    exports: nodes.flatMap(exportedNames),
    declarations: nodes.flatMap(declaredName),
    comments: text.match(COMMENT) ?? [],
    titles: nodes.flatMap((node) => titleIn(node, source)),
    sentences: nodes.flatMap(sentenceIn),
    hasDefaultExport: nodes.some(isDefaultExport),
    hasStarExport: nodes.some(isStarExport),
  };
}

/** Every file under the paths, sorted. */
export const filesUnder = (paths: readonly string[]): readonly string[] =>
  paths
    .flatMap((path) =>
      statSync(path).isFile()
        ? [path]
        : readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
            entry.isFile() ? [join(entry.parentPath, entry.name).replaceAll('\\', '/')] : [],
          ),
    )
    .sort();

export function readModules(paths: readonly string[]): readonly Module[] {
  const files = filesUnder(paths);
  const known = new Set(files);
  return files
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => parseModule(path, readFileSync(path, 'utf8'), (target) => known.has(target)));
}
