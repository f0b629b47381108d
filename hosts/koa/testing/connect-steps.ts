// What the fake core answers on the way through the connect page.
import type { Brand, ConnectOutcome, Link, PortalStep } from '#core';
import type { FamilyTraits } from '#core/ports';

/** An organization that has set nothing but its name. */
export const brand: Brand = {
  name: 'Harbour Books',
  colour: null,
  logo: null,
  supportUrl: null,
  privacyUrl: null,
  hidePoweredBy: false,
};

const coverage = (...can: FamilyTraits['can']) => ({ can }) as FamilyTraits;
export const link: Link = {
  session: 'cs_1' as never,
  brand,
  url: 'https://api.example.com/connect/token-1',
  providerName: 'Books Online',
  families: { contacts: coverage('list', 'create', 'update'), invoices: coverage('read', 'email') },
  externalAccountId: 'customer-4711',
  accountName: null,
  environment: 'test',
  retentionMode: 'cached',
  redirectUri: 'https://app.example.com/done',
  reconnects: null,
  expiresAt: new Date('2026-11-20T10:00:00.000Z'),
};
export const consent = {
  kind: 'asks-consent',
  link: { ...link, brand: { ...brand, name: 'Harbour Books <b>&</b> Co' } },
  consentUrl: 'https://login.example.com/authorize?state=s&scope=a%20b',
  state: 's',
} as const satisfies ConnectOutcome;
export const choose = {
  kind: 'asks-choice',
  link,
  selection: 'selection-1',
  tenants: [
    { tenantId: 't-1', name: 'Harbour Coffee Ltd', holder: 'nobody' },
    { tenantId: 't-2', name: 'Harbour Roastery Ltd', holder: 'nobody' },
  ],
} as const satisfies ConnectOutcome;
export const back: ConnectOutcome = {
  kind: 'connected',
  link,
  connectionId: 'conn_1' as never,
  tenantName: 'Harbour Coffee Ltd',
};
export const cancelled: ConnectOutcome = { kind: 'ended', link, result: { status: 'cancelled' }, isOpen: false };
export const asking: ConnectOutcome = {
  ...choose,
  link: { ...link, accountName: 'Customer <4711>' },
  tenants: choose.tenants.slice(0, 1),
  carried: 'sealed-consent',
};
export const gone: ConnectOutcome = { kind: 'gone', why: 'expired', link, result: null };
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
  families: link.families,
  healthReason: null,
  createdAt: new Date('2026-11-01T10:00:00.000Z'),
  lastReadAt: new Date('2026-11-19T09:00:00.000Z'),
  lastWrittenAt: new Date('2026-11-18T08:00:00.000Z'),
  expiresAt: new Date('2026-11-20T10:00:00.000Z'),
};
