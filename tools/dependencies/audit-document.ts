// docs/dependencies.md as text.
import type { DirectDependency, Inventory, Package } from './inventory.ts';
import { allowedLicences, isAllowed } from './licence-rules.ts';
import { purposes } from './purposes.ts';
import type { RegistryWord } from './registry-word.ts';

const registryHeading = '## What the registry says';

export function auditDocument(inventory: Inventory, words: readonly RegistryWord[], day: string): string {
  return [...head(inventory), ...registry(words, day), ...rules, ...everything(inventory)].join('\n');
}

/** The document without what the registry said on some day: this part follows from the lock file alone. */
export function lastingPart(document: string): string {
  const from = document.indexOf(registryHeading);
  const to = document.indexOf('\n## ', from + 1);
  return document.slice(0, from) + document.slice(to + 1);
}

/** What must not be, one line each; empty when all is well. */
export function faultsOf({ direct, production, withoutIntegrity }: Inventory): readonly string[] {
  return [
    ...production.filter(({ licence }) => !isAllowed(licence)).map((one) => `${named(one)}: licence ${one.licence}`),
    ...withoutIntegrity.map((place) => `${place}: no sha512 in the lock file`),
    ...production.filter(({ deprecated }) => deprecated).map((one) => `${named(one)}: deprecated by its author`),
    ...direct
      .filter(({ name }) => purposes[name] === undefined)
      .map(({ name }) => `${name}: nobody said what it is for`),
  ];
}

function head({ direct, production, installScripts, locked }: Inventory): string[] {
  const scripts = installScripts.filter((name) => production.some((one) => one.name === name));
  return [
    '# Dependencies',
    '',
    'Made by `npm run audit:deps` from `package-lock.json` and what is installed; `contract-tests/dependencies.test.ts` fails when',
    'this page is not what the tool makes, and when a package of production has a licence outside the list, has no hash in the',
    'lock file, is deprecated, or (a direct one) has nobody who said what it is for.',
    '',
    '```sh',
    'npm run audit:deps                                    # writes this page; asks the registry for advisories and signatures',
    'npm sbom --omit=dev --sbom-format=cyclonedx           # the same inventory for machines; works offline',
    '```',
    '',
    `The lock file names ${locked} packages, ${production.length} of them in production (those for other platforms included). Versions are exact,`,
    'and every one has a SHA-512 hash that `npm ci` holds the download to. The lock file names no registry: packages come from the',
    'one that npm is configured for. `typescript` and its platforms are among them because `valibot` names it as an optional peer;',
    'nothing of production loads it.',
    '',
    '## Direct, in production',
    '',
    '| package | version | licence | brings | for |',
    '|---|---|---|---|---|',
    ...direct.map(row),
    '',
    '## Install scripts',
    '',
    '`.npmrc` has `ignore-scripts=true`, so none ever runs, and none needs to: `npm ci && npm test` passes that way. With one all the',
    `same: ${installScripts.map(code).join(', ')}.`,
    `In production only ${scripts.map(code).join(', ')}: it would compile from source what the package brings as a binary.`,
    '',
    '## Licences',
    '',
    `Allowed: ${[...allowedLicences].map(code).join(', ')}.`,
    '',
    '| licence | packages |',
    '|---|---|',
    ...countedLicences(production).map(([licence, count]) => `| ${licence} | ${count} |`),
    '',
  ];
}

function row({ name, version, licence, transitive }: DirectDependency): string {
  return `| \`${name}\` | ${version} | ${licence} | ${transitive} | ${purposes[name] ?? '?'} |`;
}

function registry(words: readonly RegistryWord[], day: string): string[] {
  return [
    registryHeading,
    '',
    `Asked on ${day}. Where it refuses to say, advisories are not known from here, and the same command has to be run where a`,
    'registry answers it: before every release, and daily in the pipeline.',
    '',
    ...words.flatMap(({ command, lines }) => ['```', `$ ${command}`, ...lines, '```', '']),
  ];
}

const rules = [
  '## How soon a fault is mended',
  '',
  '| what | in production within |',
  '|---|---|',
  '| an advisory that is being exploited, or critical and reachable | 2 days |',
  '| high and reachable | 7 days |',
  '| any other advisory that is reachable | 30 days |',
  '| not reachable from our code, said why in the change that notes it | with the next routine update |',
  '| routine: Node 24 patch releases | 14 days |',
  '| routine: all direct dependencies are brought up to date | every quarter |',
  '| a package that its author has given up | replaced within two quarters |',
  '',
  'The count begins when the advisory is published. What parses bytes of strangers or keeps secrets comes first: Node, `koa`,',
  '`koa-bodyparser`, `got`, `ipaddr.js`, `pg`, `better-sqlite3`, `knex`. The sandbox ledger (`pdfkit`) is reached by nobody in production.',
  '',
  '**New dependencies** need a purpose in `tools/dependencies/purposes.ts`, an allowed licence and a place in the import table',
  '(`contract-tests/import-rules.ts`), which says which folder may use what. They are added by name and exact version, after a look at',
  'who maintains them and what they bring.',
  '',
];

function everything({ production }: Inventory): string[] {
  const licences = countedLicences(production).map(([licence]) => licence);
  return [
    '## Everything in production',
    '',
    ...licences.flatMap((licence) => {
      const names = production.filter((one) => one.licence === licence).map(named);
      return [`**${licence}**: ${[...new Set(names)].sort().map(code).join(', ')}.`, ''];
    }),
  ];
}

function countedLicences(production: readonly Package[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { licence } of production) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || a.localeCompare(b));
}

function named({ name, version }: Package): string {
  return `${name}@${version}`;
}

function code(text: string): string {
  return `\`${text}\``;
}
