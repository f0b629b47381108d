// The sandbox's answers hold what the provider's OpenAPI document declares, by the models that the SDK generates from it:
// the same names, of the same types, with the same words of enumerations. What differs is listed.
import { expect } from 'chai';
import * as models from 'xero-node';
import { type DrivenSdk, driveSdk } from './testing/drive-sdk.ts';

interface Attribute {
  readonly baseName: string;
  readonly type: string;
}
type Words = Readonly<Record<string, unknown>>;
/** A class with its attributes, or an enumeration; a class holds its enumerations as well. */
type Model = Words & { getAttributeTypeMap?(): readonly Attribute[] };
const declared = models as unknown as Readonly<Record<string, Model>>;
const attributesOf = (model: Model | undefined): readonly Attribute[] => model?.getAttributeTypeMap?.() ?? [];

const primitives: Readonly<Record<string, string>> = {
  ...{ string: 'string', Date: 'string', number: 'number', boolean: 'boolean', object: 'object' },
};

/** Where an answer differs from the model, as `Model.Name: what`. */
function differences(value: unknown, type: string, at: string): readonly string[] {
  if (value === null || type === 'any') return [];
  const inner = /^Array<(.+)>$/.exec(type)?.[1];
  if (inner !== undefined) {
    if (!Array.isArray(value)) return [`${at}: no list`];
    return value.flatMap((one) => differences(one, inner, at));
  }
  const primitive = primitives[type];
  if (primitive !== undefined) return typeof value === primitive ? [] : [`${at}: no ${type}`];
  const [owner = '', word] = type.split('.');
  const model = declared[owner];
  if (word === undefined && model?.getAttributeTypeMap) {
    if (typeof value !== 'object') return [`${at}: no ${type}`];
    const attributes = new Map(attributesOf(model).map((one) => [one.baseName, one.type]));
    return Object.entries(value ?? {}).flatMap(([name, part]) => {
      const declaredType = attributes.get(name);
      return declaredType === undefined
        ? [`${owner}.${name}: not declared`]
        : differences(part, declaredType, `${owner}.${name}`);
    });
  }
  const words = Object.values((word === undefined ? model : (model?.[word] as Words | undefined)) ?? {});
  return words.includes(String(value)) ? [] : [`${at}: ${String(value)} is no word of it`];
}

/** Listed differences: the provider's published example answers have these, and its OpenAPI document does not. */
const undeclared = new Set([
  ...['BankTransaction', 'BankTransfer', 'Overpayment', 'Prepayment'].map(
    (model) => `${model}.DateString: not declared`,
  ),
  ...['BankTransaction.UpdatedDateUTCString', 'BankTransfer.CreatedDateUTCString'].map(
    (name) => `${name}: not declared`,
  ),
  ...['HasValidationErrors', 'IsActive', 'IsArchived', 'IsDeleted'].map(
    (name) => `TrackingOption.${name}: not declared`,
  ),
]);

const collections: Readonly<Record<string, string>> = {
  BankTransactions: 'BankTransactions',
  BankTransfers: 'BankTransfers',
  BatchPayments: 'BatchPayments',
  ContactGroups: 'ContactGroups',
  Currencies: 'Currencies',
  ManualJournals: 'ManualJournals',
  Overpayments: 'Overpayments',
  Prepayments: 'Prepayments',
  RepeatingInvoices: 'RepeatingInvoices',
  TrackingCategories: 'TrackingCategories',
  'Reports/BalanceSheet': 'ReportWithRows',
  'Reports/BankSummary': 'ReportWithRows',
  'Reports/ProfitAndLoss': 'ReportWithRows',
  'Reports/TrialBalance': 'ReportWithRows',
};

describe('official SDK: the answers of the sandbox', () => {
  let sdk: DrivenSdk;
  before(async () => {
    sdk = await driveSdk();
  });
  after(() => sdk.close());

  for (const [collection, model] of Object.entries(collections)) {
    it(`to GET /${collection} hold nothing else than the provider declares`, async () => {
      const { access_token } = sdk.client.readTokenSet();
      const answer = await fetch(`${sdk.url}/api.xro/2.0/${collection}?page=1`, {
        headers: {
          ...{ accept: 'application/json', authorization: `Bearer ${access_token}`, 'xero-tenant-id': sdk.tenantId },
        },
      });
      expect(answer.status).to.equal(200);
      const body = (await answer.json()) as Record<string, unknown>;
      const attributes = attributesOf(declared[model]).map(({ baseName }) => baseName);
      expect(Object.keys(body)).to.include.members(attributes.filter((name) => name === collection));
      const own = Object.fromEntries(Object.entries(body).filter(([name]) => attributes.includes(name)));
      expect(differences(own, model, model).filter((one) => !undeclared.has(one))).to.deep.equal([]);
    });
  }
});
