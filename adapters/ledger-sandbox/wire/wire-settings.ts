/** The families that describe an organisation: accounts, tax rates, themes, tracking categories, the organisation. */
import type { AccountRecord } from '../books/account-record.ts';
import type { BrandingThemeRecord } from '../books/branding-theme-record.ts';
import type { TaxRateRecord } from '../books/tax-rate-record.ts';
import type { TenantRecord } from '../books/tenant-record.ts';
import type { TrackingCategoryRecord, TrackingOption } from '../books/tracking-categories.ts';
import type { JsonObject } from '../http/json.ts';
import { bareMoment, wireDay, wireMoment } from '../http/wire-dates.ts';
import { accountClass } from '../rules/account-class.ts';

const reporting: Readonly<Record<string, readonly [string, string]>> = {
  ASSET: ['ASS', 'Asset'],
  EQUITY: ['EQU', 'Equity'],
  EXPENSE: ['EXP', 'Expense'],
  LIABILITY: ['LIA', 'Liability'],
  REVENUE: ['REV', 'Revenue'],
};

export function wireAccount(account: AccountRecord): JsonObject {
  const [code, name] = reporting[accountClass(account.type)] ?? ['', ''];
  return {
    AccountID: account.id,
    ...(account.code ? { Code: account.code } : {}),
    Name: account.name,
    Status: account.status,
    Type: account.type,
    TaxType: account.taxType,
    ...(account.type === 'BANK' ? {} : { Description: account.description }),
    Class: accountClass(account.type),
    ...(account.systemAccount ? { SystemAccount: account.systemAccount } : {}),
    EnablePaymentsToAccount: account.enablePayments,
    ShowInExpenseClaims: account.showInExpenseClaims,
    ...bankFields(account),
    ReportingCode: code,
    ReportingCodeName: name,
    HasAttachments: account.hasAttachments === true,
    AddToWatchlist: account.addToWatchlist,
    UpdatedDateUTC: wireMoment(account.updated),
  };
}

function bankFields(account: AccountRecord): JsonObject {
  if (account.type !== 'BANK') return {};
  return {
    BankAccountNumber: account.bankAccountNumber ?? '',
    BankAccountType: account.bankAccountType ?? 'BANK',
    CurrencyCode: account.currencyCode,
  };
}

export function wireTaxRate(rate: TaxRateRecord): JsonObject {
  const applies = (name: string) => rate.appliesTo.includes(name);
  return {
    Name: rate.name,
    TaxType: rate.id,
    ReportTaxType: rate.reportTaxType,
    CanApplyToAssets: applies('ASSET'),
    CanApplyToEquity: applies('EQUITY'),
    CanApplyToExpenses: applies('EXPENSE'),
    CanApplyToLiabilities: applies('LIABILITY'),
    CanApplyToRevenue: applies('REVENUE'),
    DisplayTaxRate: rate.ratePercent,
    EffectiveRate: rate.ratePercent,
    Status: rate.status,
    TaxComponents: rate.components,
  };
}

export const wireBrandingTheme = (theme: BrandingThemeRecord): JsonObject => ({
  BrandingThemeID: theme.id,
  Name: theme.name,
  Type: 'INVOICE',
  SortOrder: theme.sortOrder,
  CreatedDateUTC: wireMoment(theme.createdAt),
});

export const wireTrackingCategory = (category: TrackingCategoryRecord, withArchived: boolean): JsonObject => ({
  Name: category.name,
  Status: category.status,
  TrackingCategoryID: category.id,
  Options: category.options
    .filter(({ status }) => status === 'ACTIVE' || (withArchived && status === 'ARCHIVED'))
    .map(wireTrackingOption),
});

export function wireTrackingOption({ id, name, status }: TrackingOption): JsonObject {
  return {
    TrackingOptionID: id,
    Name: name,
    Status: status,
    HasValidationErrors: false,
    IsDeleted: status === 'DELETED',
    IsArchived: status === 'ARCHIVED',
    IsActive: status === 'ACTIVE',
  };
}

export function wireOrganisation(tenant: TenantRecord): JsonObject {
  return {
    OrganisationID: tenant.id,
    Name: tenant.name,
    LegalName: tenant.name,
    PaysTax: true,
    Version: 'NZ',
    OrganisationType: 'COMPANY',
    BaseCurrency: tenant.currencyCode,
    CountryCode: 'NZ',
    IsDemoCompany: false,
    OrganisationStatus: 'ACTIVE',
    TaxNumber: '000-000-000',
    FinancialYearEndDay: 31,
    FinancialYearEndMonth: 3,
    SalesTaxBasis: 'PAYMENTS',
    SalesTaxPeriod: 'TWOMONTHS',
    DefaultSalesTax: 'Tax Exclusive',
    DefaultPurchasesTax: 'Tax Exclusive',
    ...(tenant.periodLockDate === undefined ? {} : { PeriodLockDate: wireDay(tenant.periodLockDate) }),
    ...(tenant.endOfYearLockDate === undefined ? {} : { EndOfYearLockDate: wireDay(tenant.endOfYearLockDate) }),
    CreatedDateUTC: bareMoment(tenant.createdAt),
    OrganisationEntityType: 'COMPANY',
    Timezone: 'NEWZEALANDSTANDARDTIME',
    ShortCode: tenant.shortCode,
    Edition: 'BUSINESS',
    Class: 'PREMIUM',
    Addresses: [],
    Phones: [],
    ExternalLinks: [],
    PaymentTerms: {},
  };
}
