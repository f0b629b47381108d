import { ledgerAllocationClauses } from './clauses/ledger-allocation-clauses.ts';
import { ledgerAttachmentClauses } from './clauses/ledger-attachment-clauses.ts';
import { ledgerCallClauses } from './clauses/ledger-call-clauses.ts';
import { ledgerDeliverClauses } from './clauses/ledger-deliver-clauses.ts';
import { ledgerFamilyClauses } from './clauses/ledger-family-clauses.ts';
import { ledgerFindClauses } from './clauses/ledger-find-clauses.ts';
import { ledgerHistoryClauses } from './clauses/ledger-history-clauses.ts';
import { ledgerLikenessClauses } from './clauses/ledger-likeness-clauses.ts';
import { ledgerMarkClauses } from './clauses/ledger-mark-clauses.ts';
import { ledgerOnceClauses } from './clauses/ledger-once-clauses.ts';
import { ledgerReadClauses } from './clauses/ledger-read-clauses.ts';
import { ledgerRemoveClauses } from './clauses/ledger-remove-clauses.ts';
import { ledgerReportClauses } from './clauses/ledger-report-clauses.ts';
import { ledgerRequestClauses } from './clauses/ledger-request-clauses.ts';
import { ledgerTogetherClauses } from './clauses/ledger-together-clauses.ts';
import { ledgerTraitClauses } from './clauses/ledger-trait-clauses.ts';
import { ledgerWriteClauses } from './clauses/ledger-write-clauses.ts';
import type { Contract } from './contract.ts';
import type { LedgerUnderTest } from './ledger-bench.ts';

/** Runs on any books with a chart of accounts: what it needs it makes, under names of its own. */
export const ledgerGatewayContract: Contract<LedgerUnderTest> = {
  port: 'LedgerGateway',
  clauses: [
    ...ledgerTraitClauses,
    ...ledgerCallClauses,
    ...ledgerReadClauses,
    ...ledgerWriteClauses,
    ...ledgerTogetherClauses,
    ...ledgerFamilyClauses,
    ...ledgerFindClauses,
    ...ledgerDeliverClauses,
    ...ledgerAttachmentClauses,
    ...ledgerHistoryClauses,
    ...ledgerReportClauses,
    ...ledgerRequestClauses,
    ...ledgerAllocationClauses,
    ...ledgerRemoveClauses,
    ...ledgerOnceClauses,
    ...ledgerLikenessClauses,
    ...ledgerMarkClauses,
  ],
};
