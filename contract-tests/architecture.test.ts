import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { circlesIn, mutualPairsIn } from './import-circles.ts';
import { importRules, importsOf, violation } from './import-rules.ts';

const rooms = ['core', 'adapters', 'hosts', 'contract-tests', 'client'];
const longestFile = 400;
/** A front door is a list of names. */
const frontDoors = new Set(['core/index.ts', 'core/schemas/index.ts', 'contract-tests/index.ts']);

async function sources(): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob(rooms.map((room) => `${room}/**/*.{ts,tsx}`))) {
    if (!/node_modules|\/(dist|generated)\//.test(file)) found.push(file);
  }
  return found.sort();
}

const isTest = (file: string): boolean => /\.test\.tsx?$|(^|\/)testing\//.test(file);

/** A method of that name that is called, passed on or taken apart from its object; the senders of webhooks and of mail have one, too. */
const usesOf = (name: string) =>
  new RegExp(
    `(?<!\\bsender|\\bmail|'webhook|'alert)\\s*\\.${name}\\b|\\{[^{}()]*\\b${name}\\b[^{}()]*\\} = [\\w.\\s]*gateway\\b`,
    'g',
  );

/** How many claims of Idempotency-Keys have no gate beside them. */
function ungatedIn(text: string): number {
  const calls = (names: string) =>
    [...text.matchAll(new RegExp(`(?<!function )\\b(?:${names})(?:<\\w+>)?\\(`, 'g'))].length;
  return Math.max(calls('claimKey|changeOnce') - calls('gateOf|otherGate|workGate'), 0);
}

interface Ungated {
  /** Why an agent's claim needs no gate. */
  readonly because: string;
  readonly claims: number;
  /** It writes at the provider, for keys that no agent can have. */
  readonly isClosed?: true;
}

const ownData = { because: 'it changes the service’s own data', claims: 1 } as const;
const ofRequests = 'no key of an agent has the scope provider';

const withoutGate: Readonly<Record<string, Ungated>> = {
  'core/console/acting.ts': { because: 'members of an organization act, not keys', claims: 1 },
  'core/use-cases/agents/record-gate.ts': { because: 'it is the gate', claims: 1 },
  'core/use-cases/connect-sessions/create-connect-session.ts': ownData,
  'core/use-cases/connect-sessions/portal.ts': ownData,
  'core/use-cases/operations/move-operation.ts': { because: 'what the operation writes was let pass', claims: 1 },
  'core/use-cases/provider-requests/make-request.ts': { because: ofRequests, claims: 2, isClosed: true },
  'core/use-cases/provider-requests/settle-request.ts': { because: ofRequests, claims: 1 },
  'core/use-cases/replays/replay-many.ts': ownData,
  'core/use-cases/sync/request-sync.ts': { because: 'a sync reads', claims: 1 },
  'core/use-cases/webhooks/create-endpoint.ts': ownData,
  'core/use-cases/webhooks/recover-endpoint.ts': ownData,
  'core/use-cases/webhooks/replay-delivery.ts': ownData,
  'core/use-cases/webhooks/rotate-secret.ts': ownData,
  'core/use-cases/webhooks/try-endpoint.ts': ownData,
  'core/use-cases/writes/change-once.ts': { because: 'it claims for those that call it', claims: 1 },
};

describe('architecture', () => {
  it('every import is one that the table allows', async () => {
    const files = (await sources()).filter((file) => !isTest(file));
    expect(files.length).to.be.greaterThan(150);
    const violations = files.flatMap((file) =>
      importsOf(readFileSync(file, 'utf8')).flatMap((found) => violation(file, found) ?? []),
    );
    expect(violations).to.deep.equal([]);
  });

  it('the table bites', () => {
    const found = (file: string, source: string) => importsOf(source).map((i) => violation(file, i));
    const bites: readonly (readonly [string, string])[] = [
      ['core/domain/x.ts', "import { readFile } from 'node:fs/promises';"],
      ['core/domain/x.ts', "import { object } from 'valibot';"],
      ['core/domain/x.ts', "import type { Storage } from '../ports/storage.ts';"],
      ['core/ports/x.ts', "import { ServiceError } from '../domain/errors.ts';"],
      ['core/use-cases/x.ts', "import { createCore } from '../create-core.ts';"],
      ['core/use-cases/a/x.ts', "const koa = await import('koa');"],
      ['core/engine/x.ts', "export { container } from 'tsyringe';"],
      ['adapters/crypto/x.ts', "import { openSqlite } from '../knex-sqlite/index.ts';"],
      ['adapters/crypto/x.ts', "import { parse } from '../../core/schemas/parse.ts';"],
      ['adapters/knex/x.ts', "import pg from 'pg';"],
      ['hosts/koa/x.ts', "import { createDigester } from '../../adapters/crypto/index.ts';"],
      ['hosts/worker/x.ts', "import { container } from 'tsyringe';"],
      ['hosts/worker/x.ts', "import { createApp } from '../koa/app.ts';"],
      ['hosts/console/web/x.ts', "import { OperationAnswer } from '#core/schemas';"],
      ['hosts/console/web/x.ts', "import { isId } from '../../../core/domain/ids.ts';"],
      ['client/x.ts', "import type { Core } from '#core';"],
      ['client/x.ts', "import { ServiceError } from '../core/domain/errors.ts';"],
      ['elsewhere/x.ts', "import 'node:fs';"],
    ];
    for (const [file, source] of bites) expect(found(file, source), `${file}: ${source}`).to.satisfy(refused);
    expect(found('adapters/crypto/x.ts', "import type { Digester } from '#core/ports';")).to.deep.equal([undefined]);
    expect(found('core/use-cases/a/x.ts', "import { a } from '../../domain/a.ts';")).to.deep.equal([undefined]);
  });

  it('the core names no provider and none of its words', async () => {
    const words =
      /[Xx]ero|[Tt]ryton|[Qq]uick[Bb]ooks|ACCREC|ACCPAY|(Contact|Invoice|Account)ID\b|LineItems|UpdatedDateUTC|intent.to.receive|CREDITNOTE|Provider: |provider: 'ledger'/;
    const named = (source: string) => words.exec(source.replace(/\b[Pp]rovider: Provider\b/g, ''))?.[0] ?? null;
    const found = (await sources()).flatMap((file) => {
      const word = file.startsWith('core/') && !isTest(file) ? named(readFileSync(file, 'utf8')) : null;
      return word === null ? [] : [`${file}: ${word}`];
    });
    expect(found).to.deep.equal([]);
    expect(
      ['/** Provider: half a cent. */', "{ Type: 'ACCREC' }", 'ContactID', '(provider: Provider)'].map(named),
    ).to.eql(['Provider: ', 'ACCREC', 'ContactID', null]);
  });

  it('the core’s tests run on the core and on doubles of its ports, and reach no adapter or host', async () => {
    const elsewhere = /^(adapters|hosts|client|tests|bench)\//;
    const reaching = (file: string, source: string) =>
      importsOf(source)
        .map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier))
        .filter((target) => elsewhere.test(target))
        .map((target) => `${file} imports ${target}`);
    const tests = (await sources()).filter((file) => file.startsWith('core/') && isTest(file));
    expect(tests.length).to.be.greaterThan(100);
    expect(tests.flatMap((file) => reaching(file, readFileSync(file, 'utf8')))).to.deep.equal([]);
    const wrong = "import { openSqlite } from '../../adapters/knex-sqlite/index.ts';";
    expect(reaching('core/engine/x.test.ts', wrong)).to.have.length(1);
  });

  it('no two files need each other, not even for a type', async () => {
    const files = (await sources()).filter((file) => !isTest(file) && !file.startsWith('contract-tests/'));
    const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
    expect(circlesIn(texts)).to.deep.equal([]);
    const circle = new Map([
      ['a/x.ts', "import type { Y } from './y.ts';"],
      ['a/y.ts', "import { z } from '../b/z.ts';"],
      ['b/z.ts', "export { x } from '../a/x.ts';"],
      ['b/alone.ts', "import { z } from './z.ts';"],
    ]);
    expect(circlesIn(circle)).to.deep.equal([['a/x.ts', 'a/y.ts', 'b/z.ts']]);
  });

  it('no two folders of the core need each other', async () => {
    const files = (await sources()).filter((file) => file.startsWith('core/') && !isTest(file));
    const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
    expect(mutualPairsIn(texts)).to.deep.equal([]);
    expect(files.filter((file) => /^core\/use-cases\/[^/]+\.ts$/.test(file))).to.deep.equal([]);
    const pair = new Map([
      ['a/x.ts', "import type { Y } from '../b/y.ts';"],
      ['b/y.ts', "import { z } from './z.ts';"],
      ['b/z.ts', "export { w } from '../a/w.ts';"],
      ['a/w.ts', "import { v } from '../c/v.ts';"],
      ['c/v.ts', 'export const v = 1;'],
    ]);
    expect(mutualPairsIn(pair)).to.deep.equal(['a <> b']);
  });

  it('the core writes at the provider in one place, and stores an attempt in one', async () => {
    const port = readFileSync('core/ports/ledger-gateway.ts', 'utf8');
    const methods = [...port.matchAll(/^ {2}(\w+)\??\((?:[^()]|\([^()]*\))*?providerKey: string/gm)].map(
      ([, name]) => name ?? '',
    );
    expect(methods).to.include.members([
      'send',
      'sendMany',
      'emailInvoice',
      'attach',
      'addNote',
      'allocate',
      'passWrite',
    ]);
    const files = (await sources()).filter((file) => /^core\/(use-cases|engine|console)\//.test(file) && !isTest(file));
    const uses = (texts: ReadonlyMap<string, string>, name: string) =>
      [...texts].flatMap(([file, text]) => [...text.matchAll(usesOf(name))].map(() => `${file} ${name}`));
    const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
    const one = (file: string, name: string) => expect(uses(texts, name), name).to.deep.equal([`${file} ${name}`]);
    for (const method of methods) one('core/use-cases/writes/send.ts', method);
    one('core/use-cases/writes/send.ts', 'storeAttempt');
    for (const method of ['recordAttempt', 'saveWrite']) one('core/use-cases/writes/holder.ts', method);
    const bites = new Map([
      ['a.ts', 'await gateway.send(access, bytes, key);'],
      ['b.ts', 'const { read, send } = ledger.provider.gateway;'],
      ['c.ts', 'provider\n  .gateway\n  .send(access);'],
      ['d.ts', 'await sender.send(url); (access) => work.send; // send'],
    ]);
    expect(uses(bites, 'send')).to.deep.equal(['a.ts send', 'b.ts send', 'c.ts send', 'd.ts send']);
  });

  it('every claim of a request’s write passes a gate of agents, or is listed with the reason why it needs none', async () => {
    const files = (await sources()).filter((file) => file.startsWith('core/') && !isTest(file));
    const ungated = new Map(files.map((file) => [file, ungatedIn(readFileSync(file, 'utf8'))]));
    const found = [...ungated].flatMap(([file, number]) => (number > 0 ? [[file, number] as const] : []));
    expect(Object.fromEntries(found)).to.deep.equal(
      Object.fromEntries(Object.entries(withoutGate).map(([file, { claims }]) => [file, claims])),
    );
    const sends = (file: string) => /\/send\.ts'/.test(readFileSync(file, 'utf8'));
    for (const [file, { isClosed = false }] of Object.entries(withoutGate))
      expect(sends(file), file).to.equal(isClosed);
    const bites = [
      'const claim = await claimKey(ports, caller, write, { act });',
      'const gate = await otherGate(ports, caller, entry); await claimKey(ports); await claimKey(ports);',
      'const gate = await workGate(ports, caller, entry); return changeOnce<Operation>(ports, caller, write, {',
    ];
    expect(bites.map(ungatedIn)).to.deep.equal([1, 1, 0]);
  });

  it('the core stores copies of records in one place, which tells of them', async () => {
    const files = (await sources()).filter((file) => file.startsWith('core/') && !isTest(file));
    const stores = (text: string) =>
      /\brecords\??\s*\.\s*(put|noteTold)\b|\{[^{}()]*\bput\b[^{}()]*\} = [\w.\s]*records\b/.test(text);
    const storing = files.filter((file) => stores(readFileSync(file, 'utf8')));
    expect(storing).to.deep.equal([
      'core/use-cases/events/announce-records.ts',
      'core/use-cases/writes/cache-records.ts',
    ]);
    const bites = [
      'await stores.records.put([]);',
      'storage\n  .records\n  .put(all)',
      'const { put } = storage.records;',
    ];
    expect(bites.map(stores)).to.deep.equal([true, true, true]);
    expect(stores('await stores.projections.put([]); const { list } = storage.records;')).to.equal(false);
  });

  it('the core reads from a replica in one place, for exports, usage, search and lists of the console', async () => {
    const door = 'core/use-cases/late-reads/read-late.ts';
    const files = (await sources()).filter((file) => file.startsWith('core/') && !isTest(file));
    const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
    const asking = (text: string) =>
      /replica\b[^;\n]*\.attempt\b|\{[^{}]*\battempt\b[^{}]*\} = [\w.]*replica/.test(text);
    expect(texts.flatMap(([file, text]) => (asking(text) ? [file] : []))).to.deep.equal([door]);
    expect(['const { attempt } = ports.replica;', 'await ports.replica?.attempt(id, read);'].map(asking)).to.deep.equal(
      [...[true, true]],
    );
    const readers = texts.flatMap(([file, text]) =>
      importsOf(text).some(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier) === door)
        ? [file]
        : [],
    );
    expect(readers).to.deep.equal([
      ...['core/console/audit.ts', 'core/console/search.ts', 'core/use-cases/connections/show-connections.ts'],
      ...['core/use-cases/events/read-events.ts', 'core/use-cases/operations/read-operations.ts'],
      ...['core/use-cases/provider-requests/read-provider-requests.ts', 'core/use-cases/requests/read-requests.ts'],
      ...['core/use-cases/resources/read-resources.ts', 'core/use-cases/usage/read-usage.ts'],
      'core/use-cases/webhooks/read-deliveries.ts',
    ]);
  });

  it('every room of the table exists', async () => {
    const files = await sources();
    for (const room of Object.keys(importRules)) {
      expect(
        files.some((file) => file.startsWith(`${room}/`)),
        `${room} is empty`,
      ).to.equal(true);
    }
  });

  it(`no file has more than ${longestFile} lines`, async () => {
    const long = (await sources())
      .filter((file) => !frontDoors.has(file))
      .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
      .filter(({ lines }) => lines > longestFile);
    expect(long).to.deep.equal([]);
  });
});

function refused(found: readonly (string | undefined)[]): boolean {
  return found.length === 1 && found[0] !== undefined;
}
