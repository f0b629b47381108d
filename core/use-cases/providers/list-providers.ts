export interface ProviderListing {
  readonly id: string;
  readonly name: string;
  readonly status: 'available' | 'coming_soon';
}

/** Providers with an adapter, and those that are announced. */
export const providerListings: readonly ProviderListing[] = [
  { id: 'ledger', name: 'Ledger', status: 'available' },
  { id: 'quickbooks', name: 'QuickBooks Online', status: 'coming_soon' },
  { id: 'sage', name: 'Sage Accounting', status: 'coming_soon' },
];
