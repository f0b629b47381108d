import { expect } from 'chai';
import { PNG } from 'pngjs';
import { type Answer, type ConsoleWorld, openConsole } from './testing/console-world.ts';

const picture = PNG.sync.write(new PNG({ width: 4, height: 4, fill: true })).toString('base64');
const nothing = {
  ...{ name: 'Harbour Books', display_name: null, colour: null, text: null, logo: null },
  ...{ support_url: null, privacy_url: null, hide_powered_by: false },
};

describe('the brand of an organization', () => {
  let world: ConsoleWorld;
  let owner: Awaited<ReturnType<ConsoleWorld['signedIn']>>;
  before(async () => {
    world = await openConsole();
    owner = await world.signedIn();
  });
  after(() => world.close());
  const change = (body: unknown, by = owner): Promise<Answer> => by.call('PATCH', '/accounting/branding', { body });
  const read = async () => (await owner.call('GET', '/accounting/branding')).data;

  it('is set field by field, removed by null, and kept in the audit log before and after', async () => {
    expect(await read()).to.deep.equal(nothing);
    const named = {
      display_name: '  Süd „Books“ <b>ספרים</b> ',
      colour: '#FFD400',
      support_url: 'https://Help.example.com',
    };
    const answer = await change(named);
    const set = {
      ...{ ...nothing, display_name: 'Süd „Books“ <b>ספרים</b>', colour: '#ffd400' },
      support_url: 'https://help.example.com/',
    };
    const { text, ...rest } = answer.data;
    expect({ ...rest, text: null }).to.deep.equal(set);
    expect(text).to.include({ colour: '#000000' }).and.have.property('contrast').closeTo(14.67, 0.01);
    const { logo } = (await change({ logo: picture })).data;
    expect(logo).to.match(/^[0-9a-f]{64}$/);
    const removed = await change({ display_name: null, colour: null, logo: null, support_url: null });
    expect(removed.data).to.deep.equal(nothing);
    await change({});
    await change({ colour: null, hide_powered_by: false });
    expect((await change({ hide_powered_by: true })).data).to.deep.equal({ ...nothing, hide_powered_by: true });
    await change({ hide_powered_by: false });
    const entries = (await world.audit()).filter(({ action }) => action === 'organization.changed');
    const { display_name, colour, support_url } = set;
    const worn = { display_name, colour, support_url };
    const bare = { display_name: null, colour: null, support_url: null };
    expect(entries.map(({ changes }) => changes)).to.deep.equal([
      { before: { hide_powered_by: true }, after: { hide_powered_by: false } },
      { before: { hide_powered_by: false }, after: { hide_powered_by: true } },
      { before: { ...worn, logo }, after: { ...bare, logo: null } },
      { before: { logo: null }, after: { logo } },
      { before: bare, after: worn },
    ]);
  });

  it('is previewed in each language as it is typed, and changes nothing by it', async () => {
    const preview = (query: object) =>
      owner.call('GET', `/accounting/branding/preview?${new URLSearchParams({ ...query })}`);
    for (const [locale, words] of [
      ['en', 'Continue to '],
      ['fr', 'Continuer vers '],
      ['de', 'Weiter zu '],
      ['es', 'Continuar a '],
    ] as const) {
      const { html, css } = (await preview({ locale, display_name: '<i>Süd</i>', colour: '#FFD400' })).data;
      expect(html).to.contain(`<html lang="${locale}">`).and.contain(words).and.contain('&lt;i&gt;Süd&lt;/i&gt;');
      expect(html).not.to.contain('<style');
      expect(css).to.contain('background: var(--brand); color: #000000').and.contain('#ffd400');
    }
    expect((await preview({})).data['html']).to.contain('<bdi>Harbour Books</bdi>');
    for (const [query, path] of [
      [{ locale: 'xx' }, 'locale'],
      [{ colour: 'red;}body{}' }, 'colour'],
      [{ other: '1' }, 'other'],
    ] as const) {
      const { status, body } = await preview(query);
      expect([status, (body['errors'] as { path: string }[])[0]?.path]).to.deep.equal([400, path]);
    }
    expect(await read()).to.deep.equal(nothing);
  });

  it('is refused by naming the field', async () => {
    const long = `https://example.com/${'x'.repeat(500)}`;
    const refused: readonly (readonly [string, unknown, string])[] = [
      ['display_name', ' ', 'must not be empty'],
      ['display_name', 'x'.repeat(81), 'must be at most 80 characters'],
      ['display_name', 'Harbour\u202eskooB', 'must not hold control characters'],
      ['display_name', 'Harbour\u0007', 'must not hold control characters'],
      ['hide_powered_by', 'yes', 'must be true or false'],
      ['colour', 'red', 'must be a colour such as #1a73e8'],
      ['colour', '#12345;', 'must be a colour such as #1a73e8'],
      ['colour', '#1a73e8;}', 'must be at most 7 characters'],
      ['logo', 'https://example.com/logo.png', 'must be a PNG or JPEG in base64'],
      ['logo', Buffer.from('<svg/>').toString('base64'), 'must be a PNG or a JPEG'],
      ['logo', 'A'.repeat(349_528), 'must be a PNG or a JPEG'],
      ['logo', 'A'.repeat(349_532), 'must be at most 256 kB'],
      ['support_url', 'http://example.com/', 'must be an https address'],
      ['support_url', 'javascript:alert(1)', 'must be an https address'],
      ['privacy_url', 'https://user:pw@example.com/', 'must be an https address'],
      ['privacy_url', long, 'must be at most 500 characters'],
      ['slogan', 'x', ''],
    ];
    for (const [field, value, message] of refused) {
      const { status, body } = await change({ [field]: value });
      expect(status, field).to.equal(400);
      expect(JSON.stringify(body), field).to.include(field).and.include(message);
    }
    expect(await read()).to.deep.equal(nothing);
  });

  it('is the owners’ to change and everybody’s to read, behind the page’s own token', async () => {
    for (const role of ['developer', 'viewer'] as const) {
      const other = await world.signedIn(role);
      expect((await change({ colour: '#000000' }, other)).status).to.equal(403);
      expect((await other.call('GET', '/accounting/branding')).data).to.deep.equal(nothing);
    }
    const forged = { body: { colour: '#000000' }, headers: { 'X-CSRF-Token': 'forged' } };
    expect((await owner.call('PATCH', '/accounting/branding', forged)).status).to.equal(403);
    expect((await world.browser().call('GET', '/accounting/branding')).status).to.equal(401);
  });

  it('is on the organization’s own pages and on no other’s', async () => {
    const { logo } = (await change({ display_name: 'Harbour <i>Café</i>', colour: '#ffd400', logo: picture })).data;
    const { test: foreigner, organizationId } = await world.newOrganization();
    await world.core.access.registerProviderApp({
      ...{ organizationId: world.organizationId, environment: 'test', provider: 'ledger', name: 'App' },
      ...{ clientId: 'client-1', clientSecret: 'secret', webhookKey: 'key', makeDefault: true },
    });
    const pageOf = async (id: typeof organizationId) => {
      const caller = { ...foreigner, organizationId: id };
      const body = { provider: 'ledger', external_account_id: 'c-1', redirect_uri: 'http://localhost:3000/' } as never;
      const { value } = await world.core.connectSessions.create(caller, { key: undefined, body });
      const answer = await fetch(value.connectUrl.replace('http://localhost:8080', world.url));
      return { policy: answer.headers.get('content-security-policy') ?? '', page: await answer.text() };
    };
    const own = await pageOf(world.organizationId);
    expect(own.page).to.include('<bdi>Harbour &lt;i&gt;Café&lt;/i&gt;</bdi>').and.include('--brand: #ffd400');
    expect(own.policy).to.include("img-src 'self'");
    const foreign = await pageOf(organizationId);
    expect(foreign.page)
      .to.include('<bdi>Harbour Books</bdi>')
      .and.not.match(/Café|--brand|logos/);
    expect(foreign.policy).not.to.include('img-src');
    const [address = ''] = /\/connect\/logos\/[0-9a-f]{64}/.exec(own.page) ?? [];
    expect(address).to.equal(`/connect/logos/${logo}`);
    const served = await fetch(world.url + address);
    expect(Object.fromEntries(served.headers)).to.deep.include({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(PNG.sync.read(Buffer.from(await served.arrayBuffer())).width).to.equal(4);
    await change({ logo: null });
    expect((await fetch(world.url + address)).status).to.equal(404);
    expect((await fetch(`${world.url}/connect/logos/..%2f..%2f`)).status).to.equal(404);
  });
});
