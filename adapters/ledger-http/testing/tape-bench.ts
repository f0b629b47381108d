// A gateway over the tape of one clause, for its contract.

import { readFileSync } from 'node:fs';
import type { Clause, LedgerUnderTest } from '#contract-tests';
import { createRecordedLedger, type RecordedLedger, type Tape } from '../../ledger-recorded/index.ts';
import { createSystemClock } from '../../system/index.ts';
import { createLedgerGateway, sandboxProfile } from '../index.ts';
import { traits } from '../traits.ts';
import { gatewayContract } from './own-words-clauses.ts';

const folder = new URL('../../../fixtures/ledger/tapes/ledger-gateway/', import.meta.url);
const longestSlug = 80;

/** One clause that reads every family, and short ones that write. */
export const tapedClauses: readonly string[] = [
  'a tenant has one organization',
  'a new contact holds what was sent',
  'an account is created and changed through its own transport',
  'a new invoice is a receivable draft unless it says otherwise, with the provider’s number and totals',
  'a new quote and a new purchase order hold what was sent',
  'lists every family, and reads each record again by its id',
];

/** The file of a clause's tape. */
export function tapeFile(clause: string): URL {
  return new URL(`${slug(clause)}.json`, folder);
}

function slug(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^a-z0-9]+/g, '-');
  return words.replace(/^-/, '').slice(0, longestSlug).replace(/-$/, '');
}

function readTape(clause: string): Tape {
  try {
    return JSON.parse(readFileSync(tapeFile(clause), 'utf8')) as Tape;
  } catch (cause) {
    throw new Error(`no tape of "${clause}": npm run tapes`, { cause });
  }
}

function gatewayOn(ledger: RecordedLedger, tape: Tape): LedgerUnderTest {
  const facts = tape.subject as unknown as Omit<LedgerUnderTest, 'gateway' | 'traits'>;
  const gateway = createLedgerGateway({
    profile: sandboxProfile(ledger.url),
    clock: createSystemClock(),
    pageSize: 25,
  });
  return { ...facts, gateway, traits };
}

/** Runs the clause on its tape. A request that the tape lacks explains a failure better than the clause does. */
async function checkOnTape(tape: Tape, clause: Clause<LedgerUnderTest>): Promise<void> {
  const ledger = createRecordedLedger(tape);
  ledger.install();
  try {
    await clause.check(gatewayOn(ledger, tape));
  } catch (error) {
    throw ledger.complaint() ?? error;
  } finally {
    ledger.uninstall();
  }
  ledger.done();
}

/** Makes a test per taped clause. */
export function verifyOnTapes(): void {
  for (const clause of gatewayContract.clauses.filter(({ name }) => tapedClauses.includes(name))) {
    it(clause.name, () => checkOnTape(readTape(clause.name), clause));
  }
}
