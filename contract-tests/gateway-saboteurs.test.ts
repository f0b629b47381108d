// Every saboteur of the ports beside storage must be caught by a clause of its port's contract.
import { expect } from 'chai';
import { createDigester, createEventSigner, createSecretVault } from '../adapters/crypto/index.ts';
import { createEventSender } from '../adapters/event-sender-http/index.ts';
import { openSqlite } from '../adapters/knex-sqlite/index.ts';
import { createNotificationVerifier } from '../adapters/ledger-http/index.ts';
import { openAuthorization, openGateway } from '../adapters/ledger-http/testing/sandbox-bench.ts';
import { createIdGenerator, createSystemClock } from '../adapters/system/index.ts';
import { ledgerDeliverClauses } from './clauses/ledger-deliver-clauses.ts';
import { ledgerFamilyClauses } from './clauses/ledger-family-clauses.ts';
import { ledgerFindClauses } from './clauses/ledger-find-clauses.ts';
import { ledgerLikenessClauses } from './clauses/ledger-likeness-clauses.ts';
import { ledgerOnceClauses } from './clauses/ledger-once-clauses.ts';
import { ledgerWriteClauses } from './clauses/ledger-write-clauses.ts';
import { type Contract, firstBroken, type Harness } from './contract.ts';
import { digesterContract } from './digester.contract.ts';
import { eventSenderContract } from './event-sender.contract.ts';
import { eventSignerContract } from './event-signer.contract.ts';
import { ledgerAuthorizationContract } from './ledger-authorization.contract.ts';
import { ledgerGatewayContract } from './ledger-gateway.contract.ts';
import { notificationVerifierContract } from './notification-verifier.contract.ts';
import { requestBudgetContract, usualLimits } from './request-budget.contract.ts';
import { secretVaultContract } from './secret-vault.contract.ts';
import { clockContract, idGeneratorContract } from './system.contract.ts';
import { deliverSaboteurs } from './testing/deliver-saboteurs.ts';
import { familySaboteurs } from './testing/family-saboteurs.ts';
import { findSaboteurs } from './testing/find-saboteurs.ts';
import { gatewaySaboteurs } from './testing/gateway-saboteurs.ts';
import { likenessSaboteurs } from './testing/likeness-saboteurs.ts';
import { onceSaboteurs } from './testing/once-saboteurs.ts';
import {
  authorizationSaboteurs,
  budgetSaboteurs,
  senderSaboteurs,
  verifierSaboteurs,
} from './testing/provider-port-saboteurs.ts';
import {
  clockSaboteurs,
  digesterSaboteurs,
  idSaboteurs,
  signerSaboteurs,
  vaultSaboteurs,
} from './testing/small-port-saboteurs.ts';
import type { Spoiler } from './testing/spoiler.ts';

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
  const database = await openSqlite({ filename: ':memory:' });
  await database.migrate();
  let nowMs = Date.parse('2026-09-14T12:00:00Z');
  const clock = { now: () => new Date(nowMs), wait: async () => undefined };
  const advance = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  const budget = database.requestBudget({ clock, limits: usualLimits });
  const close = async () => {
    await budget.close();
    await database.close();
  };
  return { subject: { budget, advance }, close };
}

describe('saboteurs of the ports beside storage', () => {
  expectCaught(clockContract, clockSaboteurs, made(createSystemClock));
  expectCaught(idGeneratorContract, idSaboteurs, made(createIdGenerator));
  const digester = () => createDigester({ pepper: 'pepper' });
  expectCaught(digesterContract, digesterSaboteurs, made(digester));
  expectCaught(secretVaultContract, vaultSaboteurs, made(vaults));
  expectCaught(eventSignerContract, signerSaboteurs, made(createEventSigner));
  expectCaught(notificationVerifierContract, verifierSaboteurs, made(createNotificationVerifier));
  expectCaught(eventSenderContract, senderSaboteurs, made(senders));
  expectCaught(requestBudgetContract, budgetSaboteurs, openBudget);
  expectCaught(ledgerAuthorizationContract, authorizationSaboteurs, () => openAuthorization());
  expectCaught(ledgerGatewayContract, gatewaySaboteurs.map(overGateway), () => openGateway());
  // Nothing else can catch these; running the other clauses first would only take time.
  const { port } = ledgerGatewayContract;
  const familyClauses = { port, clauses: [...ledgerWriteClauses, ...ledgerFamilyClauses] };
  expectCaught(familyClauses, familySaboteurs.map(overGateway), () => openGateway());
  expectCaught({ port, clauses: ledgerFindClauses }, findSaboteurs.map(overGateway), () => openGateway());
  expectCaught({ port, clauses: ledgerDeliverClauses }, deliverSaboteurs.map(overGateway), () => openGateway());
  expectCaught({ port, clauses: ledgerLikenessClauses }, likenessSaboteurs.map(overGateway), () => openGateway());
  expectCaught({ port, clauses: ledgerOnceClauses }, onceSaboteurs.map(overGateway), () => openGateway());
});

function overGateway({ name, spoil }: (typeof gatewaySaboteurs)[number]) {
  type Subject = Awaited<ReturnType<typeof openGateway>>['subject'];
  return { name, spoil: (good: Subject): Subject => ({ ...good, gateway: spoil(good.gateway) }) };
}
