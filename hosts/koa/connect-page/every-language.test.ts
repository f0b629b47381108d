// Every page that a customer's person can meet, in every language, wide and on a phone.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type ConnectOutcome, type Link, ServiceError } from '#core';
import { leaveOut } from '../../../tools/left-out.ts';
import { axeFindings } from '../../console/testing/axe.ts';
import { openBrowser, whyNoBrowser } from '../../console/testing/browser.ts';
import { brand as plain, link as plainLink } from '../testing/connect-steps.ts';
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
const entry = { name: 'password', label: 'Password', kind: 'secret' } as const;
const url = 'https://api.ledgerport.test/connect/t';
const link: Link = { ...plainLink, brand, accountName, providerName: 'Harbour Ledger', url };
/** Of a link that ends on a page of the service. */
const closed = { ...link, redirectUri: '' };
const reconnect = { ...closed, reconnects: 'Harbour Kiln' };
const tenants = Array.from({ length: 12 }, (_, i) => ({
  tenantId: `t-${i}`,
  name: `Harbour Branch ${i + 1}`,
  holder: i === 0 ? ('own' as const) : i < 3 ? ('other' as const) : ('nobody' as const),
}));
const choose = { kind: 'asks-choice', link, selection: 's-1', tenants } as const;
type Told = ConnectOutcome;
const gone = (why: Extract<Told, { kind: 'gone' }>['why']): Told => ({
  kind: 'gone',
  why,
  result: null,
  ...(why !== 'unknown' && { link }),
});
const failed = (error: string, of = link) =>
  ({ kind: 'ended', link: of, result: { status: 'failed', error }, isOpen: true }) as const;
const problem = { field: null, why: 'never_heard_of', message: 'the books are odd', minutes: null };

function outcomes(): Readonly<Record<string, Told | ServiceError>> {
  const consent = { kind: 'asks-consent', link, consentUrl: 'https://login.example.com/', state: 's' } as const;
  const form = { kind: 'asks-form', link, fields: [entry], entered: {}, problem: null } as const;
  return {
    consent,
    zero: { ...consent, link: { ...link, accountName: null, retentionMode: 'zero', brand: longBrand } },
    again: { ...consent, link: reconnect },
    form,
    formAgain: { ...form, link: reconnect },
    refused: {
      ...form,
      problem: { ...problem, field: 'password', why: 'wrong_password', message: 'the server refuses it' },
    },
    odd: { ...form, problem },
    waits: { ...form, problem: { ...problem, why: 'rate_limited', message: null, minutes: 5 } },
    choose,
    one: { ...choose, tenants: tenants.slice(1, 4) },
    ask: { ...choose, tenants: tenants.slice(0, 1), carried: 'c' },
    askSeveral: { ...choose, carried: 'c' },
    wrong: { ...failed('wrong_organization', reconnect), wrong: { ...again, chosen: ['Harbour Tools'] } },
    wrongNone: { ...failed('wrong_organization', reconnect), wrong: { ...again, chosen: [] } },
    spent: { ...failed('invalid_grant'), spent: again },
    connected: { kind: 'connected', link: closed, connectionId: 'conn_1' as never, tenantName: 'Harbour Kiln' },
    connectedAgain: { kind: 'connected', link: reconnect, connectionId: 'conn_1' as never, tenantName: 'Harbour Kiln' },
    cancelled: { kind: 'ended', link: closed, result: { status: 'cancelled' }, isOpen: false },
    failed: failed('x', closed),
    taken: failed('duplicate_tenant_connection'),
    none: failed('no_organization'),
    down: failed('provider_unavailable'),
    full: failed('connection_limit_reached'),
    refusedThere: failed('authorization_failed'),
    late: failed('invalid_grant'),
    leaving: failed('disconnecting'),
    slow: failed('provider_timeout'),
    expired: gone('expired'),
    used: gone('used'),
    other: gone('other'),
    withdrawn: gone('withdrawn'),
    unknown: gone('unknown'),
    unavailable: new ServiceError('PROVIDER_UNAVAILABLE', 'the provider cannot be reached'),
    unreadable: new ServiceError('BAD_REQUEST', 'the form cannot be read'),
    defect: new ServiceError('INTERNAL', 'something went wrong'),
  };
}

describe('the connect page in every language', () => {
  let app: ServedApp;
  let steps: Readonly<Record<string, Told | ServiceError>>;

  before(async () => {
    app = await serveApp();
    steps = outcomes();
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
        // Words that both languages have.
        const isData = (text: string) =>
          /^(Harbour|req_)/.test(text) ||
          (language === 'es' && text === 'No') ||
          (language === 'fr' && text === 'contacts');
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
    steps = { ...steps, named: { ...choose, link: { ...link, locale: 'es' } } };
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
    const rowsOf = async (name: string) => {
      const page = await (await app.call('GET', `/connect/${name}`, { headers: { Accept: 'text/html' } })).text();
      const rows = [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => row);
      return rows.map((row) =>
        row
          .replaceAll(/<[^>]*>/g, '|')
          .split(/\|+/)
          .filter((text) => text.trim() !== ''),
      );
    };
    expect(await rowsOf('consent')).to.deep.equal([
      ['Records', 'Read', 'Create', 'Change'],
      ['contacts', 'allowed', 'allowed', 'allowed'],
      ['invoices', 'allowed', 'not allowed', 'not allowed'],
    ]);
    const texts = await textsIn('consent', 'en');
    expect(texts).to.include('Send invoices by e-mail');
    expect(texts).to.include('Harbour Books asks to connect to your Harbour Ledger').and.include('Harbour Café');
    expect((await textsIn('zero', 'en')).filter((text) => text.includes('account'))).to.deep.equal(
      ['Ledgerport stores none of these records. Each is read from your accounting when it is needed.'],
      'no account is shown without its name, and never our customer’s id',
    );
  });

  it('says that a link reconnects, and which organization', async () => {
    for (const name of ['again', 'formAgain']) {
      const texts = await textsIn(name, 'en');
      expect(
        texts.filter((text) => text === 'Reconnect Harbour Kiln to Harbour Books'),
        name,
      ).to.have.length(1);
      expect(texts.join()).to.include('connects no other').and.not.include('asks to connect');
    }
    expect(await textsIn('connectedAgain', 'de')).to.include(
      'Harbour Books hat bei Harbour Ledger wieder Zugriff auf Harbour Kiln. Sie können diese Seite schließen.',
    );
  });

  it('marks organizations that are connected, lets none be chosen that another has, and chooses the only one left', async () => {
    const radiosOf = async (name: string) => {
      const page = await (await app.call('GET', `/connect/${name}`, { headers: { Accept: 'text/html' } })).text();
      return [
        ...page.matchAll(/value="(t-\d+)" required( disabled| checked|)><span><bdi>[^<]*<\/bdi>(?:<small>([^<]*))?/g),
      ].map(([, id, state = '', note]) => [id, state.trim(), note]);
    };
    expect((await radiosOf('choose')).slice(0, 4)).to.deep.equal([
      ['t-0', '', en.connectedHere],
      ['t-1', 'disabled', en.connectedElsewhere],
      ['t-2', 'disabled', en.connectedElsewhere],
      ['t-3', '', undefined],
    ]);
    expect(await radiosOf('one')).to.deep.equal([
      ['t-1', 'disabled', en.connectedElsewhere],
      ['t-2', 'disabled', en.connectedElsewhere],
      ['t-3', 'checked', undefined],
    ]);
  });

  it('says in the headline why it did not work', async () => {
    for (const [name, title] of [
      ['taken', en.title_duplicate_tenant_connection],
      ['none', en.title_no_organization],
      ['down', en.title_provider_unavailable],
      ['full', 'Harbour Books cannot take more connections'],
      ['failed', en.failedTitle],
    ] as const) {
      expect((await textsIn(name, 'en')).slice(1, 3), name).to.include(title);
    }
  });

  it('does not name the service as what it runs on where the brand says so', async () => {
    const quiet = { ...link, brand: { ...brand, hidePoweredBy: true } };
    steps = { ...steps, named: { ...choose, link: quiet } };
    const shown = await textsIn('choose', 'en');
    const hidden = await textsIn('named', 'en');
    expect(shown.filter((text) => text.includes('Ledgerport'))).to.have.length(2);
    expect(hidden.filter((text) => text.includes('Ledgerport'))).to.deep.equal([]);
    expect(hidden).to.include(`Help from ${brand.name}`);
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
      ['consent zero again', ['Continue to Harbour Ledger', cancel]],
      ['form formAgain refused odd waits', ['Connect Harbour Ledger', cancel]],
      ['choose', [find, en.connectThis, cancel]],
      ['one', [en.connectThis, cancel]],
      ['ask', [en.yes, en.no]],
      ['askSeveral', [find, en.yes, en.no]],
      ['wrong wrongNone', [chooseAnother, cancel]],
      ['spent', [en.approveAgain, cancel]],
      ['taken none down full refusedThere late leaving slow', [tryAgain, `Back to ${brand.name}`]],
      ['expired used other withdrawn', [`Back to ${brand.name}`]],
      ['failed unavailable unreadable defect', [tryAgain]],
      // Nothing is known of an unknown link; the others say that the page may be closed.
      ['unknown connected connectedAgain cancelled', []],
    ];
    const told = rows.flatMap(([names, buttons]) => names.split(' ').map((name) => [name, buttons]));
    expect(ways).to.deep.equal(Object.fromEntries(told));
    const page = await (await app.call('GET', '/connect/taken', { headers: { Accept: 'text/html' } })).text();
    const backUrl =
      'https://app.example.com/done?status=failed&external_account_id=customer-4711&error=duplicate_tenant_connection';
    for (const href of [url, backUrl.replaceAll('&', '&amp;')]) expect(page).to.include(`href="${href}"`);
    const program = await app.call('GET', '/connect/taken');
    expect([program.status, program.headers.get('location')]).to.deep.equal([303, backUrl]);
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
      for (const name of isSampled
        ? ['consent', 'again', 'refused', 'choose', 'taken', 'expired']
        : Object.keys(steps)) {
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
