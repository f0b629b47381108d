// Every page that a customer's person can meet, in every language, wide and on a phone.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type ConnectStep, ServiceError } from '#core';
import { leaveOut } from '../../../tools/left-out.ts';
import { axeFindings } from '../../console/testing/axe.ts';
import { openBrowser, whyNoBrowser } from '../../console/testing/browser.ts';
import { brand as plain } from '../testing/connect-steps.ts';
import { type ServedApp, serveApp } from '../testing/served-app.ts';
import { speechIn } from './speech.ts';
import { de } from './words/de.ts';
import { en, type Words } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';

const brand = {
  ...plain,
  colour: '#ffd400',
  logo: 'a'.repeat(64),
  supportUrl: 'https://help.example.com/',
  privacyUrl: 'https://example.com/privacy',
};
const longBrand = { ...brand, name: `Harbour ${'W'.repeat(60)} ספרים` };
const accountName = 'Harbour Café';
const again = { consentUrl: 'https://login.example.com/', selection: 's-1' };
const entry = { name: 'password', label: 'Password', kind: 'secret', value: '' } as const;
const tenants = Array.from({ length: 12 }, (_, i) => ({ tenantId: `t-${i}`, name: `Harbour Branch ${i + 1}` }));
const choose = { kind: 'choose', brand, selection: 's-1', tenants } as const;
const back = { backUrl: 'https://app.example.com/done' };
const gone = (why: 'unknown' | 'expired' | 'other' | 'used'): ConnectStep => ({
  kind: 'gone',
  why,
  ...(why !== 'unknown' && { brand, ...back }),
});
const failed = (error: string) =>
  ({
    kind: 'ended',
    brand,
    result: { status: 'failed', error },
    again: 'https://api.ledgerport.test/connect/t',
  }) as const;

async function stepsOf({ core }: ServedApp): Promise<Readonly<Record<string, ConnectStep | ServiceError>>> {
  const consent = await core.connectSessions.open('token-1');
  if (consent.kind !== 'consent') throw new Error('no consent is asked for');
  const { consentUrl: _, cancelToken: __, state: ___, ...sample } = consent;
  const asking = { ...sample, brand, accountName, providerName: 'Harbour Ledger' };
  const form = { ...asking, kind: 'form', fields: [{ ...entry, problem: null }], problem: null, token: 't' } as const;
  const refused = { fields: [{ ...entry, problem: 'the server refuses it' }], why: 'wrong_password' };
  return {
    consent: { ...consent, ...asking },
    zero: { ...consent, ...asking, retentionMode: 'zero', brand: longBrand },
    form: { ...form, why: null },
    refused: { ...form, ...refused },
    odd: { ...form, problem: 'the books are odd', why: 'never_heard_of' },
    choose,
    ask: { ...choose, tenants: tenants.slice(0, 1), asked: { accountName, consent: 'c' } },
    askSeveral: { ...choose, asked: { accountName, consent: 'c' } },
    wrong: { kind: 'wrong', brand, chosen: 'Harbour Tools', wanted: 'Harbour Kiln', ...again },
    wrongNone: { kind: 'wrong', brand, chosen: '', wanted: 'Harbour Kiln', ...again },
    spent: { kind: 'spent', brand, ...again },
    connected: { kind: 'ended', brand, result: { status: 'connected', connectionId: 'conn_1' as never } },
    cancelled: { kind: 'ended', brand, result: { status: 'cancelled' } },
    failed: failed('x'),
    taken: { ...failed('duplicate_tenant_connection'), ...back },
    none: { ...failed('no_organization'), ...back },
    down: { ...failed('provider_unavailable'), ...back },
    full: { ...failed('connection_limit_reached'), ...back },
    expired: gone('expired'),
    used: gone('used'),
    other: gone('other'),
    unknown: gone('unknown'),
    unavailable: new ServiceError('PROVIDER_UNAVAILABLE', 'the provider cannot be reached'),
    unreadable: new ServiceError('BAD_REQUEST', 'the form cannot be read'),
    defect: new ServiceError('INTERNAL', 'something went wrong'),
  };
}

describe('the connect page in every language', () => {
  let app: ServedApp;
  let steps: Readonly<Record<string, ConnectStep | ServiceError>>;

  before(async () => {
    app = await serveApp();
    steps = await stepsOf(app);
    app.core.connectSessions.open = async (name) => {
      const step = steps[name];
      if (!step || step instanceof ServiceError) throw step ?? new Error(name);
      return step;
    };
    app.core.connectSessions.choose = async () => choose;
  });
  after(() => app.close(1000));

  const textsIn = async (name: string, language: string): Promise<readonly string[]> => {
    const headers = { Accept: 'text/html', 'Accept-Language': language };
    const answer = await app.call('GET', `/connect/${name}`, { headers });
    const page = await answer.text();
    expect(page, name).to.include(`<html lang="${language.slice(0, 2)}">`);
    const body = page.replace(/<style>[\s\S]*<\/style>/, '');
    return body.split(/<[^>]*>/).flatMap((text) => (/\p{L}{2}/u.test(text) ? [text.trim()] : []));
  };

  it('leaves no English text on any page of another language', async () => {
    for (const name of Object.keys(steps)) {
      const english = await textsIn(name, 'en');
      for (const language of ['fr', 'de-AT', 'es']) {
        const same = (await textsIn(name, language)).filter((text) => english.includes(text));
        const isData = (text: string) => /^(Harbour|req_)/.test(text) || (language === 'es' && text === 'No');
        expect(
          same.filter((text) => !isData(text)),
          `${name} in ${language}`,
        ).to.deep.equal([]);
      }
    }
  });

  it('speaks English to all others, and German before a less wanted French', async () => {
    for (const [accepted, title] of [
      ['ja', en.failedTitle],
      ['*', en.failedTitle],
      ['fr;q=0.5, de-CH;q=0.9, ja', de.failedTitle],
    ]) {
      const answer = await app.call('GET', '/connect/failed', { headers: { 'Accept-Language': accepted ?? '' } });
      expect(await answer.text(), accepted).to.include(`<h1>${title}</h1>`);
    }
  });

  it('speaks the language that the session names, whatever the browser asks', async () => {
    steps = { ...steps, named: { ...choose, locale: 'es' } };
    const answer = await app.call('GET', '/connect/named', { headers: { 'Accept-Language': 'de' } });
    expect(await answer.text())
      .to.include('<html lang="es">')
      .and.include(es.yourOrganizations);
  });

  it('fills the same places in each language, and writes dates as it does', () => {
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const words of [fr, de, es]) {
      for (const key of Object.keys(en) as (keyof Words)[]) {
        expect(places(words[key]), `${key}: ${words[key]}`).to.deep.equal(places(en[key]));
      }
    }
    const dates = (['en', 'fr', 'de', 'es'] as const).map((one) =>
      speechIn(one).date(new Date('2026-03-05T14:07:00Z')),
    );
    expect(dates.map((text) => text.replaceAll(/\s/g, ' '))).to.deep.equal([
      'March 5, 2026 at 2:07 PM UTC',
      '5 mars 2026 à 14:07 UTC',
      '5. März 2026 um 14:07 UTC',
      '5 de marzo de 2026 a las 14:07 UTC',
    ]);
  });

  it('tells the rights that the provider’s coverage gives, and no others', async () => {
    const texts = await textsIn('consent', 'en');
    expect(texts.filter((text) => /^(Read|Create|Change|Send) /.test(text))).to.deep.equal([
      'Read contacts and invoices',
      'Create contacts',
      'Change contacts',
      'Send invoices by e-mail',
    ]);
    expect(texts).to.include('Harbour Books asks to connect to your Harbour Ledger').and.include('Harbour Café');
  });

  it('gives every page its way on: an act, another try, or back to the application', async () => {
    const ways: Record<string, readonly string[]> = {};
    for (const name of Object.keys(steps).filter((one) => one !== 'named')) {
      const page = await (await app.call('GET', `/connect/${name}`, { headers: { Accept: 'text/html' } })).text();
      const buttons = page.matchAll(/class="button[^>]*>([^<]*)</g);
      ways[name] = [...buttons].map((found) => found[1] ?? '');
    }
    const { cancel, tryAgain, filterButton: find, chooseAnother } = en;
    const rows: readonly [names: string, ways: readonly string[]][] = [
      ['consent zero', ['Continue to Harbour Ledger', cancel]],
      ['form refused odd', ['Connect Harbour Ledger', cancel]],
      ['choose', [find, en.connectThis, cancel]],
      ['ask', [en.yes, en.no]],
      ['askSeveral', [find, en.yes, en.no]],
      ['wrong wrongNone', [chooseAnother, cancel]],
      ['spent', [en.approveAgain, cancel]],
      ['taken none down full', [tryAgain, `Back to ${brand.name}`]],
      ['expired used other', [`Back to ${brand.name}`]],
      ['failed unavailable unreadable defect', [tryAgain]],
      // Nothing is known of an unknown link; the other two say that the page may be closed.
      ['unknown connected cancelled', []],
    ];
    const told = rows.flatMap(([names, buttons]) => names.split(' ').map((name) => [name, buttons]));
    expect(ways).to.deep.equal(Object.fromEntries(told));
    const page = await (await app.call('GET', '/connect/taken', { headers: { Accept: 'text/html' } })).text();
    for (const href of ['https://api.ledgerport.test/connect/t', back.backUrl])
      expect(page).to.include(`href="${href}"`);
    const program = await app.call('GET', '/connect/taken');
    expect([program.status, program.headers.get('location')]).to.deep.equal([303, back.backUrl]);
    const huge = 'x'.repeat(20_000);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const refused = await app.call('POST', '/connect/form', { body: huge, headers });
    expect(await refused.text())
      .to.include('href="/connect/form"')
      .and.include(en.tryAgain);
  });

  it('is clean to axe, keeps its refusal in view, and finds one of many organizations without a script', async function () {
    const browser = await openBrowser();
    if (!browser) return leaveOut(this, whyNoBrowser());
    const inView = async (page: Page, name: string) => {
      const { height } = page.viewportSize() ?? { height: 0 };
      const buttons = await page.locator('.actions .button').all();
      for (const button of buttons) {
        const box = await button.boundingBox();
        expect((box?.y ?? height) + (box?.height ?? 0), name).to.be.at.most(height);
      }
      const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
      expect(isWide, name).to.equal(false);
    };
    for (const [locale, width, colorScheme] of [
      ['en-GB', 1280, 'light'],
      ['fr-FR', 380, 'light'],
      ['de-DE', 380, 'dark'],
      ['es-ES', 1280, 'dark'],
    ] as const) {
      const context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 780 } });
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      // The pages of all languages are built alike.
      const isSampled = ['fr-FR', 'es-ES'].includes(locale);
      for (const name of isSampled ? ['consent', 'refused', 'choose', 'taken', 'expired'] : Object.keys(steps)) {
        await page.goto(`${app.url}/connect/${name}`);
        expect(await axeFindings(page), `${name} ${locale}`).to.deep.equal([]);
        await inView(page, `${name} ${locale}`);
      }
      await context.close();
    }
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 380, height: 780 } });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(`${app.url}/connect/choose`);
    const radios = page.getByRole('radio');
    await page.getByLabel(en.filterLabel).fill('BRÁNCH 1');
    await page.getByLabel(en.filterLabel).press('Enter');
    await radios.nth(3).waitFor();
    expect(await radios.count()).to.equal(4);
    await page.getByLabel(en.filterLabel).fill('nowhere');
    await page.getByRole('button', { name: en.filterButton, exact: true }).click();
    await page.getByText('No organization has “nowhere” in its name.').waitFor();
    await page.getByRole('button', { name: en.filterAll }).click();
    await radios.nth(11).waitFor();
    await context.close();
  });
});
