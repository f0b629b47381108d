// What the documents say is missing is missing. Each such statement has a row with the look into the code that would fail
// once somebody builds it, so that the sentence goes in the same commit.
import { globSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { eventTypes } from '../core/domain/event.ts';
import { resourceTypes, singularOf } from '../core/domain/resource.ts';

interface Code {
  /** The text of every file that the pattern names, tests left out. */
  texts(pattern: string): readonly string[];
  exists(pattern: string): boolean;
  /** Paths of the API with their methods, as `get /v1/usage`. */
  readonly routes: readonly string[];
  readonly eventTypes: readonly string[];
}

interface Row {
  readonly page: string;
  /** Words that stand on the page within one statement. */
  readonly says: string;
  readonly isStillTrue: (code: Code) => boolean;
}

const isOwn = (file: string): boolean => !/node_modules|\.test\.|\/(dist|generated|testing|assets)\//.test(file);

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

function here(): Code {
  const document = JSON.parse(readFileSync('hosts/koa/openapi.json', 'utf8')) as Document;
  const filesOf = (pattern: string): readonly string[] => globSync(pattern).filter(isOwn);
  return {
    texts: (pattern) => filesOf(pattern).map((file) => readFileSync(file, 'utf8')),
    exists: (pattern) => globSync(pattern).length > 0,
    routes: Object.entries(document.paths).flatMap(([route, methods]) =>
      Object.keys(methods).map((method) => `${method} ${route}`),
    ),
    eventTypes,
  };
}

const lacks = (pattern: string, words: RegExp) => (code: Code) => {
  const texts = code.texts(pattern);
  return texts.length > 0 && !texts.some((text) => words.test(text));
};
const has = (pattern: string, words: RegExp) => (code: Code) => code.texts(pattern).some((text) => words.test(text));
const noType = (type: string) => lacks('core/families/record-types.ts', new RegExp(`\\b${type}\\b`));
const noAdapter = (name: RegExp) => (code: Code) =>
  !globSync('adapters/*').some((folder) => name.test(folder)) && code.exists('adapters/ledger-http');
const unreleased = (code: Code): boolean =>
  !code.texts('CHANGELOG.md').some((text) => /^## \[\d[^\]]*\] - \d/m.test(text));
const untried = (code: Code): boolean => !code.exists('fixtures/ledger/demo-company/*');

const threats = 'docs/threat-model.md';
const asvs = 'docs/asvs.md';
const source = '{core,adapters,hosts}/**/*.ts';

const rows: readonly Row[] = [
  { page: 'README.md', says: 'Not yet tried with the real provider', isStillTrue: untried },
  { page: 'docs/README.md', says: 'not yet tried with the real provider', isStillTrue: untried },
  {
    page: 'docs/scale.md',
    says: 'A router is not built',
    isStillTrue: (code) => !code.exists('hosts/router/*') && lacks('hosts/composition/*.ts', /\bCELL_URLS?\b/)(code),
  },
  { page: 'README.md', says: 'QuickBooks, Sage', isStillTrue: noAdapter(/quickbooks|sage/i) },
  { page: 'README.md', says: 'journals', isStillTrue: noType('manual_journals') },
  {
    page: 'README.md',
    says: 'no check against leaked passwords',
    isStillTrue: lacks(source, /PASSWORD_LIST_FILE|haveibeenpwned/i),
  },
  {
    page: 'README.md',
    says: 'A connection cannot be disconnected while the credentials of its provider app do not work',
    isStillTrue: has(
      'core/use-cases/disconnect/disconnect.ts',
      /\bopenApp|appCredentials|accessToken|useGrant|authorization/,
    ),
  },
  { page: 'README.md', says: 'The package is not published yet', isStillTrue: unreleased },
  { page: 'docs/embed.md', says: 'are not published yet', isStillTrue: unreleased },
  { page: 'docs/cli.md', says: 'is not published yet', isStillTrue: unreleased },
  { page: 'client/README.md', says: 'It is not published yet', isStillTrue: unreleased },
  {
    page: 'docs/another-ledger.md',
    says: 'not built here',
    isStillTrue: noAdapter(/stripe|quickbooks|sage|fortnox|freshbooks/i),
  },

  {
    page: threats,
    says: 'One factor where nobody asks for two',
    isStillTrue: has('core/use-cases/access/organizations.ts', /requiresSecondFactor: false/),
  },
  {
    page: threats,
    says: 'An agent may obey what it reads',
    // As long as answers hold texts of others, which they only mark.
    isStillTrue: has('hosts/mcp/*.ts', /written by others/),
  },
  { page: threats, says: 'The host itself', isStillTrue: noAdapter(/kms|vault|hsm/i) },
  {
    page: threats,
    says: 'The database’s operator',
    isStillTrue: lacks('core/domain/sealed-column.ts', /'records'|'resources'/),
  },
  {
    page: threats,
    says: 'Restored backups',
    isStillTrue: has('docs/security.md', /revoke again the keys that were revoked since/),
  },
  {
    page: threats,
    says: 'Sign-in can be blocked',
    isStillTrue: lacks('core/{console,domain}/**/*.ts', /clientAddress|remoteAddress/),
  },
  {
    page: threats,
    says: 'Connect links are bearer secrets',
    isStillTrue: ({ routes }) => routes.includes('get /connect/{token}'),
  },
  {
    page: threats,
    says: "A key may do everything but requests of one's own unless it was made for less",
    isStillTrue: has(
      'core/use-cases/access/keys.ts',
      /scopes = defaultKeyScopes,\s+connectionIds = null,\s+expiresAt = null/,
    ),
  },
  {
    page: threats,
    says: 'No rate by address or member',
    isStillTrue: lacks('hosts/koa/{middleware,transport}/*.ts', /perAddress|byAddress|rateByMember/),
  },
  {
    page: threats,
    says: 'Gaps of the audit log',
    isStillTrue: lacks('core/use-cases/connect-sessions/*.ts', /recordAct/),
  },
  { page: threats, says: 'Egress', isStillTrue: lacks('hosts/composition/*.ts', /WEBHOOK_ALLOW_HOSTS/) },
  {
    page: threats,
    says: '`API_KEY_PEPPER` cannot be changed',
    isStillTrue: lacks('hosts/composition/*.ts', /API_KEY_PEPPERS/),
  },
  {
    page: threats,
    says: 'Advisories and registry signatures',
    isStillTrue: lacks('.github/workflows/*.yml', /npm audit/),
  },
  {
    page: threats,
    says: 'The provider is trusted',
    isStillTrue: lacks('adapters/ledger-http/**/*.ts', /jwks|verifySignature\(/i),
  },
  {
    page: threats,
    says: 'Records in clear',
    isStillTrue: lacks('core/domain/sealed-column.ts', /'records'|'resources'/),
  },
  { page: threats, says: 'Timing', isStillTrue: ({ exists }) => exists('hosts/koa/key-timing.test.ts') },
  {
    page: threats,
    says: 'A person at the provider in the same second',
    isStillTrue: has('adapters/ledger-http/traits.ts', /comparesAndSets: false/),
  },

  {
    page: threats,
    says: 'The real provider was never called',
    isStillTrue: untried,
  },
  {
    page: threats,
    says: 'Gaps of one app',
    isStillTrue: ({ exists }) => exists('core/use-cases/notifications/notification-gaps.test.ts'),
  },
  {
    page: threats,
    says: 'Reconnecting within two minutes of a disconnect',
    isStillTrue: has(
      'core/use-cases/disconnect/disconnect.ts',
      /Purges at once, and again when every call under way has ended/,
    ),
  },

  { page: asvs, says: 'V3.4.1', isStillTrue: lacks(source, /includeSubDomains/) },
  { page: asvs, says: 'V5.4.3', isStillTrue: lacks(source, /clamav|scanDocument|inspectDocument/i) },
  { page: asvs, says: 'V6.1.1', isStillTrue: lacks('core/{console,domain}/**/*.ts', /clientAddress|remoteAddress/) },
  { page: asvs, says: 'V6.2.4', isStillTrue: lacks(source, /PASSWORD_LIST_FILE/) },
  { page: asvs, says: 'V6.2.12', isStillTrue: lacks(source, /PASSWORD_LIST_FILE/) },
  { page: asvs, says: 'V6.5.5', isStillTrue: has('adapters/crypto/second-factors.ts', /window: 1/) },
  {
    page: asvs,
    says: 'V7.5.2',
    isStillTrue: has(
      'hosts/koa/console/sessions.ts',
      /DELETE \/accounting\/sessions\/:session_id', \{\s+permission: null,\s+handle/,
    ),
  },
  { page: asvs, says: 'V9.1.1', isStillTrue: lacks('adapters/ledger-http/**/*.ts', /jwks|verifySignature\(/i) },
  { page: asvs, says: 'V11.2.2', isStillTrue: lacks('hosts/composition/*.ts', /API_KEY_PEPPERS/) },
  { page: asvs, says: 'V12.3.1', isStillTrue: lacks('hosts/composition/*.ts', /verify-full/) },
  { page: asvs, says: 'V13.2.1', isStillTrue: has('hosts/composition/config.ts', /DATABASE_URL/) },
  { page: asvs, says: 'V13.2.4', isStillTrue: lacks('hosts/composition/*.ts', /WEBHOOK_ALLOW_HOSTS/) },
  { page: asvs, says: 'V13.2.5', isStillTrue: lacks('hosts/composition/*.ts', /WEBHOOK_ALLOW_HOSTS/) },
  { page: asvs, says: 'V13.3.1', isStillTrue: noAdapter(/kms|vault|hsm/i) },
  { page: asvs, says: 'V14.2.1', isStillTrue: ({ routes }) => routes.includes('get /connect/{token}') },
  { page: asvs, says: 'V15.2.1', isStillTrue: lacks('.github/workflows/*.yml', /npm audit/) },
];

const pages = ['README.md', 'SECURITY.md', 'client/README.md', ...globSync('{docs,adapters/*}/*.md').sort()].filter(
  // Decisions tell what was so on their day.
  (page) => page !== 'docs/decisions.md',
);

/** The part of the text below the heading, up to the next one. */
function section(text: string, heading: string): string {
  const [, ...after] = text.split(`\n## ${heading}\n`);
  return (after[0] ?? '').split('\n## ')[0] ?? '';
}

/** Statements of a page that something is missing, each a text that a row has to name a part of. */
function statementsOf(page: string, text: string): readonly string[] {
  const found = text.split('\n').filter((line) => /\bnot (?:built|published|yet tried|supported yet)\b/i.test(line));
  if (page === 'README.md') {
    const [, listed = ''] = /^Not supported: ([^.]*)\./m.exec(text) ?? [];
    const items = section(text, 'Not there yet').split(/^- /m).slice(1);
    found.push(...listed.split(', '), ...items);
  }
  if (page === threats)
    found.push(
      ...section(text, 'Not held')
        .split(/^\d+\. /m)
        .slice(1),
    );
  if (page === asvs) found.push(...(section(text, 'Not met, and why').match(/^\| V.*$/gm) ?? []));
  return found.filter((one) => one.trim() !== '');
}

const plain = (text: string): string => text.replaceAll('\n', ' ').replace(/ {2,}/g, ' ').replaceAll("'", '’');
const names = (row: Row, page: string, statement: string): boolean =>
  row.page === page && plain(statement).includes(plain(row.says));

describe('what the documents say is not there', () => {
  const statements = pages.flatMap((page) =>
    statementsOf(page, readFileSync(page, 'utf8')).map((statement) => ({ page, statement })),
  );

  it('has a row for each statement', () => {
    expect(statements.length).to.be.greaterThan(40);
    const untold = statements.filter(({ page, statement }) => !rows.some((row) => names(row, page, statement)));
    expect(untold).to.deep.equal([]);
  });

  it('has a statement for each row', () => {
    const gone = rows.filter((row) => !statements.some(({ page, statement }) => names(row, page, statement)));
    expect(gone.map(({ page, says }) => `${page}: ${says}`)).to.deep.equal([]);
  });

  it('is not there', () => {
    const code = here();
    const built = rows.filter(({ isStillTrue }) => !isStillTrue(code));
    expect(built.map(({ page, says }) => `${page}: ${says}`)).to.deep.equal([]);
  });

  it('would be found out once it is there', () => {
    const code = here();
    const built: Code = {
      texts: (pattern) => [
        ...(pattern === 'CHANGELOG.md' ? ['## [1.0.0] - 2026-01-01'] : code.texts(pattern)),
        "export const recordTypes = ['manual_journals']; // PASSWORD_LIST_FILE",
      ],
      exists: () => true,
      routes: code.routes,
      eventTypes: code.eventTypes,
    };
    const found = rows.filter(({ isStillTrue }) => !isStillTrue(built)).map(({ says }) => says);
    expect(found).to.include.members([
      'journals',
      'no check against leaked passwords',
      'The package is not published yet',
      'Not yet tried with the real provider',
      'V6.2.12',
    ]);
    expect(statementsOf('docs/x.md', 'a\nThis is **not built** yet\nb')).to.have.length(1);
  });

  it('is told of events as they are: every change is promised, and every family has events', () => {
    const { eventTypes } = here();
    const subjects = new Set(eventTypes.map((type) => type.split('.')[0]));
    expect(resourceTypes.map(singularOf).filter((name) => !subjects.has(name))).to.deep.equal([]);
    expect(readFileSync('README.md', 'utf8')).to.contain('tells you of every change by a signed webhook');
  });
});
