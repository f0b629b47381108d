// Every saboteur of the ports beside storage must be caught by a clause of its port's contract.
import { expect } from 'chai';
import type { LedgerGateway } from '#core/ports';
import { createDigester, createEventSigner, createSecretVault } from '../adapters/crypto/index.ts';
import { createEventSender } from '../adapters/event-sender-http/index.ts';
import { inMemory } from '../adapters/knex-sqlite/testing/migrated.ts';
import {
  createLedgerAuthorization,
  createLedgerGateway,
  createNotificationVerifier,
  sandboxProfile,
} from '../adapters/ledger-http/index.ts';
import { gatewayContract, ownWordsClauses } from '../adapters/ledger-http/testing/own-words-clauses.ts';
import { openAuthorization, openGateway } from '../adapters/ledger-http/testing/sandbox-bench.ts';
import { createIdGenerator, createSystemClock } from '../adapters/system/index.ts';
import { ledgerFamilyClauses } from './clauses/ledger-family-clauses.ts';
import { ledgerLikenessClauses } from './clauses/ledger-likeness-clauses.ts';
import { ledgerOnceClauses } from './clauses/ledger-once-clauses.ts';
import { ledgerWriteClauses } from './clauses/ledger-write-clauses.ts';
import { type Clause, type Contract, firstBroken, type Harness } from './contract.ts';
import { digesterContract } from './digester.contract.ts';
import { eventSenderContract } from './event-sender.contract.ts';
import { eventSignerContract } from './event-signer.contract.ts';
import { ledgerAuthorizationContract } from './ledger-authorization.contract.ts';
import type { LedgerUnderTest } from './ledger-bench.ts';
import { notificationVerifierContract } from './notification-verifier.contract.ts';
import { requestBudgetContract } from './request-budget.contract.ts';
import { secretVaultContract } from './secret-vault.contract.ts';
import { clockContract, idGeneratorContract } from './system.contract.ts';
import { budgetSaboteurs } from './testing/budget-saboteurs.ts';
import { catchesOf } from './testing/catching-clauses.ts';
import { familySaboteurs } from './testing/family-saboteurs.ts';
import { gatewaySaboteurs } from './testing/gateway-saboteurs.ts';
import { likenessSaboteurs } from './testing/likeness-saboteurs.ts';
import { onceSaboteurs } from './testing/once-saboteurs.ts';
import type { GatewaySpoiler, Spoiler } from './testing/spoiler.ts';

/** One test a saboteur. */
function expectCaught<S>(contract: Contract<S>, saboteurs: readonly Spoiler<S>[], open: Harness<S>['open']): void {
  for (const { name, spoil } of saboteurs) {
    it(`${contract.port}: ${name}`, async () => {
      const broken = await firstBroken(contract, {
        async open() {
          const { subject, close } = await open();
          return { subject: spoil(subject), close };
        },
      });
      expect(broken?.clause, 'no clause caught it').to.be.a('string');
    });
  }
}

const made =
  <S>(make: () => S): Harness<S>['open'] =>
  async () => ({ subject: make(), close: async () => undefined });
const key = (id: string, byte: number) => ({ id, key: Buffer.alloc(32, byte) });

function vaults() {
  return {
    vault: createSecretVault({ keys: [key('old', 1)] }),
    rotated: createSecretVault({ keys: [key('new', 2), key('old', 1)] }),
    stranger: createSecretVault({ keys: [key('old', 3)] }),
  };
}

function senders() {
  return {
    development: createEventSender({ allowCidrs: ['127.0.0.0/8'], allowHttp: true }),
    guarded: createEventSender({ allowCidrs: [], allowHttp: true }),
  };
}

async function openBudget() {
  const database = await inMemory();
  let nowMs = Date.parse('2026-09-14T12:00:00Z');
  const clock = { now: () => new Date(nowMs), wait: async () => undefined };
  const advance = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  const budget = database.requestBudget({ clock });
  const close = async () => {
    await budget.close();
    await database.close();
  };
  return { subject: { budget, advance }, close };
}

/** One saboteur a method, which does nothing: no method of a port goes untested. */
function idle<P extends object>(port: P): readonly Spoiler<P>[] {
  const methods = Object.entries(port).filter(([, value]) => typeof value === 'function');
  return methods.map(([name]) => ({
    name: `does nothing when asked to ${name}`,
    spoil: (good) => ({ ...good, [name]: () => undefined }),
  }));
}

/** Spoils the parts of a subject that are ports. */
function each<P extends object, S extends object>(port: P, parts: readonly (keyof S)[]): readonly Spoiler<S>[] {
  return idle(port).map(({ name, spoil }) => ({
    name,
    spoil: (good) => ({ ...good, ...Object.fromEntries(parts.map((part) => [part, spoil(good[part] as never)])) }),
  }));
}

const clock = createSystemClock();
const profile = sandboxProfile('http://ledger.test');
const guardsNothing: Spoiler<ReturnType<typeof senders>> = {
  name: 'guards nothing',
  spoil: ({ development }) => ({ development, guarded: development }),
};

describe('saboteurs of the ports beside storage', () => {
  expectCaught(clockContract, idle(clock), made(createSystemClock));
  expectCaught(idGeneratorContract, idle(createIdGenerator()), made(createIdGenerator));
  const digester = () => createDigester({ pepper: 'pepper' });
  expectCaught(digesterContract, idle(digester()), made(digester));
  expectCaught(secretVaultContract, each(vaults().vault, ['vault', 'rotated', 'stranger']), made(vaults));
  expectCaught(eventSignerContract, idle(createEventSigner()), made(createEventSigner));
  const verifier = () => createNotificationVerifier({ signatureHeader: 'X-Signature' });
  expectCaught(notificationVerifierContract, idle(verifier()), made(verifier));
  const idleSenders = each<object, ReturnType<typeof senders>>(senders().development, ['development', 'guarded']);
  expectCaught(eventSenderContract, [...idleSenders, guardsNothing], made(senders));
  expectCaught(requestBudgetContract, budgetSaboteurs, openBudget);
  const authorization = createLedgerAuthorization({ profile, clock });
  expectCaught(ledgerAuthorizationContract, each(authorization, ['authorization']), () => openAuthorization());
});

describe('saboteurs of the ledger gateway', () => {
  const catches = catchesOf('ledger gateway');
  after(() => catches.keep());

  /** How often each clause calls the gateway: a saboteur meets those that call it least first. */
  const calls = new Map<Clause<LedgerUnderTest>, number>();

  it('an honest gateway breaks no clause, on books that all of them use', async () => {
    const { subject, close } = await openGateway();
    for (const clause of gatewayContract.clauses) {
      if (clause.needs && !clause.needs(subject)) continue;
      let count = 0;
      const counted = <A extends unknown[], R>(method: (...args: A) => R) => {
        return (...args: A): R => {
          count += 1;
          return method(...args);
        };
      };
      const counting = Object.entries(subject.gateway).map(([name, part]) => [
        name,
        typeof part === 'function' ? counted(part) : part,
      ]);
      await clause.check({ ...subject, gateway: Object.fromEntries(counting) as LedgerGateway });
      calls.set(clause, count);
    }
    await close();
  });

  const caught = (saboteurs: readonly GatewaySpoiler[], clauses: readonly Clause<LedgerUnderTest>[]) => {
    for (const { name, spoil } of saboteurs) {
      it(name, async () => {
        const openSpoiled = async () => {
          const { subject, close } = await openGateway();
          return { subject: { ...subject, gateway: spoil(subject.gateway) }, close };
        };
        const { subject: spoiled, close } = await openSpoiled();
        const cheapestFirst = clauses.toSorted((a, b) => (calls.get(a) ?? 0) - (calls.get(b) ?? 0));
        // A clause is kept only if it catches by itself; otherwise opening a gateway for each would only take time.
        const harness = { open: catches.isUpdate ? openSpoiled : made(() => spoiled) };
        const others = async () => cheapestFirst;
        const broken = await catches.firstBroken({ ...gatewayContract, clauses }, name, { harness, others });
        await close();
        expect(broken, 'no clause caught it').to.be.a('string');
      });
    }
  };
  const gateway = createLedgerGateway({ profile, clock });
  caught([...idle(gateway), ...gatewaySaboteurs], gatewayContract.clauses);
  // Nothing else can catch these; running the other clauses first would only take time.
  caught(familySaboteurs, [...ledgerWriteClauses, ...ledgerFamilyClauses, ...ownWordsClauses]);
  caught(likenessSaboteurs, ledgerLikenessClauses);
  caught(onceSaboteurs, [...ledgerOnceClauses, ...ownWordsClauses]);
});
