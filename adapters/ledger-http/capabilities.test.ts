import { expect } from 'chai';
import { checkProviders } from '../../core/use-cases/providers/check-providers.ts';
import { isLong } from '../../tools/run-length.ts';
import { scopeOfCall, scopesFor } from './capabilities.ts';
import { createLedgerProvider, type LedgerCapability, ledgerCapabilities, xeroProfile } from './index.ts';
import { fixedClock } from './testing/scripted-provider.ts';

const everySubset = Array.from({ length: 2 ** ledgerCapabilities.length }, (_, bits) =>
  ledgerCapabilities.filter((_, place) => bits & (1 << place)),
);
/** A short run has those of which at most two words are on, or at most two off: each word meets each other in every way. */
const subsets = everySubset.filter(({ length }) => isLong || length <= 2 || length >= ledgerCapabilities.length - 2);

const providerWith = (capabilities: readonly LedgerCapability[]) =>
  createLedgerProvider({ profile: { ...xeroProfile, capabilities }, clock: fixedClock, hostedApp: undefined });

describe('what is switched on of the provider', () => {
  it('is what consents ask for, and no scope more', () => {
    const usual = ['openid', 'profile', 'email', 'offline_access'];
    const reports = ['profitandloss', 'balancesheet', 'trialbalance', 'aged', 'banksummary'];
    const books = ['invoices', 'payments', 'contacts', 'settings'].map((name) => `accounting.${name}`);
    for (const on of subsets) {
      const own = [
        ...books,
        ...(on.includes('attachments') ? ['accounting.attachments'] : []),
        ...(on.includes('reports') ? reports.map((name) => `accounting.reports.${name}.read`) : []),
        ...(on.includes('manual_journals') ? ['accounting.manualjournals'] : []),
        ...(on.includes('bank_transfers') || on.includes('bank_transactions') ? ['accounting.banktransactions'] : []),
      ];
      expect(scopesFor(on), on.join()).to.deep.equal([...usual, ...own]);
      const { connect } = providerWith(on);
      if (connect.kind !== 'oauth') throw new Error('it has no consent');
      const flow = { redirectUri: 'http://localhost/', state: 's', codeChallenge: 'c' };
      const url = new URL(connect.authorization.consentUrl('client', flow));
      expect(url.searchParams.get('scope')).to.equal(scopesFor(on).join(' '));
      expect(connect.authorization.requiredScopes).to.deep.equal(['offline_access', ...own]);
    }
  });

  it('is what its traits say that it can, in every combination', () => {
    for (const on of subsets) {
      const provider = providerWith(on);
      checkProviders({ providers: { ledger: provider } });
      const { families } = provider.traits;
      expect('items' in families, on.join()).to.equal(on.includes('items'));
      for (const type of ['bank_transactions', 'prepayments', 'overpayments']) {
        expect(type in families, on.join()).to.equal(on.includes('bank_transactions'));
      }
      expect('tracking_categories' in families, on.join()).to.equal(on.includes('tracking'));
      for (const family of ['manual_journals', 'bank_transfers', 'repeating_invoices'] as const)
        expect(family in families, on.join()).to.equal(on.includes(family));
      const can = Object.values(families).flatMap((family) => family?.can ?? []);
      expect(can.includes('attachments'), on.join()).to.equal(on.includes('attachments'));
      expect(can.includes('history'), on.join()).to.equal(on.includes('history'));
      expect(provider.traits.reports !== undefined, on.join()).to.equal(on.includes('reports'));
      const { can: onNotes = [] } = families.credit_notes ?? {};
      expect(onNotes).to.include.members(['list', 'read', 'create']);
      for (const act of ['update', 'cancel', 'allocate'] as const)
        expect(onNotes.includes(act), act).to.equal(on.includes('credit_notes'));
      expect(families.invoices?.can).to.include.members(['list', 'read', 'create', 'update', 'cancel']);
    }
  });

  it('knows the scope that a call needs by its path', () => {
    const id = '6f9c4a3e-8a42-4b63-9c0e-6a5a3d1c2b10';
    for (const [path, scope] of [
      ['/Invoices', 'invoices'],
      [`/Invoices/${id}`, 'invoices'],
      [`/Invoices/${id}/History`, 'invoices'],
      [`/Invoices/${id}/Attachments`, 'attachments'],
      [`/Contacts/${id}/Attachments/bill.pdf?IncludeOnline=true`, 'attachments'],
      ['/CreditNotes?page=1', 'invoices'],
      ['/Quotes', 'invoices'],
      ['/PurchaseOrders', 'invoices'],
      ['/Items', 'invoices'],
      ['/Payments', 'payments'],
      ['/ManualJournals', 'manualjournals'],
      [`/BankTransfers/${id}`, 'banktransactions'],
      ['/RepeatingInvoices', 'invoices'],
      ['/Contacts?where=Name=="/Attachments"', 'contacts'],
      ['/Organisation', 'settings'],
      ['/Organisation/Actions', 'settings'],
      ['/BankTransactions?page=1', 'banktransactions'],
      [`/BankTransactions/${id}/Attachments`, 'attachments'],
      [`/Prepayments/${id}/Allocations`, 'payments'],
      ['/Overpayments', 'payments'],
      ['/TaxRates', 'settings'],
      ['/TrackingCategories', 'settings'],
      ['/Reports/ProfitAndLoss?fromDate=2026-11-01', 'reports.profitandloss.read'],
      ['/Reports/BalanceSheet', 'reports.balancesheet.read'],
      ['/Reports/TrialBalance?date=2026-11-30', 'reports.trialbalance.read'],
      ['/Reports/AgedReceivablesByContact', 'reports.aged.read'],
      ['/Reports/AgedPayablesByContact', 'reports.aged.read'],
      ['/Reports/BankSummary', 'reports.banksummary.read'],
    ] as const) {
      expect(scopeOfCall(path), path).to.equal(`accounting.${scope}`);
    }
  });
});
