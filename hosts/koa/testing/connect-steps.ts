// What the fake core answers on the way through the connect page.
import type { Brand, PortalStep } from '#core';
import type { FamilyTraits } from '#core/ports';

/** An organization that has set nothing but its name. */
export const brand: Brand = { name: 'Harbour Books', colour: null, logo: null, supportUrl: null, privacyUrl: null };

const session = 'cs_1' as never;
const coverage = (...can: FamilyTraits['can']) => ({ can }) as FamilyTraits;
export const consent = {
  kind: 'consent',
  session,
  providerName: 'Books Online',
  families: { contacts: coverage('list', 'create', 'update'), invoices: coverage('read', 'email') },
  brand: { ...brand, name: 'Harbour Books <b>&</b> Co' },
  externalAccountId: 'customer-4711',
  accountName: 'customer-4711',
  environment: 'test',
  retentionMode: 'cached',
  consentUrl: 'https://login.example.com/authorize?state=s&scope=a%20b',
  cancelToken: 'token-1',
  state: 's',
  expiresAt: new Date('2026-11-20T10:00:00.000Z'),
} as const;
export const choose = {
  kind: 'choose',
  brand,
  selection: 'selection-1',
  tenants: [
    { tenantId: 't-1', name: 'Harbour Coffee Ltd' },
    { tenantId: 't-2', name: 'Harbour Roastery Ltd' },
  ],
} as const;
export const back = { kind: 'redirect', session, url: 'https://app.example.com/done?status=connected' } as const;
export const cancelled = { ...back, url: 'https://app.example.com/done?status=cancelled' };
const asked = { accountName: 'Customer <4711>', consent: 'sealed-consent' };
export const asking = { ...choose, tenants: choose.tenants.slice(0, 1), asked };
export const gone = {
  kind: 'gone',
  why: 'expired',
  brand,
  backUrl: 'https://app.example.com/done?status=failed',
} as const;
export const portal: Extract<PortalStep, { kind: 'portal' }> = {
  kind: 'portal',
  brand,
  backUrl: 'https://app.example.com/settings',
  token: 'token-1',
  status: 'active',
  environment: 'test',
  retentionMode: 'cached',
  accountName: 'Harbour Café',
  providerName: 'Harbour Ledger',
  tenantName: 'Harbour <Tools> Ltd',
  families: consent.families,
  isGranted: true,
  createdAt: new Date('2026-11-01T10:00:00.000Z'),
  lastReadAt: new Date('2026-11-19T09:00:00.000Z'),
  lastWrittenAt: new Date('2026-11-18T08:00:00.000Z'),
  expiresAt: new Date('2026-11-20T10:00:00.000Z'),
};
