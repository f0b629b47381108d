// The console itself.
import { expect } from 'chai';
import { until } from '../../../../contract-tests/testing/until.ts';
import type { Task } from './task-world.ts';

export const itself: readonly Task[] = [
  {
    question: 'Am I in test or in live?',
    answer: async ({ page }) => {
      await page.locator('.band').getByText('Test data').waitFor();
      await page.goto('/console/live/overview');
      await page.locator('.band').getByText('changes here reach real customers').waitFor();
    },
  },
  {
    question: 'What do I do first?',
    from: () => 'live/overview',
    answer: async ({ page }) => {
      for (const step of [
        'Set up a provider app',
        'Create an API key',
        'Connect an organization',
        'Add a webhook endpoint',
      ]) {
        await page.locator('.first-steps').getByRole('link', { name: step }).waitFor();
      }
    },
  },
  {
    question: 'See test and live side by side',
    answer: async ({ page, visitor }) => {
      const beside = await visitor.context.newPage();
      await beside.goto(page.url());
      await beside.getByRole('link', { name: 'Live', exact: true }).click();
      await beside.locator('.band').getByText('Live data').waitFor();
      await page.locator('.band').getByText('Test data').waitFor();
      await beside.close();
    },
  },
  {
    question: 'Work without a mouse',
    from: () => 'test/operations',
    answer: async ({ page, hand }) => {
      await hand.key('j');
      await hand.key('Enter');
      await page.waitForURL(/\/operations\/op_/);
    },
  },
  {
    question: 'Read on in a long list, and go back to where I was',
    answer: async ({ page, hand }) => {
      await hand.follow('Requests');
      const scrolled = () => page.evaluate<number>('scrollY');
      await page.getByRole('link', { name: 'Next page' }).scrollIntoViewIfNeeded();
      const before = await scrolled();
      await hand.follow('Next page');
      await page.locator('#rows:focus').waitFor();
      expect(await scrolled()).to.be.below(before);
      await page.goBack();
      await until('the place that was left', async () => (await scrolled()) === before);
    },
  },
  {
    question: 'The service does not answer: what do I still see?',
    answer: async ({ page, visitor, hand }) => {
      const menu = page.getByRole('navigation', { name: 'Pages', exact: true });
      await menu.getByRole('link', { name: 'Connections' }).click();
      await page.getByRole('row', { name: /Harbour Tools Ltd/ }).waitFor();
      await menu.getByRole('link', { name: 'Overview' }).click();
      await visitor.context.setOffline(true);
      await menu.getByRole('link', { name: 'Connections' }).click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await page.getByRole('row', { name: /Harbour Tools Ltd/ }).waitFor();
      await visitor.context.setOffline(false);
      await hand.press('Try again');
      await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
    },
  },
  {
    question: 'Go on after the session has ended',
    from: () => 'api-keys?create=test',
    answer: async ({ page, world, visitor, hand }) => {
      await page.getByLabel('Name').fill('typed before');
      await visitor.context.clearCookies();
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByText('Your session has ended').waitFor();
      await page.getByLabel('Password').fill(world.credentials.console.password);
      await hand.press('Sign in');
      await page
        .getByText(/^acct_test_/)
        .first()
        .waitFor();
    },
  },
  {
    question: 'Has it ended?',
    answer: ({ watched, waiting }) => waiting(watched).getByText('Cancelled').waitFor(),
  },
];
