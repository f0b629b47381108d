import { expect } from 'chai';
import { type Account, AccountType, Organisation, type TaxRate } from 'xero-node';
import { type DrivenSdk, driveSdk, only, refusalOf } from './testing/drive-sdk.ts';

describe('official SDK: organisation, accounts, tax rates and themes', () => {
  let sdk: DrivenSdk;
  before(async () => {
    sdk = await driveSdk();
  });
  after(() => sdk.close());

  const create = async (account: Account): Promise<Account> =>
    only((await sdk.api.createAccount(sdk.tenantId, account)).body.accounts);
  const change = async (id: string | undefined, account: Account): Promise<Account> =>
    only((await sdk.api.updateAccount(sdk.tenantId, id ?? '', { accounts: [account] })).body.accounts);
  const read = async (id: string | undefined): Promise<Account> =>
    only((await sdk.api.getAccount(sdk.tenantId, id ?? '')).body.accounts);

  it('reads the organisation with its enums and dates', async () => {
    const organisation = only((await sdk.api.getOrganisations(sdk.tenantId)).body.organisations);
    expect(organisation.organisationID).to.equal(sdk.tenantId);
    expect(organisation.version).to.equal(Organisation.VersionEnum.NZ);
    expect(organisation.organisationType).to.equal(Organisation.OrganisationTypeEnum.COMPANY);
    expect(organisation.financialYearEndMonth).to.equal(3);
    expect(organisation.shortCode).to.match(/^![A-Za-z0-9]{5}$/);
    expect(organisation.createdDateUTC).to.be.an.instanceOf(Date);
    const actions = (await sdk.api.getOrganisationActions(sdk.tenantId)).body.actions ?? [];
    expect(actions.map((action) => String(action.status))).to.include('ALLOWED');
  });

  it('creates, changes, archives and deletes an account', async () => {
    const plain = { code: '489', name: 'Workshop Tools', type: AccountType.EXPENSE };
    const account = await create({ ...plain, description: 'Hand tools' });
    expect(account).to.include({ code: '489', name: 'Workshop Tools', taxType: 'INPUT2', description: 'Hand tools' });
    expect(String(account.type)).to.equal('EXPENSE');
    expect(String(account.status)).to.equal('ACTIVE');
    expect(account.updatedDateUTC).to.be.an.instanceOf(Date);
    expect(await read(account.accountID)).to.deep.equal(account);

    const renamed = await change(account.accountID, { name: 'Tools' });
    expect(renamed).to.include({ code: '489', name: 'Tools', description: 'Hand tools', taxType: 'INPUT2' });
    expect(Number(renamed.updatedDateUTC)).to.be.above(Number(account.updatedDateUTC));
    const archived = await change(account.accountID, { status: 'ARCHIVED' as never });
    expect(String(archived.status)).to.equal('ARCHIVED');
    await change(account.accountID, { status: 'ACTIVE' as never });
    const deleted = only((await sdk.api.deleteAccount(sdk.tenantId, account.accountID ?? '')).body.accounts);
    expect(String(deleted.status)).to.equal('DELETED');
    expect(await create(plain)).to.include({ code: '489' });
  });

  it('lists tax rates, finds one by its type, and writes none', async () => {
    const { api, tenantId } = sdk;
    const rates: readonly TaxRate[] = (await api.getTaxRates(tenantId)).body.taxRates ?? [];
    expect(rates.map((rate) => rate.taxType)).to.include.members(['OUTPUT2', 'INPUT2', 'NONE', 'ZERORATED']);
    const rate = only((await api.getTaxRateByTaxType(tenantId, 'OUTPUT2')).body.taxRates);
    expect(rate).to.include({
      name: '15% GST on Income',
      effectiveRate: 15,
      displayTaxRate: 15,
      canApplyToRevenue: true,
    });
    expect(rate.taxComponents?.[0]).to.include({ name: 'GST', rate: 15, isCompound: false });
    const where = (await api.getTaxRates(tenantId, 'EffectiveRate>0', 'TaxType ASC')).body.taxRates ?? [];
    expect(where.map((found) => found.taxType)).to.deep.equal(['INPUT2', 'OUTPUT2']);
    expect((await refusalOf(api.getTaxRateByTaxType(tenantId, 'NOSUCH'))).statusCode).to.equal(404);
    expect((await refusalOf(api.createTaxRates(tenantId, { taxRates: [{ name: 'New' }] }))).statusCode).to.equal(501);
  });

  it('lists branding themes and reads one', async () => {
    const { api, tenantId } = sdk;
    const themes = (await api.getBrandingThemes(tenantId)).body.brandingThemes ?? [];
    expect(themes.map((theme) => [theme.name, theme.sortOrder])).to.deep.equal([
      ['Standard', 0],
      ['Special Projects', 1],
    ]);
    expect(themes[0]?.createdDateUTC).to.be.an.instanceOf(Date);
    const [, second] = themes;
    const one = only((await api.getBrandingTheme(tenantId, second?.brandingThemeID ?? '')).body.brandingThemes);
    expect(one).to.deep.equal(second);
  });
});
