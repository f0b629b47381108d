// A gateway and an authorization over a tape of one clause, for the contracts.
import { readFileSync } from 'node:fs';
import type { AuthorizationUnderTest, Clause, Contract, LedgerUnderTest } from '#contract-tests';
import { createRecordedLedger, type RecordedLedger, type Tape } from '../../ledger-recorded/index.ts';
import { createSystemClock } from '../../system/index.ts';
import { createLedgerAuthorization, createLedgerGateway, sandboxProfile } from '../index.ts';

const folder = new URL('../../../fixtures/ledger/tapes/', import.meta.url);
const longestSlug = 80;

/** One that reads every family, short ones that write, and one of the authorization. */
export const tapedClauses: readonly string[] = [
  'a tenant has one organization, read by the tenant’s id',
  'a new contact holds what was sent',
  'an account is created and changed through its own transport',
  'a new invoice is a receivable draft unless it says otherwise, with the provider’s number and totals',
  'a new quote and a new purchase order hold what was sent',
  'lists every family, and reads each record again by its id',
  'a code becomes a grant with both tokens, its life, its scopes and the name of its consent',
];

/** Where the tape of a clause is kept. */
export function tapeFile(port: string, clause: string): URL {
  return new URL(`${slug(port.replace(/[A-Z]/g, ' $&'))}/${slug(clause)}.json`, folder);
}

function slug(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^a-z0-9]+/g, '-');
  return words.replace(/^-/, '').slice(0, longestSlug).replace(/-$/, '');
}

export function readTape(port: string, clause: string): Tape {
  try {
    return JSON.parse(readFileSync(tapeFile(port, clause), 'utf8')) as Tape;
  } catch (cause) {
    throw new Error(`no tape of ${port} "${clause}": npm run tapes`, { cause });
  }
}

export function gatewayOn(ledger: RecordedLedger, tape: Tape): LedgerUnderTest {
  const facts = tape.subject as unknown as Omit<LedgerUnderTest, 'gateway'>;
  const gateway = createLedgerGateway({ profile: sandboxProfile(ledger.url), clock: createSystemClock() });
  return { ...facts, gateway };
}

export function authorizationOn(ledger: RecordedLedger, tape: Tape): AuthorizationUnderTest {
  const facts = tape.subject as unknown as Omit<AuthorizationUnderTest, 'authorization' | 'consent'>;
  const profile = sandboxProfile(ledger.url);
  return {
    ...facts,
    authorization: createLedgerAuthorization({ profile, clock: createSystemClock() }),
    consent: async (consentUrl, tenantIds) => ledger.consent(consentUrl, tenantIds),
  };
}

/** Runs the clause on its tape. What the tape did not hold explains a failure better than the clause does. */
export async function checkOnTape<S>(
  tape: Tape,
  clause: Clause<S>,
  subjectOn: (ledger: RecordedLedger, tape: Tape) => S,
): Promise<void> {
  const ledger = createRecordedLedger(tape);
  ledger.install();
  try {
    await clause.check(subjectOn(ledger, tape));
  } catch (error) {
    throw ledger.complaint() ?? error;
  } finally {
    ledger.uninstall();
  }
  ledger.done();
}

/** One test a clause that was taped, each on its own tape. */
export function verifyOnTapes<S>(
  { port, clauses }: Contract<S>,
  subjectOn: (ledger: RecordedLedger, tape: Tape) => S,
): void {
  describe(port, () => {
    for (const clause of clauses.filter(({ name }) => tapedClauses.includes(name))) {
      it(clause.name, () => checkOnTape(readTape(port, clause.name), clause, subjectOn));
    }
  });
}
