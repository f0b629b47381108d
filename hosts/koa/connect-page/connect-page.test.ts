import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { type ConnectOutcome, ServiceError } from '#core';
import { brand, consent, link } from '../testing/connect-steps.ts';
import { requestIdSample } from '../testing/sample-values.ts';
import { type ServedApp, serveApp } from '../testing/served-app.ts';
import { html, toText } from './html.ts';

describe('html', () => {
  it('escapes whatever is inserted, in text and in attributes', () => {
    const evil = `<script>alert("x")</script>' onload=&`;
    expect(toText(html`<p title="${evil}">${evil}</p>`)).to.equal(
      '<p title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39; onload=&amp;">&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39; onload=&amp;</p>',
    );
  });

  it('keeps markup that it made itself, and lists of it', () => {
    expect(toText(html`<ul>${['a', '<b>'].map((x) => html`<li>${x}</li>`)}</ul>`)).to.equal(
      '<ul><li>a</li><li>&lt;b&gt;</li></ul>',
    );
  });
});

describe('the hosted connect page', () => {
  let app: ServedApp;
  beforeEach(async () => {
    app = await serveApp();
  });
  afterEach(() => app.close(1000));
  const choose = (body: string) =>
    app.call('POST', '/connect/choose', { body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });

  it('says who asks for what, and leads to the provider by a plain link', async () => {
    const answer = await app.call('GET', '/connect/token-1', { headers: { Authorization: '' } });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    const page = await answer.text();
    expect(page).to.include('Harbour Books &lt;b&gt;&amp;&lt;/b&gt; Co').and.not.include('<b>&</b>');
    expect(page).to.include('Test environment').and.not.include('customer-4711');
    expect(page).to.include('<a class="button" href="https://login.example.com/authorize?state=s&amp;scope=a%20b"');
    expect(page).to.include('<form method="post" action="/connect/token-1/cancel">');
    expect(page).not.to.match(/<script|javascript:| on\w+=/);
  });

  it('allows no script, no frame, no other origin but those it returns to; its style by its hash', async () => {
    const answer = await app.call('GET', '/connect/token-1');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy)
      .to.include("default-src 'none'")
      .and.include("frame-ancestors 'none'")
      .and.include("base-uri 'none'");
    expect(policy).to.include("form-action 'self' https://app.example.com");
    const style = /<style>([\s\S]*)<\/style>/.exec(await answer.text())?.[1] ?? '';
    expect(policy).to.include(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(answer.headers.get('referrer-policy')).to.equal('no-referrer');
    expect(answer.headers.get('cache-control')).to.equal('no-store');
  });

  it('wears the brand of who asks, and loads nothing but its logo, from here', async () => {
    const evil = { name: '"><img src=x> שלום \u202e!', supportUrl: 'https://help.example.com/?a=1&b="' };
    const worn = { ...brand, ...evil, colour: '#ffd400', logo: 'ab'.repeat(32) };
    app.core.connectSessions.open = async () => ({ ...consent, link: { ...link, brand: worn } });
    const answer = await app.call('GET', '/connect/token-1');
    const page = await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    const sheets = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, sheet = '']) => sheet);
    expect(sheets).to.have.length(2);
    expect(sheets[1]).to.match(/--brand: #ffd400; --edge: var\(--soft\);[\s\S]* color: #000000;/);
    const hashes = sheets.map((sheet) => `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`);
    expect(policy).to.include(`style-src ${hashes.join(' ')}; img-src 'self'; form-action 'self' https://`);
    expect(page)
      .to.include(`<header><img src="/connect/logos/${worn.logo}" alt=""><bdi>&quot;&gt;&lt;img src=x&gt; שלום`)
      .and.include('href="https://help.example.com/?a=1&amp;b=&quot;" target="_blank" rel="noopener noreferrer"')
      .and.include('Help from \u2068&quot;&gt;&lt;img src=x&gt; שלום !\u2069</a>');
    expect(page).not.to.include('<img src=x>').and.not.include('Privacy at');
  });

  it('gives the browser a cookie of the flow, which scripts and other sites do not get', async () => {
    const answer = await app.call('GET', '/connect/token-1');
    const [cookie = '', ...others] = answer.headers.getSetCookie();
    expect(others).to.deep.equal([]);
    expect(cookie).to.match(
      /^ledgerport_connect_s=s; path=\/; expires=Fri, 20 Nov 2026 [\d:]+ GMT; samesite=lax; httponly$/,
    );
  });

  it('says no', async () => {
    const answer = await app.call('POST', '/connect/token-1/cancel');
    expect([answer.status, answer.headers.get('location')]).to.deep.equal([
      303,
      'https://app.example.com/done?status=cancelled&external_account_id=customer-4711',
    ]);
  });

  const opener = { headers: { Cookie: 'other=1; ledgerport_connect_s=s' } };

  it('takes the person back from the consent', async () => {
    const answer = await app.call('GET', '/oauth/ledger/callback?state=s&code=c&scope=x&session_state=y', opener);
    expect([answer.status, answer.headers.get('location'), await answer.text()]).to.deep.equal([
      303,
      'https://app.example.com/done?status=connected&external_account_id=customer-4711&connection_id=conn_1',
      '',
    ]);
  });

  it('tells the page that opened the window at the origin of the way back, and follows it where nobody listens', async () => {
    const opened = await app.call('GET', '/connect/token-1?display=popup');
    const [cookie = ''] = opened.headers.getSetCookie().filter((one) => one.startsWith('ledgerport_popup_cs_1=1; '));
    expect(cookie).to.match(/expires=Fri, 20 Nov 2026 [\d:]+ GMT; samesite=lax; httponly$/);
    const headers = { Cookie: 'ledgerport_connect_s=s; ledgerport_popup_cs_1=1' };
    const ended = await app.call('GET', '/oauth/ledger/callback?state=s&code=c', { headers });
    const page = await ended.text();
    expect([ended.status, ended.headers.get('location')]).to.deep.equal([200, null]);
    const href =
      'https://app.example.com/done?status=connected&amp;external_account_id=customer-4711&amp;connection_id=conn_1';
    expect(page).to.include(`href="${href}" rel="noreferrer" data-back="now"`);
    const script = /<script>([\s\S]*)<\/script>/.exec(page)?.[1] ?? '';
    const source = `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`;
    expect(ended.headers.get('content-security-policy')).to.include(source);
    expect(script).to.include('postMessage({ ledgerport: { status, connection_id, error } }, url.origin)');
    expect(script).not.to.include("'*'");
  });

  it('offers the choice of several organizations', async () => {
    const page = await (await app.call('GET', '/oauth/ledger/callback?state=s&code=several', opener)).text();
    expect(page.match(/<input type="radio"/g)).to.have.length(2);
    expect(page)
      .to.include('name="selection" value="selection-1"')
      .and.include('value="t-2"')
      .and.include('Harbour Roastery Ltd');
    expect((await choose('selection=selection-1&tenant_id=t-2')).status).to.equal(303);
    expect((await choose('selection=selection-1')).status).to.equal(200);
    expect((await choose('')).status).to.equal(410);
    expect((await choose(`selection=${'x'.repeat(20_000)}`)).status).to.equal(400);
  });

  it('asks by name in any browser but the one that opened the link; no is no', async () => {
    const others = ['', 'ledgerport_connect_s=other', 'ledgerport_connect_s=s; ledgerport_connect_s=s'];
    for (const Cookie of others) {
      const answer = await app.call('GET', '/oauth/ledger/callback?state=s&code=c', { headers: { Cookie } });
      expect([answer.status, answer.headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
      const page = await answer.text();
      expect(page).to.include('Connect Harbour Coffee Ltd to Harbour Books?').and.include('Customer &lt;4711&gt;');
      for (const [name, value] of [
        ['selection', 'selection-1'],
        ['consent', 'sealed-consent'],
        ['tenant_id', 't-1'],
      ]) {
        expect(page).to.include(`<input type="hidden" name="${name}" value="${value}">`);
      }
      expect(page)
        .to.match(/name="decision" value="yes">Yes/)
        .and.match(/value="no" formnovalidate>No/);
    }
    const form = 'selection=selection-1&consent=sealed-consent&tenant_id=t-1&decision=';
    const answers = [await choose(`${form}yes`), await choose(`${form}no`)];
    expect(answers.map(({ headers }) => headers.get('location'))).to.deep.equal([
      'https://app.example.com/done?status=connected&external_account_id=customer-4711&connection_id=conn_1',
      'https://app.example.com/done?status=cancelled&external_account_id=customer-4711',
    ]);
  });

  it('asks by a form where the provider has no consent page, and tells what is wrong beside its field', async () => {
    const form: ConnectOutcome = {
      kind: 'asks-form',
      link: { ...link, url: 'https://api.example.com/connect/t-1', families: {}, providerName: 'Tryton' },
      fields: [
        { name: 'server_address', label: 'Server address', kind: 'address' },
        { name: 'password', label: 'Password', kind: 'secret' },
      ],
      entered: { server_address: 'https://"><script>' },
      problem: { field: 'password', why: 'wrong', message: 'the server refuses it', minutes: null },
    };
    const given: unknown[] = [];
    app.core.connectSessions.open = async () => form;
    app.core.connectSessions.submit = async (entered) => {
      given.push(entered);
      return form;
    };
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = 'server_address=https%3A%2F%2Fa.test&password=p%20w&other=1';
    const answer = await app.call('POST', '/connect/t-1', { body, headers });
    expect(given).to.deep.equal([{ token: 't-1', form: { server_address: 'https://a.test', password: 'p w' } }]);
    const page = await answer.text();
    expect([answer.status, answer.headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
    expect(page).to.include('action="/connect/t-1"').and.include('value="https://&quot;&gt;&lt;script&gt;"');
    expect(page).to.match(
      /<input id="password" name="password" type="password" value="" [^>]*aria-invalid="true" aria-describedby="password-problem">/,
    );
    expect(page)
      .to.include('id="password-problem" role="alert">The server refuses it.')
      .and.include('/connect/t-1/cancel');
    expect(page).not.to.match(/<script|p w/);
  });

  it('tells the application how it went, whatever its address says of it, and keeps the rest', async () => {
    const redirectUri = 'https://app.example.com/done?kept=1&status=old&connection_id=old&error=old';
    app.core.connectSessions.cancel = async () => ({
      kind: 'ended',
      link: { ...link, redirectUri },
      result: { status: 'cancelled' },
      isOpen: false,
    });
    const { headers } = await app.call('POST', '/connect/token-1/cancel');
    expect(Object.fromEntries(new URL(headers.get('location') ?? '').searchParams)).to.deep.equal({
      kept: '1',
      status: 'cancelled',
      external_account_id: 'customer-4711',
    });
  });

  it('says that a link is gone', async () => {
    const answer = await app.call('GET', '/connect/gone');
    expect(answer.status).to.equal(410);
    expect(await answer.text()).to.include('This link has expired');
  });

  it('tells failures as a page, without what only we may know', async () => {
    app.core.connectSessions.open = async () => {
      throw new Error('database password');
    };
    const defect = await app.call('GET', '/connect/token-1');
    expect(defect.status).to.equal(500);
    const page = await defect.text();
    expect(page)
      .to.include(requestIdSample)
      .and.include('<bdi>Harbour Books</bdi>')
      .and.not.include('database password');
    app.core.connectSessions.open = async () => {
      throw new ServiceError('PROVIDER_UNAVAILABLE', 'the provider cannot be reached');
    };
    const refused = await app.call('GET', '/connect/token-1');
    expect(refused.status).to.equal(503);
    expect(await refused.text()).to.include('The provider cannot be reached.');
  });
});
