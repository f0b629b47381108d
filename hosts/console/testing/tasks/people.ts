// Keys and people.
import { expect } from 'chai';
import { signIn } from '../console-world.ts';
import { colleague, type Task } from './task-world.ts';

export const people: readonly Task[] = [
  {
    question: 'Replace a key without downtime',
    answer: async ({ page, hand }) => {
      await hand.follow('API keys');
      await hand.press('Roll development, test');
      await hand.press('Roll key');
      await page
        .getByText(/^acct_test_/)
        .first()
        .waitFor();
    },
  },
  {
    question: "Make a key that may only read one customer's books until spring",
    answer: async ({ page, hand }) => {
      await hand.follow('API keys');
      await hand.follow('Create a test key');
      await page.getByLabel('Name').fill('report');
      for (const scope of [/^Write/, /^Automate/, /^Administer/]) await hand.click(page.getByLabel(scope));
      await hand.choose('Expires', 'In 90 days');
      await page.getByLabel('Only for these connections', { exact: true }).fill('harbour');
      await hand.press(/^Harbour Tools Ltd customer-1/);
      await page.getByRole('button', { name: 'Leave out Harbour Tools Ltd' }).waitFor();
      await hand.press('Create key');
      await page
        .getByText(/^acct_test_/)
        .first()
        .waitFor();
    },
  },
  {
    question: 'Bring a colleague in',
    answer: async ({ page, hand }) => {
      await hand.follow('Members');
      await hand.follow('Add a member');
      await page.getByLabel('E-mail address').fill('friend@example.com');
      await hand.press('Make the link');
      await page.locator('[data-secret]').waitFor();
    },
  },
  {
    question: 'Change what a colleague may do',
    answer: async ({ page, hand }) => {
      await hand.follow('Members');
      await hand.press(`Change the role: ${colleague}`);
      await hand.click(page.getByRole('radio', { name: /^Viewer/ }));
      await hand.press('Change role');
      await page.getByRole('row', { name: new RegExp(`${colleague}.*Viewer`) }).waitFor();
    },
  },
  {
    question: 'Show customers our own name, colour and logo when they connect',
    answer: async ({ page, hand }) => {
      await hand.follow('Connect page');
      await page.getByLabel('Display name').fill('Harbour Apps');
      await hand.press('Save');
      await page.getByText('Connect page changed').waitFor();
    },
  },
  {
    question: 'Send a page to a colleague',
    answer: async ({ page, world }) => {
      await page.getByRole('link', { name: 'Operations', exact: true }).click();
      await page.getByLabel('State').selectOption('failed');
      await page.waitForURL(/state=failed/);
      const { page: theirs } = await world.visitor();
      await theirs.goto(page.url());
      await signIn(theirs, world.credentials.console);
      await theirs.getByLabel('State').and(theirs.locator('.set')).waitFor();
      expect(theirs.url()).to.equal(page.url());
      await theirs.close();
    },
  },
];
