// "Your connection" in every state and language.
import { expect } from 'chai';
import { type PortalStep, ServiceError } from '#core';
import { leaveOut } from '../../../tools/left-out.ts';
import { axeFindings } from '../../console/testing/axe.ts';
import { openBrowser, whyNoBrowser } from '../../console/testing/browser.ts';
import { brand, portal } from '../testing/connect-steps.ts';
import { type ServedApp, serveApp } from '../testing/served-app.ts';
import { en } from './words/en.ts';

const gone = { kind: 'gone', brand, why: 'expired', backUrl: 'https://app.example.com/settings' } as const;
const steps: Readonly<Record<string, PortalStep>> = {
  active: portal,
  partly: { ...portal, healthReason: 'scope_missing', lastWrittenAt: null, retentionMode: 'zero' },
  slow: { ...portal, healthReason: 'provider_unavailable', accountName: null },
  lost: { ...portal, status: 'action_required' },
  leaving: { ...portal, status: 'disconnecting' },
  ended: { ...portal, status: 'disconnected' },
  expired: gone,
  unknown: { kind: 'gone', why: 'unknown' },
};
const { endAccess, renew, reconnect, endConfirm, endKeep } = en;
const back = `Back to ${brand.name}`;
/** The buttons of each page. */
const ways: Readonly<Record<string, readonly string[]>> = {
  active: [renew, endAccess, back],
  'active?status=connected': [renew, endAccess, back],
  slow: [renew, endAccess, back],
  partly: [renew, endAccess, back],
  lost: [reconnect, endAccess, back],
  leaving: [endAccess, back],
  ended: [back],
  expired: [back],
  unknown: [],
  'active/end': [endKeep, endConfirm],
  'partly/end': [endKeep, endConfirm],
  'ended/end': [back],
};

describe('the pages of a customer’s connection', () => {
  let app: ServedApp;
  before(async () => {
    app = await serveApp();
    app.core.portal.open = async (token) => steps[token] ?? gone;
  });
  after(() => app.close(1000));

  const page = async (name: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await app.call('GET', `/portal/${name}`, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const buttonsOf = (text: string) => [...text.matchAll(/class="button[^>]*>([^<]*)</g)].map((found) => found[1]);

  it('say what is so, and what can be done about it', async () => {
    for (const [name, buttons] of Object.entries(ways)) {
      const { status, text } = await page(name);
      expect(buttonsOf(text), name).to.deep.equal(buttons);
      expect(status, name).to.equal(['expired', 'unknown'].includes(name) ? 410 : 200);
    }
    const { text } = await page('active');
    expect(text).to.include('Harbour Books has access to Harbour &lt;Tools&gt; Ltd at Harbour Ledger.');
    for (const told of [
      `<strong>${en.portalFine}</strong>`,
      '<th scope="row">contacts</th>',
      'Nov 18, 2026, 8:00',
      'action="/portal/token-1/reconnect"',
    ]) {
      expect(text).to.include(told);
    }
    expect(text).not.to.match(/<script|javascript:| on\w+=/);
    // A button of the main colour stands only where the customer has to act; what ends the access is red.
    const main = (one: string) => [...one.matchAll(/class="button"/g)].length;
    const texts = await Promise.all(['active', 'slow', 'partly', 'lost', 'active/end'].map((one) => page(one)));
    expect(texts.map((one) => main(one.text))).to.deep.equal([0, 0, 1, 1, 0]);
    expect(texts[4]?.text).to.include(`class="button danger" type="submit">${endConfirm}`);
    expect(texts[1]?.text)
      .to.include('may be out of date')
      .and.not.include(en.portalFine)
      .and.not.include(en.forAccount);
    expect((await page('partly/end')).text)
      .to.include(en.endCopy_zero)
      .and.not.include(en.endCopy_cached);
  });

  it('may be framed by the origin to return to alone, and are kept by nobody', async () => {
    const origin = 'https://app.example.com';
    for (const [name, ancestors, frames] of [
      ['active', origin, null],
      ['active/end', origin, null],
      ['expired', origin, null],
      ['unknown', "'none'", 'DENY'],
    ] as const) {
      const { headers } = await page(name);
      expect(headers.get('content-security-policy'), name).to.match(new RegExp(`frame-ancestors ${ancestors}$`));
      expect(headers.get('x-frame-options'), name).to.equal(frames);
      expect([headers.get('referrer-policy'), headers.get('cache-control')]).to.deep.equal(['no-referrer', 'no-store']);
      expect(headers.getSetCookie()).to.deep.equal([]);
    }
    // The connect flow refuses frames, and the application is there already.
    const framed = (await page('active', { 'Sec-Fetch-Dest': 'iframe' })).text;
    expect(framed).to.include('/reconnect" target="_blank"');
    expect(buttonsOf(framed)).to.deep.equal([renew, endAccess]);
  });

  it('do what is asked, and tell on the same page what was refused', async () => {
    const act = async (name: string) => {
      const answer = await app.call('POST', `/portal/active/${name}`);
      return [answer.status, answer.headers.get('location'), answer.headers.getSetCookie().join().split(';')[0]];
    };
    expect(await act('end')).to.deep.equal([303, '/portal/active', '']);
    const cookie = 'ledgerport_portal_ps_1=active';
    expect(await act('reconnect')).to.deep.equal([303, 'https://api.example.com/connect/token-1', cookie]);
    const returned = await page('back?portal=ps_1&status=connected', { Cookie: cookie });
    expect([returned.status, returned.headers.get('location')]).to.deep.equal([303, '/portal/active?status=connected']);
    for (const Cookie of ['', 'ledgerport_portal_ps_2=active']) {
      const elsewhere = await page('back?portal=ps_1&status=connected', { Cookie });
      expect([elsewhere.status, elsewhere.text.includes(en.connectedTitle)]).to.deep.equal([200, true]);
    }
    expect((await page('back')).status).to.equal(410);
    for (const [code, status, words] of [
      ['PROVIDER_UNAVAILABLE', 503, en.problem_provider_unavailable],
      ['RATE_LIMITED', 429, en.problem_rate_limited],
      ['READ_ONLY', 403, en.error_other],
    ] as const) {
      app.core.portal.end = async () => {
        throw new ServiceError(code, 'refused');
      };
      const answer = await app.call('POST', '/portal/active/end');
      const text = await answer.text();
      expect([answer.status, text.includes(`role="alert">${words}<`), buttonsOf(text)]).to.deep.equal([
        status,
        true,
        [endKeep, endConfirm],
      ]);
      expect(answer.headers.get('x-frame-options')).to.equal(null);
    }
  });

  it('leave no English text in another language', async () => {
    const textsOf = async (name: string, language: string) => {
      const { text } = await page(name, { 'Accept-Language': language });
      const body = text.replace(/<style>[\s\S]*<\/style>/, '');
      return body.split(/<[^>]*>/).flatMap((one) => (/\p{L}{2}/u.test(one) ? [one.trim()] : []));
    };
    for (const name of Object.keys(ways)) {
      const english = await textsOf(name, 'en');
      for (const language of ['fr', 'de', 'es']) {
        const same = (await textsOf(name, language)).filter((text) => english.includes(text));
        expect(
          same.filter((text) => !/^Harbour/.test(text) && !(language === 'fr' && text === 'contacts')),
          `${name} in ${language}`,
        ).to.deep.equal([]);
      }
    }
  });

  it('are clean to axe, light and dark, wide and on a phone', async function () {
    const browser = await openBrowser();
    if (!browser) return leaveOut(this, whyNoBrowser());
    for (const [width, colorScheme, locale] of [
      [1280, 'light', 'en-GB'],
      [380, 'dark', 'de-DE'],
      [380, 'light', 'fr-FR'],
      [380, 'light', 'es-ES'],
    ] as const) {
      const context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 780 } });
      const person = await context.newPage();
      person.setDefaultTimeout(30_000);
      for (const name of ['active', 'slow', 'partly', 'lost', 'ended', 'active/end']) {
        await person.goto(`${app.url}/portal/${name}`);
        // The pages of all languages are built alike, but their words are of other lengths.
        if (colorScheme === 'dark' || width > 380) {
          expect(await axeFindings(person), `${name} ${width}`).to.deep.equal([]);
        }
        const wide = `const edge = (one) => one.getBoundingClientRect().right;
          [...document.querySelectorAll('main *')].some((one) => edge(one) > edge(document.querySelector('main')))`;
        expect(await person.evaluate<boolean>(wide), `${name} ${locale}`).to.equal(false);
      }
      await context.close();
    }
  });
});
