/** Accounts, tax rates, branding themes and the organisation. */
import type { AccountRecord } from '../books/account-record.ts';
import type { TaxRateRecord } from '../books/tax-rate-record.ts';
import type { Call, RouteTable } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import type { Reply } from '../http/message.ts';
import { apiException, notFound, WireProblem } from '../http/problems.ts';
import { requestElements } from '../http/request-elements.ts';
import { type DocumentFamily, writeDocuments } from '../http/write-documents.ts';
import { type FieldTable, selectRows } from '../lists/select-rows.ts';
import { accountClass } from '../rules/account-class.ts';
import { deleteAccount, writeAccount } from '../rules/accounts.ts';
import { actionNames } from '../rules/fields.ts';
import { wireAccount, wireBrandingTheme, wireOrganisation, wireTaxRate } from '../wire/wire-settings.ts';

const accountFields: FieldTable<AccountRecord> = {
  AccountID: (r) => r.id,
  Code: (r) => r.code,
  Name: (r) => r.name,
  Type: (r) => r.type,
  Class: (r) => accountClass(r.type),
  Status: (r) => r.status,
  TaxType: (r) => r.taxType,
  SystemAccount: (r) => r.systemAccount,
  EnablePaymentsToAccount: (r) => r.enablePayments,
  UpdatedDateUTC: (r) => r.updated,
};

const taxRateFields: FieldTable<TaxRateRecord> = {
  Name: (r) => r.name,
  TaxType: (r) => r.id,
  Status: (r) => r.status,
  ReportTaxType: (r) => r.reportTaxType,
  EffectiveRate: (r) => r.ratePercent,
};

function listAccounts(call: Call): Reply {
  const rows = selectRows(call, {
    rows: call.books.accounts.list(),
    fields: accountFields,
    where: true,
    modifiedSince: true,
    keep: [(r) => r.status !== 'DELETED'],
  });
  const elements = rows.map((account) => call.echo.json(account, '', undefined, () => wireAccount(account)));
  return envelope(call, { collection: 'Accounts', elements });
}

function readAccount(call: Call, id: string): Reply {
  const account = call.books.accounts.get(id.toLowerCase());
  if (!account) return notFound();
  return envelope(call, { collection: 'Accounts', elements: [JSON.stringify(wireAccount(account))] });
}

function accountFamily(existing: AccountRecord | undefined, removes = false): DocumentFamily<AccountRecord> {
  return {
    collection: 'Accounts',
    singular: 'account',
    idKey: 'AccountID',
    errorFlag: undefined,
    write: (call, body) => (existing && removes ? deleteAccount(call, existing) : writeAccount(call, body, existing)),
    match: () => existing,
    echo: (_call, account) => wireAccount(account),
  };
}

/** Provider: a request may create only one account. */
function createAccount(call: Call): Reply {
  if (requestElements(call, 'Accounts', 'account').length > 1) {
    throw new WireProblem(apiException('PostDataInvalidException', 'Only one account can be created per request'));
  }
  return writeDocuments(call, accountFamily(undefined));
}

function changeAccount(call: Call, id: string, removes: boolean): Reply {
  const account = call.books.accounts.get(id.toLowerCase());
  if (!account) return notFound();
  const body = removes ? Buffer.from('{"Status":"DELETED"}') : call.body;
  return writeDocuments({ ...call, body }, accountFamily(account, removes), true);
}

function listTaxRates(call: Call): Reply {
  const rows = selectRows(call, {
    rows: call.books.taxRates.list(),
    fields: taxRateFields,
    where: true,
    modifiedSince: false,
  });
  return envelope(call, { collection: 'TaxRates', elements: rows.map((rate) => JSON.stringify(wireTaxRate(rate))) });
}

function readTaxRate(call: Call, taxType: string): Reply {
  const rate = call.books.taxRates.get(taxType.toUpperCase());
  return rate ? envelope(call, { collection: 'TaxRates', elements: [JSON.stringify(wireTaxRate(rate))] }) : notFound();
}

function brandingThemes(call: Call, id: string): Reply {
  const themes = [...call.books.brandingThemes.list()].sort((a, b) => a.sortOrder - b.sortOrder);
  const found = id === '' ? themes : themes.filter((theme) => theme.id === id.toLowerCase());
  if (id !== '' && found.length === 0) return notFound();
  const elements = found.map((theme) => JSON.stringify(wireBrandingTheme(theme)));
  return envelope(call, { collection: 'BrandingThemes', elements });
}

function organisation(call: Call): Reply {
  const json = call.echo.json(call.books.tenant, '', undefined, () => wireOrganisation(call.books.tenant));
  return envelope(call, { collection: 'Organisations', elements: [json] });
}

function actions(call: Call): Reply {
  const refused = call.books.tenant.notAllowed ?? [];
  const elements = actionNames.map((Name) =>
    JSON.stringify({ Name, Status: refused.includes(Name) ? 'NOT-ALLOWED' : 'ALLOWED' }),
  );
  return envelope(call, { collection: 'Actions', elements });
}

export const settingsRoutes: RouteTable = {
  'GET accounts': { area: 'settings', handle: listAccounts },
  'PUT accounts': { area: 'settings', handle: createAccount },
  'GET accounts/:id': { area: 'settings', handle: readAccount },
  'POST accounts/:id': { area: 'settings', handle: (call, id) => changeAccount(call, id, false) },
  'DELETE accounts/:id': { area: 'settings', handle: (call, id) => changeAccount(call, id, true) },
  'GET taxrates': { area: 'settings', handle: listTaxRates },
  'GET taxrates/:id': { area: 'settings', handle: readTaxRate },
  'GET brandingthemes': { area: 'settings', handle: brandingThemes },
  'GET brandingthemes/:id': { area: 'settings', handle: brandingThemes },
  'GET organisation': { area: 'settings', handle: organisation },
  'GET organisation/actions': { area: 'settings', handle: actions },
};
