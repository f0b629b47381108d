// Every function and method that the package's doors let out, with its docstring, as the compiler sees them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isArrowFunction, isCallExpression, isIdentifier, isPropertyAssignment } from 'typescript/unstable/ast';
import {
  API,
  type Checker,
  type Symbol as Named,
  type Project,
  SymbolFlags,
  type Type,
} from 'typescript/unstable/sync';

export interface PublicFunction {
  /** By the first door that lets it out, or by its interface. */
  readonly name: string;
  readonly file: string;
  /** Empty where there is none. */
  readonly docstring: string;
}

interface Walk {
  readonly project: Project;
  readonly checker: Checker;
  readonly found: Map<string, PublicFunction>;
  readonly seenSymbols: Set<number>;
  readonly seenTypes: Set<number>;
}

const callSignatures = 0;
const root = process.cwd();

/** The sources of the doors: the package's `exports`, and the client's one. */
function doors(): readonly string[] {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, { types?: string }>;
  };
  const built = Object.values(exports).flatMap(({ types }) => (types === undefined ? [] : [types]));
  return [...built.map((file) => file.replace('./dist/', '').replace('.d.ts', '.ts')), 'client/index.ts'];
}

/** What is known to `config` is all that the compiler reads: a smaller one takes it half the time. */
export async function publicFunctions(
  of: readonly string[] = doors(),
  config = 'tsconfig.json',
): Promise<readonly PublicFunction[]> {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [path.resolve(config)] }).getProjects();
    if (!project) throw new Error('the compiler opened no project');
    const { checker, program } = project;
    const walk: Walk = { project, checker, found: new Map(), seenSymbols: new Set(), seenTypes: new Set() };
    for (const door of of) {
      const file = program.getSourceFile(path.resolve(door));
      const module = file && checker.getSymbolAtLocation(file);
      if (!module) throw new Error(`${door} is no door`);
      const values = Object.keys(await import(path.resolve(door)));
      for (const symbol of checker.getExportsOfModule(module)) {
        // A value that a door lets out as a type only (`export type *`) cannot be called from there.
        if (isType(resolved(walk, symbol)) || values.includes(symbol.name))
          visitSymbol(walk, symbol, `${door}#${symbol.name}`);
      }
    }
    return [...walk.found.values()];
  } finally {
    api.close();
  }
}

/** The file of a symbol of ours; undefined for the platform's and for packages'. */
function fileOf({ declarations }: Named): string | undefined {
  const file = declarations[0]?.path;
  return file?.startsWith(`${root}/`) && !file.includes('/node_modules/') ? path.relative(root, file) : undefined;
}

function visitSymbol(walk: Walk, exported: Named, name: string): void {
  const { checker, seenSymbols } = walk;
  const symbol = resolved(walk, exported);
  if (seenSymbols.has(symbol.id) || fileOf(symbol) === undefined) return;
  seenSymbols.add(symbol.id);
  if (symbol.flags & (SymbolFlags.ValueModule | SymbolFlags.NamespaceModule)) {
    for (const member of checker.getExportsOfModule(symbol)) visitSymbol(walk, member, `${name}.${member.name}`);
    return;
  }
  if (isType(symbol)) visitType(walk, checker.getDeclaredTypeOfSymbol(symbol), name);
  if (symbol.flags & (SymbolFlags.Function | SymbolFlags.Variable)) visitValue(walk, symbol, name);
}

function isType({ flags }: Named): boolean {
  return (flags & (SymbolFlags.Class | SymbolFlags.Interface | SymbolFlags.TypeAlias)) !== 0;
}

function resolved({ checker }: Walk, symbol: Named): Named {
  return symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Where it can be called it is public, and so is what it gives. */
function visitValue(walk: Walk, symbol: Named, name: string): void {
  const { checker, found } = walk;
  const whole = checker.getTypeOfSymbol(symbol);
  const type = whole && (checker.getNonNullableType(whole) ?? whole);
  if (!type) return;
  const signatures = checker.getSignaturesOfType(type, callSignatures);
  const file = fileOf(symbol) ?? '';
  if (signatures.length > 0 && !isMapped(walk, symbol))
    found.set(`${file}#${name}`, { name, file, docstring: docstringOf(walk, symbol) });
  for (const signature of signatures) {
    const given = checker.getReturnTypeOfSignature(signature);
    if (given) visitType(walk, given, `${name}()`);
  }
  visitType(walk, type, name);
}

/** A property that a mapped type has made a function of (`{ [Port in keyof Ports]?: () => Ports[Port] }`): its property tells. */
function isMapped({ checker, project }: Walk, symbol: Named): boolean {
  const declared = symbol.declarations[0]?.resolve(project);
  const written = declared && checker.getTypeAtLocation(declared);
  const type = written && (checker.getNonNullableType(written) ?? written);
  return type !== undefined && checker.getSignaturesOfType(type, callSignatures).length === 0;
}

function visitType(walk: Walk, type: Type, name: string): void {
  const { checker, seenSymbols, seenTypes } = walk;
  if (seenTypes.has(type.id)) return;
  seenTypes.add(type.id);
  if (type.isUnionType() || type.isIntersectionType())
    for (const part of type.getTypes() ?? []) visitType(walk, part, name);
  if (type.isTypeReference()) for (const part of checker.getTypeArguments(type)) visitType(walk, part, name);
  if (!type.isObjectType() && !type.isIntersectionType()) return;
  const owner = type.getAliasSymbol() ?? type.getSymbol();
  const label = owner && fileOf(owner) !== undefined && !owner.name.startsWith('__') ? owner.name : name;
  for (const member of checker.getPropertiesOfType(type)) {
    if (member.flags & SymbolFlags.Prototype || seenSymbols.has(member.id) || fileOf(member) === undefined) continue;
    seenSymbols.add(member.id);
    visitValue(walk, member, `${label}.${member.name}`);
  }
}

/** Its own, or that of what makes it: `find: findConnection(ports)`, and within a guard `allowed('read', find(ports))`. */
function docstringOf(walk: Walk, symbol: Named): string {
  const { checker, project } = walk;
  const own = checker.getDocumentationCommentOfSymbol(symbol);
  const declared = symbol.valueDeclaration?.resolve(project);
  if (own !== '' || !declared) return own;
  const short = checker.getShorthandAssignmentValueSymbol(declared);
  if (short) return checker.getDocumentationCommentOfSymbol(resolved(walk, short));
  let made = isPropertyAssignment(declared) ? declared.initializer : undefined;
  while (made && isCallExpression(made)) {
    const last = made.arguments.at(-1);
    if (last && isArrowFunction(last)) return '';
    made = last && isCallExpression(last) ? last : made.expression;
  }
  const maker = made && isIdentifier(made) ? checker.getSymbolAtLocation(made) : undefined;
  return maker ? checker.getDocumentationCommentOfSymbol(resolved(walk, maker)) : '';
}
