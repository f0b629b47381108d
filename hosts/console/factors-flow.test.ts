// Second factors, invitations and several organizations in a browser, with an authenticator that the browser imitates.
import { expect } from 'chai';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { runCommand } from '../../tests/walk/processes.ts';
import { leaveOut } from '../../tools/left-out.ts';
import { axeFindings } from './testing/axe.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, signIn } from './testing/console-world.ts';
import { Hand, promised } from './testing/hand.ts';

describe('the console in a browser: second factors, invitations, organizations', () => {
  let world: ConsoleWorld | undefined;
  let page: Page;

  before(async function () {
    world = await openConsole();
    if (!world) return leaveOut(this, whyNoBrowser());
    page = (await world.visitor()).page;
    await page.goto('/console/test/overview');
    await signIn(page, world.credentials.console);
  });

  after(() => world?.close());

  const here = (): ConsoleWorld => {
    if (!world) throw new Error('there is no browser');
    return world;
  };
  const enter = async (on: Page, who: { readonly email: string; readonly password: string }) => {
    await on.getByLabel('E-mail address').fill(who.email);
    await on.getByLabel('Password').fill(who.password);
    await button('Sign in', on).click();
  };
  const menu = (name: string, on: Page) =>
    on.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
  const addApp = async (on: Page, password: string) => {
    await on.getByLabel('Your password').fill(password);
    await button('Authenticator app', on).click();
    const secret = (await on.locator('[data-secret]').textContent()) ?? '';
    await on.getByLabel('Code that the app shows').fill(new TOTP({ secret }).generate());
    await button('Add the app', on).click();
    await button('I have saved them', on).click();
  };
  const button = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: true });

  it('adds an app and a passkey, which sign-in asks for, and shows recovery codes once', async () => {
    const { email, password } = here().credentials.console;
    const codeOf = (secret: string, steps = 0) =>
      new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
    const hand = new Hand(() => page);
    await hand.follow('Account');
    await hand.press('Add a second factor');
    await page.getByLabel('Your password').fill(password);
    await hand.press('Authenticator app');
    await page.getByRole('img', { name: 'QR code with the key' }).waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    const secret = (await page.locator('[data-secret]').textContent()) ?? '';
    await page.getByLabel('Code that the app shows').fill('000000');
    await button('Add the app').click();
    await page.getByText('is wrong; is the clock of the device right?').waitFor();
    await page.getByLabel('Code that the app shows').fill(codeOf(secret));
    await hand.press('Add the app');
    expect(hand.told).to.equal(promised().get('Add a second factor'));
    await page.getByText('Save these recovery codes now').waitFor();
    await page.keyboard.press('Escape');
    const [recovery = ''] = await page.locator('[data-codes] code').allTextContents();
    await button('I have saved them').click();
    await page.getByText('10 recovery codes left').waitFor();
    const other = await here().visitor();
    const devices = await other.context.newCDPSession(other.page);
    await devices.send('WebAuthn.enable');
    const device = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
    } as const;
    const options = { ...device, isUserVerified: true, automaticPresenceSimulation: true };
    await devices.send('WebAuthn.addVirtualAuthenticator', { options });
    await other.page.goto('/console/sessions');
    await enter(other.page, { email, password });
    await other.page.getByRole('heading', { name: 'Prove that it is you' }).waitFor();
    expect(await axeFindings(other.page)).to.deep.equal([]);
    await other.page.getByLabel('Code of your app, or a recovery code').fill(recovery);
    await button('Sign in', other.page).click();
    await button('Add a second factor', other.page).click();
    await other.page.getByLabel('Your password').fill(password);
    await button('Passkey', other.page).click();
    await other.page.getByRole('row', { name: /^Passkey/ }).waitFor();
    await other.page.getByText('9 recovery codes left').waitFor();
    const signInAgain = async () => {
      await other.page.getByRole('dialog', { name: 'Sign in again' }).getByLabel('Password').fill(password);
      await button('Sign in', other.page).click();
      await button('Use a passkey', other.page).click();
    };
    for (const name of ['Passkey of Chrome on Linux', 'Authenticator app']) {
      await button(`Remove the second factor ${name}`, other.page).click();
      await other.page.getByLabel('Your password').fill(password);
      if (name.startsWith('Passkey')) await other.context.clearCookies();
      await button('Remove', other.page).click();
      if (name.startsWith('Passkey')) await signInAgain();
      await other.page.getByRole('row', { name: new RegExp(`^${name}`) }).waitFor({ state: 'detached' });
    }
  });

  it('requires a second factor of everybody, who can then only add one', async () => {
    const hand = new Hand(() => page);
    await page.goto('/console/test/overview');
    await hand.follow('Members');
    await hand.press('Require it of everybody…');
    await hand.press('Require it');
    expect(hand.told).to.equal(promised().get('Require a second factor of everybody'));
    await page.getByRole('heading', { name: 'Add a second factor' }).waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await addApp(page, here().credentials.console.password);
    await button('Require it no longer…').click();
    await button('Require it no longer').click();
    await page.getByRole('row', { name: /owner@localhost.*Yes/ }).waitFor();
    await page.goto('/console/sessions');
    await button('Remove the second factor Authenticator app').click();
    await page.getByLabel('Your password').fill(here().credentials.console.password);
    await button('Remove').click();
    await page.getByRole('row', { name: /^Authenticator app/ }).waitFor({ state: 'detached' });
  });

  it('invites by a link that works once, for a password of one’s own', async () => {
    await page.goto('/console/members?invite=1');
    await page.getByLabel('E-mail address').fill('friend@example.com');
    await page.getByRole('radio', { name: /^Developer/ }).check();
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.context().clearCookies();
    await button('Make the link').click();
    // What was typed stays beneath, and is sent once when the session is back.
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByText('Your session has ended').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    for (let i = 0; i < 2; i++) await page.keyboard.press('Escape');
    await again.getByLabel('Password').fill('certainly wrong');
    await page.keyboard.press('Enter');
    await again.getByText('the e-mail address or the password is wrong').waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).to.equal('friend@example.com');
    await again.getByLabel('Password').fill(here().credentials.console.password);
    await page.keyboard.press('Enter');
    await again.waitFor({ state: 'detached' });
    const link = (await page.locator('[data-secret]').textContent()) ?? '';
    await button('I have saved it').click();
    await page.getByRole('row', { name: /^friend@example.com.*Developer.*in 6 d/ }).waitFor();
    const [theirs, late] = [(await here().visitor()).page, (await here().visitor()).page];
    for (const on of [theirs, late]) {
      await on.goto(link);
      await on.getByRole('heading', { name: /^Join / }).waitFor();
    }
    expect(await axeFindings(theirs)).to.deep.equal([]);
    await theirs.getByLabel('Choose a password').fill('Password1234');
    await button('Join', theirs).click();
    await theirs.getByText('is too common a password').waitFor();
    const join = async (on: Page) => {
      await on.getByLabel('Choose a password').fill('a sentence of my own');
      await button('Join', on).click();
    };
    await join(theirs);
    await theirs.getByRole('heading', { name: 'Overview' }).waitFor();
    await join(late);
    await late.getByText('this invitation was used, withdrawn or is over').waitFor();
    expect(theirs.url()).not.to.contain('#');
    await page.getByText('No open invitations').waitFor();
    await theirs.goto('/console/sessions');
    await button('Add a second factor', theirs).click();
    await addApp(theirs, 'a sentence of my own');
    const hand = new Hand(() => page);
    await page.goto('/console/test/overview');
    await hand.follow('Members');
    await hand.press('Remove the second factors: friend@example.com');
    await hand.press('Remove second factors');
    await page.getByRole('row', { name: /^friend@example.com.*No/ }).waitFor();
    expect(hand.told).to.equal(promised().get('Help a member who lost device and recovery codes'));
  });

  /** Makes an organization with a member of the first owner's address. */
  const founded = (name: string, role: string, password: string) => {
    const admin = (args: readonly string[], input = '') =>
      runCommand('hosts/admin/main.ts', args, { DATA_DIR: here().dataDir }, input);
    const made = admin(['org', 'create', '--name', name, '--plan', 'paid', '--json']);
    const { organization_id: id } = JSON.parse(made) as { organization_id: string };
    const { email } = here().credentials.console;
    admin(['member', 'create', '--org', id, '--email', email, '--role', role], `${password}\n`);
    return id;
  };
  const row = (on: Page, hasText: string) => on.getByRole('row').filter({ hasText });
  const organizations = (on: Page) => on.locator('summary').filter({ hasText: 'Organization' });

  it('works in several organizations at once, each in its tab and under its address', async () => {
    const { email, password } = here().credentials.console;
    const hill = founded('Hill Books', 'owner', password);
    const inHill = (await here().visitor()).page;
    await inHill.goto('/console/members');
    await enter(inHill, { email, password });
    await inHill.getByRole('heading', { name: 'Choose an organization' }).waitFor();
    expect(await axeFindings(inHill)).to.deep.equal([]);
    await button('Hill Books', inHill).click();
    await row(inHill, email).waitFor();
    expect(await row(inHill, 'friend@example.com').count()).to.equal(0);
    for (const key of ['/', 'Shift+Tab', 'Enter']) await inHill.keyboard.press(key);
    const memberships = ['Development\nOwner', 'Hill Books\nOwner', 'Sign in to another…'];
    expect(await inHill.locator('.organizations li').allInnerTexts()).to.deep.equal(memberships);
    expect(await axeFindings(inHill)).to.deep.equal([]);
    await inHill.keyboard.press('Escape');
    expect(await organizations(inHill).evaluate((summary) => summary.matches(':focus'))).to.equal(true);
    const inDevelopment = await inHill.context().newPage();
    await inDevelopment.goto(inHill.url());
    const hand = new Hand(() => inDevelopment);
    await hand.click(organizations(inDevelopment));
    await hand.click(inDevelopment.getByRole('link', { name: 'Development' }));
    expect(hand.told).to.equal(promised().get('Work in another organization of mine'));
    await inDevelopment.getByRole('heading', { name: 'Overview' }).waitFor();
    const tabs = { 'made in Hill Books': inHill, 'made in Development': inDevelopment };
    for (const [name, on] of Object.entries(tabs)) {
      await menu('API keys', on).click();
      await on.getByRole('link', { name: 'Create a test key' }).click();
      await on.getByLabel('Name').fill(name);
      await button('Create key', on).click();
      await button('I have saved it', on).click();
      await row(on, name).waitFor();
    }
    expect(await row(inHill, 'made in Development').count()).to.equal(0);
    // An address without an organization leads to the page of the one that was switched to.
    await inHill.goto('/console/api-keys');
    await row(inHill, 'made in Development').waitFor();
    expect(inHill.url()).to.match(/\/console\/org_\w+\/api-keys$/);

    const lake = founded('Lake Books', 'viewer', 'another sentence of mine');
    await inHill.goto(`/console/${lake}/test/operations`);
    await inHill.getByRole('heading', { name: 'There is nothing for you at this address' }).waitFor();
    expect(await axeFindings(inHill)).to.deep.equal([]);
    await enter(inHill, { email, password });
    await inHill.getByText('the e-mail address or the password is wrong').waitFor();
    await organizations(inDevelopment).click();
    await button('Sign in to another…', inDevelopment).click();
    await inDevelopment.getByLabel('Password').fill('another sentence of mine');
    await inDevelopment.keyboard.press('Enter');
    await inDevelopment.waitForURL(`**/console/${lake}/test/overview`);
    await inHill.reload();
    await inHill.getByRole('heading', { name: 'Operations' }).waitFor();
    await inHill.goto(`/console/${hill}/api-keys`);
    await row(inHill, 'made in Hill Books').waitFor();
    await inHill.context().clearCookies();
    await inHill.reload();
    await enter(inHill, { email, password });
    await row(inHill, 'made in Hill Books').waitFor();
  });
});
