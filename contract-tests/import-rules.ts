// Who may import whom: the table that architecture.test.ts holds every file to.
import path from 'node:path';

export interface FolderRule {
  /** Folders or single files, relative to the repository, that the room reaches by relative paths beside itself. */
  readonly rooms: readonly string[];
  /** Doors through a wall (`#core`, `#contract-tests`). */
  readonly doors: readonly string[];
  /** npm packages, and `node:` for the platform's own modules. */
  readonly packages: readonly string[];
  readonly typesOnly?: boolean;
  /** Doors through which only types may come: nothing of them is in the room's bundle. */
  readonly typeDoors?: readonly string[];
}

const adapter = (...packages: string[]): FolderRule => ({
  rooms: [],
  doors: ['#core/ports'],
  packages: ['node:', ...packages],
});
const host = (...packages: string[]): FolderRule => ({
  rooms: ['hosts/composition'],
  doors: ['#core', '#core/ports'],
  packages: ['node:', ...packages],
});

/** The longest matching folder decides. */
export const importRules: Readonly<Record<string, FolderRule>> = {
  'core/domain': { rooms: [], doors: [], packages: ['decimal.js'] },
  'core/ports': { rooms: ['core/domain'], doors: [], packages: [], typesOnly: true },
  'core/families': { rooms: ['core/domain'], doors: [], packages: ['valibot'] },
  'core/schemas': { rooms: ['core/domain', 'core/families'], doors: [], packages: ['valibot'] },
  'core/use-cases': {
    rooms: ['core/domain', 'core/families', 'core/ports', 'core/schemas', 'core/engine'],
    doors: [],
    packages: [],
  },
  'core/console': {
    rooms: ['core/domain', 'core/ports', 'core/schemas', 'core/use-cases', 'core/engine'],
    doors: [],
    packages: [],
  },
  // Knows no type of operation: what it runs is passed in.
  'core/engine': { rooms: ['core/domain', 'core/ports'], doors: [], packages: [] },
  core: { rooms: ['core'], doors: [], packages: [] },
  'adapters/knex': adapter('knex'),
  'adapters/knex-sqlite': { ...adapter('knex', 'better-sqlite3'), rooms: ['adapters/knex'] },
  'adapters/knex-postgres': { ...adapter('knex', 'pg'), rooms: ['adapters/knex'] },
  // What adapters that call foreign servers have in common.
  'adapters/outgoing-http': adapter('got', 'ipaddr.js'),
  'adapters/ledger-http': { ...adapter('decimal.js'), rooms: ['adapters/outgoing-http'] },
  'adapters/ledger-tryton': { ...adapter('decimal.js'), rooms: ['adapters/outgoing-http'] },
  'adapters/ledger-recorded': adapter('nock'),
  'adapters/ledger-sandbox': adapter('better-sqlite3', 'decimal.js', 'pdfkit'),
  'adapters/crypto': adapter('@simplewebauthn/server', 'otpauth', 'p-limit'),
  'adapters/pictures': adapter('jpeg-js', 'pngjs'),
  'adapters/system': adapter('typeid-js'),
  'adapters/log-pino': adapter('pino'),
  'adapters/telemetry-otel': adapter('@opentelemetry'),
  'adapters/mail-smtp': adapter('nodemailer'),
  'adapters/event-sender-http': { ...adapter(), rooms: ['adapters/outgoing-http'] },
  'adapters/call-journal': adapter(),
  'contract-tests': { rooms: [], doors: ['#core/ports'], packages: ['node:'] },
  // For strangers: nothing but the platform, and nothing of the service.
  client: { rooms: [], doors: [], packages: ['node:'] },
  'hosts/composition': {
    rooms: ['adapters'],
    doors: ['#core', '#core/ports'],
    packages: ['node:', 'prom-client', 'tsyringe', 'reflect-metadata'],
  },
  'hosts/koa': {
    ...host('koa', '@koa/router', 'koa-bodyparser', 'pino', 'valibot', '@valibot/to-json-schema'),
    rooms: ['hosts/composition', 'hosts/console', 'hosts/mcp'],
    doors: ['#core', '#core/ports', '#core/schemas'],
  },
  // Its tools run the routes' own handlers.
  'hosts/mcp': {
    ...host('@modelcontextprotocol/server', 'valibot', '@valibot/to-json-schema'),
    rooms: ['hosts/composition', 'hosts/koa'],
    doors: ['#core', '#core/ports', '#core/schemas'],
  },
  'hosts/console': { rooms: [], doors: [], packages: ['node:', 'koa'] },
  // Runs in browsers; what it knows of the service is its HTTP API, whose answers have the schemas' types, how a colour is
  // read on another, the types of events, which follow from the families, which files a record takes, what may be asked of a report,
  // and which tools agents are offered.
  'hosts/console/web': {
    rooms: [
      'core/domain/agent-tool.ts',
      'core/domain/attachment.ts',
      'core/domain/brand.ts',
      'core/domain/event.ts',
      'core/domain/history.ts',
      'core/domain/report-query.ts',
    ],
    doors: [],
    typeDoors: ['#core/schemas'],
    packages: ['@simplewebauthn/browser', 'preact', 'preact-iso', 'uqr'],
  },
  'hosts/worker': host('prom-client'),
  'hosts/sandbox': host(),
  'hosts/admin': { ...host(), rooms: ['hosts/composition', 'hosts/cli'] },
  'hosts/embed': {
    ...host(),
    rooms: ['hosts/composition', 'hosts/koa', 'hosts/worker', 'hosts/offline'],
  },
  // Starts the hosts; of the service it knows the HTTP API, the signature of what it forwards, the schemas of what it sends,
  // and pure rules of the domain.
  'hosts/cli': {
    rooms: [
      ...['hosts/composition', 'hosts/koa', 'hosts/worker', 'hosts/sandbox', 'hosts/offline', 'hosts/admin'],
      ...['hosts/mcp', 'adapters/crypto', 'client', 'core/domain', 'core/schemas'],
    ],
    doors: [],
    typeDoors: ['#core'],
    packages: ['node:', 'csv-parse'],
  },
  'hosts/offline': {
    ...host(),
    rooms: ['hosts/composition', 'hosts/koa', 'hosts/mcp', 'hosts/worker', 'hosts/sandbox'],
  },
};

export interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

const statement =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|\brequire\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Every module that a source text names: static, type-only, re-exported, dynamic. */
export function importsOf(source: string): Import[] {
  return [...source.matchAll(statement)].map((match) => ({
    specifier: match[2] ?? match[3] ?? match[4] ?? '',
    typeOnly: match[1] !== undefined,
  }));
}

export function ruleOf(file: string): { folder: string; rule: FolderRule } | undefined {
  const folder = Object.keys(importRules)
    .filter((name) => file.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)[0];
  const rule = folder === undefined ? undefined : importRules[folder];
  return folder === undefined || !rule ? undefined : { folder, rule };
}

/** What is wrong with one import of one file, in words; undefined when the table allows it. */
export function violation(file: string, { specifier, typeOnly }: Import): string | undefined {
  const found = ruleOf(file);
  if (!found) return `${file} stands in no room of the table`;
  const { folder, rule } = found;
  if (rule.typesOnly && !typeOnly && !isDomainDoor(specifier))
    return `${file}: ${specifier} must be imported as a type`;
  if (typeOnly && rule.typeDoors?.includes(specifier)) return undefined;
  if (specifier.startsWith('#'))
    return rule.doors.includes(specifier) ? undefined : `${file} may not use the door ${specifier}`;
  if (specifier.startsWith('.')) return relativeViolation(file, folder, rule, specifier);
  const allowed = rule.packages.some((name) =>
    name === 'node:' ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`),
  );
  return allowed ? undefined : `${file} may not import the package ${specifier}`;
}

function isDomainDoor(specifier: string): boolean {
  return specifier.startsWith('#');
}

function relativeViolation(file: string, folder: string, rule: FolderRule, specifier: string): string | undefined {
  const target = path.posix.join(path.posix.dirname(file), specifier);
  // A workspace has a package.json of its own, in which the door has no name.
  if (target === 'core/ports.ts' && rule.doors.includes('#core/ports')) return undefined;
  const inside = (name: string): boolean => target.startsWith(`${name}/`);
  const nested = Object.keys(importRules).some(
    (name) => name !== folder && name.startsWith(`${folder}/`) && inside(name),
  );
  if (inside(folder) && (!nested || rule.rooms.includes(folder))) return undefined;
  return rule.rooms.some((room) => inside(room) || target === room) ? undefined : `${file} may not import ${target}`;
}
