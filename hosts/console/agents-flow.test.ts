// What a person does about an agent: makes its key, reads what it asks for, approves, declines with a comment that it reads.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '../../contract-tests/testing/until.ts';
import { type Answer, type Body, type Client, clientOf, connected, textAt } from '../../tests/walk/client.ts';
import { leaveOut } from '../../tools/left-out.ts';
import { axeFindings } from './testing/axe.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, signIn, type Visitor } from './testing/console-world.ts';
import { Hand, promised } from './testing/hand.ts';

describe('the console in a browser: agents', () => {
  let world: ConsoleWorld | undefined;
  let visitor: Visitor;
  let page: Page;
  let tenantId: string;
  let books: string;
  let contactId: string;
  let agent: Client;

  before(async function () {
    world = await openConsole();
    if (!world) return leaveOut(this, whyNoBrowser());
    const { client, sandbox, credentials } = world;
    [tenantId = ''] = await sandbox.tenants();
    books = `/v1/connections/${await connected(client, sandbox, { externalAccountId: 'customer-1', tenantIds: [tenantId] })}`;
    const contact = await client.expecting(201, 'POST', `${books}/contacts`, {
      name: 'Quay \u202eBuilders',
      email: 'books@quay.example',
    });
    contactId = textAt(contact, 'data.item.id');
    visitor = await world.visitor();
    page = visitor.page;
    await page.goto('/console/api-keys');
    await signIn(page, credentials.console);
  });

  after(() => world?.close());

  const here = (): ConsoleWorld => {
    if (!world) throw new Error('there is no browser');
    return world;
  };
  const hand = new Hand(() => page);
  const toldFor = (question: string) => expect(hand.told).to.equal(promised().get(question));
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  /** In both themes, and on a narrow screen, into which it fits. */
  const looksRight = async () => {
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 380, height: 800 });
    expect(await axeFindings(page, ['color-contrast', 'region', 'target-size'])).to.deep.equal([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  const invoice = (quantity: number, description = 'Bench') => ({
    type: 'receivable',
    contact_id: contactId,
    currency: 'NZD',
    line_items: [{ description, quantity, unit_amount: 10.5, account_code: '200' }],
  });
  const propose = (ref: string, body: Body): Promise<Answer> =>
    agent.call('POST', `${books}/invoices`, body, { 'request-ref': ref });
  const proposed = async (ref: string, body: Body): Promise<string> => {
    const { status, body: answer } = await propose(ref, body);
    expect(status, JSON.stringify(answer)).to.equal(202);
    return textAt(answer, 'data.operation_id');
  };
  const invoicesInTheBooks = () => here().sandbox.documents(tenantId, 'Invoices');
  const stateOf = async (id: string) => (await agent.expecting(200, 'GET', `/v1/operations/${id}`))['data'] as Body;

  it('makes a key for an agent on one screen, which says what it may do, and shows the secret once', async () => {
    hand.rest();
    await hand.follow('API keys');
    await hand.follow('Make one for an agent');
    const sentence = page.locator('[data-sentence]');
    await sentence.getByText('Choose the companies that it works for.').waitFor();
    await page.getByLabel('Name').fill('Bookkeeper');
    await button('Make the key').click();
    await page.getByRole('alert').getByText('Choose the companies that it works for.').waitFor();
    await page.getByRole('textbox', { name: 'Companies that it works for' }).fill('harbour');
    await hand.press(/^Harbour Tools Ltd/);
    await sentence.getByText('This agent reads the test books of “Harbour Tools Ltd”, and changes nothing.').waitFor();
    await page.getByLabel(/^Read and write/).check();
    await sentence.getByText('Each write waits until one of your people has approved it').waitFor();
    await page.getByLabel('Nobody approves anything').check();
    await page.getByRole('list', { name: 'What is broad about it' }).getByText('Nobody looks').waitFor();
    await page.getByLabel('A person approves each write').check();
    await page.getByRole('textbox', { name: 'Currency' }).fill('nzd');
    await page.getByLabel('A day', { exact: true }).fill('5000');
    await sentence.getByText('At most 5,000.00 NZD in a day').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await hand.press('Make the key');
    toldFor("Give an agent access to one customer's books");
    const dialog = page.getByRole('dialog');
    const secret = await dialog.locator('[data-secret]').innerText();
    const { base_url: origin } = here().credentials;
    await dialog.getByText(`claude mcp add --transport http ledgerport-bookkeeper ${origin}/mcp`).waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('row', { name: /Bookkeeper.*A person approves each write · 5,000.00 NZD a day/ }).waitFor();
    expect(await page.content()).not.to.contain(secret);
    agent = clientOf(origin, secret);
  });

  it('shows what waits as a person reads it; opening its link decides nothing; approved, it is written once', async () => {
    const id = await proposed('order 4711 <b>now</b>', invoice(2, 'Oak \u202ehcneb'));
    expect(await proposed('order 4711 <b>now</b>', invoice(2, 'Oak \u202ehcneb')), 'the same thing').to.equal(id);
    const { approve_url: link } = await stateOf(id);
    const before = (await invoicesInTheBooks()).length;
    await page.goto(String(link));
    await page.getByText('Harbour Tools Ltd').first().waitFor();
    await page.getByText('New invoice').waitFor();
    await page.getByText('21.00 NZD').first().waitFor();
    await page.getByText('Quay ⟨U+202E⟩Builders').waitFor();
    await page.getByRole('cell', { name: 'Oak ⟨U+202E⟩hcneb' }).waitFor();
    await page.getByText('order 4711 <b>now</b>').waitFor();
    await page.getByText('the agent’s words').waitFor();
    await page.getByText('not verified').waitFor();
    await looksRight();
    const told = await page.locator('h1, h2, button').allInnerTexts();
    expect(told.join(' '), 'no text of others is in a heading or a button').not.to.match(/Quay|Oak|4711/);
    expect((await stateOf(id))['state']).to.equal('awaiting_approval');
    await page.goto('/console/test/overview');
    hand.rest();
    await hand.follow('1 write of an agent waits for somebody to approve or decline');
    await hand.follow('New invoice');
    await hand.press('Approve…');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Harbour Tools Ltd').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await hand.press('Approve and write', dialog);
    toldFor('What has an agent asked for, and shall it be written?');
    await page.getByText('It was approved and is written.').waitFor();
    expect((await invoicesInTheBooks()).length).to.equal(before + 1);
  });

  it('shows what a change would change, and declines it with a comment that the agent reads', async () => {
    const asked = await agent.call(
      'PATCH',
      `${books}/contacts/${contactId}`,
      { email: 'pay-here@stranger.example' },
      { 'idempotency-key': 'change 1' },
    );
    expect(asked.status, JSON.stringify(asked.body)).to.equal(202);
    const id = textAt(asked.body, 'data.operation_id');
    await page.goto('/console/test/approvals');
    await page.getByRole('link', { name: 'Approvals 1 waiting' }).waitFor();
    await page.getByRole('link', { name: 'Change of a contact' }).click();
    await page.getByRole('row', { name: 'E-mail books@quay.example pay-here@stranger.example' }).waitFor();
    await button('Decline…').click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Decline' }).isDisabled(), 'without a comment').to.equal(true);
    await dialog.getByLabel('Comment').fill('Ask them on the telephone first.');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('It was declined. Nothing was sent.').waitFor();
    const { state, error, decision } = await stateOf(id);
    expect([state, textAt(error, 'reason'), textAt(decision, 'comment')]).to.deep.equal([
      'cancelled',
      'declined',
      'Ask them on the telephone first.',
    ]);
    expect(textAt(error, 'message')).to.contain('Ask them on the telephone first.');
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('approves several under their sum, and says so where another person was faster', async () => {
    const ids: string[] = [];
    for (const quantity of [10, 20, 30]) ids.push(await proposed(`week ${quantity}`, invoice(quantity)));
    await page.goto('/console/test/overview');
    hand.rest();
    await hand.follow(/^Approvals/);
    await page.getByRole('row', { name: /New invoice Quay ⟨U\+202E⟩Builders.*week 30/ }).waitFor();
    await page.getByText('None is chosen.').waitFor();
    await page.getByLabel(/^Choose New invoice 105.00 NZD/).check();
    await page.getByText('1 chosen: 105.00 NZD').waitFor();
    await hand.press('Choose all here');
    await page.getByText('3 chosen: 630.00 NZD').waitFor();
    await looksRight();
    await hand.press('Approve 3…');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('630.00 NZD').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    // Another member decides while the dialog is open.
    const [first = ''] = ids;
    const other = await here().visitor();
    await other.page.goto(`/console/test/operations/${first}`);
    await signIn(other.page, here().credentials.console);
    await other.page.getByRole('button', { name: 'Decline…' }).click();
    await other.page.getByRole('dialog').getByLabel('Comment').fill('not this week');
    await other.page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await other.page.getByText('It was declined.').waitFor();
    await hand.press('Approve 3', dialog);
    toldFor('Approve what agents asked for together');
    await dialog.getByRole('alert').getByText('Somebody else has decided about it already.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('2 chosen: 525.00 NZD').waitFor();
    await button('Approve 2…').click();
    await dialog.getByRole('button', { name: 'Approve 2' }).click();
    await page.getByText('Nothing waits').waitFor();
    await until('both are written', async () => {
      const states = await Promise.all(ids.map(async (id) => (await stateOf(id))['state']));
      return states.join() === 'cancelled,succeeded,succeeded';
    });
  });

  it('shows a day of the agent: calls, refusals, what it spent, what it asked for and what people said', async () => {
    const wrong = await propose('a wrong account', { ...invoice(1), line_items: [] });
    expect(wrong.status).to.equal(400);
    hand.rest();
    await hand.follow('API keys');
    await hand.follow('Bookkeeper');
    toldFor('What did this agent do today?');
    await page.getByRole('heading', { name: 'Bookkeeper' }).waitFor();
    await page.getByText('546.00 NZD of 5,000.00 NZD').waitFor();
    await page.getByText('Declined by owner@localhost: “Ask them on the telephone first.”').waitFor();
    await page.getByText('This agent reads and writes the test books of “Harbour Tools Ltd”.').waitFor();
    await until('the refusal is logged', async () => {
      await page.reload();
      await page.getByText('Refused, by reason').waitFor();
      return (await page.getByRole('row', { name: /BAD_REQUEST/ }).count()) > 0;
    });
    await looksRight();
    await page.getByRole('link', { name: 'Yesterday' }).click();
    await page.getByText('Nothing had to be approved on this day.').waitFor();
  });

  it('has the acts of both in the audit log, and finds the agent', async () => {
    await page.goto('/console/audit');
    for (const act of ['Made an API key for an agent', 'Approved a write of an agent', 'Declined a write of an agent'])
      await page
        .getByRole('row', { name: new RegExp(act) })
        .first()
        .waitFor();
    await page.getByRole('combobox', { name: /Search/ }).fill('bookk');
    await page
      .getByRole('group', { name: 'API keys' })
      .getByRole('option', { name: /Bookkeeper/ })
      .click();
    await page.waitForURL(/\/test\/agents\/key_/);
  });

  it('never made the browser complain', () => {
    expect(visitor.complaints.filter((told) => !told.includes('status of 4'))).to.deep.equal([]);
  });
});
