// The customers’ books.
import { expect } from 'chai';
import { ofInvoice, type Task } from './task-world.ts';

export const books: readonly Task[] = [
  {
    question:
      'What stands on this invoice, quote, bill, order or credit note: whose, how much, lines, taxes, payments?',
    answer: async ({ page, number, hand, heading }) => {
      await hand.follow('Connections');
      await hand.follow('Harbour Tools Ltd');
      await hand.follow('Records');
      await hand.follow('Invoices');
      await hand.follow(number);
      await heading(`Invoice ${number}`);
      await page.locator('.sums').getByText('115.00 NZD').first().waitFor();
    },
  },
  {
    question:
      'Where is what I know only a part of: a number, reference, contact, amount, e-mail address, customer or endpoint URL?',
    answer: async ({ number, heading, search }) => {
      await search(number.slice(-4), 'Invoices', new RegExp(number));
      await heading(`Invoice ${number}`);
    },
  },
  {
    question: 'What has this id from a log?',
    from: () => 'live/usage',
    answer: async ({ there, number, heading, search }) => {
      await search(there.invoiceId, 'Invoices', new RegExp(number));
      await heading(`Invoice ${number}`);
    },
  },
  {
    question: 'Is it still so at the provider?',
    from: ofInvoice,
    answer: async ({ hand, sees }) => {
      await hand.press('Refresh');
      await sees(/^As of .* read at the provider/);
    },
  },
  {
    question: 'Which files hang on it?',
    from: ofInvoice,
    answer: async ({ page, hand }) => {
      await hand.press('Show files');
      await page.getByText('No files are attached.').waitFor();
    },
  },
  {
    question: 'Hand it to somebody on paper',
    from: ofInvoice,
    answer: async ({ page }) => {
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.side').isVisible()).to.equal(false);
      await page.emulateMedia({ media: 'screen' });
    },
  },
  {
    question: 'What happened to this invoice?',
    answer: async ({ page, number, search }) => {
      await search(number, 'Invoices', new RegExp(number));
      await page
        .locator('.card', { hasText: 'What happened to it' })
        .getByText('Event invoice.updated')
        .first()
        .waitFor();
    },
  },
  {
    question: 'Why was this invoice not paid in our app?',
    answer: async ({ page, world, number, search }) => {
      await search(number, 'Invoices', new RegExp(number));
      const story = page.locator('.card', { hasText: 'What happened to it' });
      await story
        .getByText(/Delivery of invoice\.updated/)
        .first()
        .waitFor();
      await story.getByText(`to ${world.receiver.name}`).first().waitFor();
    },
  },
  {
    question: "How much of the provider's budget is used, and for what?",
    answer: async ({ page, hand }) => {
      await hand.follow('Provider budget');
      await page
        .getByRole('row', { name: /Harbour Tools Ltd/ })
        .getByRole('meter', { name: 'Today' })
        .waitFor();
    },
  },
  {
    question: 'Let a customer see, renew or end their access',
    answer: async ({ hand, dialog }) => {
      await hand.follow('Connections');
      await hand.follow('Harbour Tools Ltd');
      await hand.press('Customer’s page');
      await dialog()
        .getByText(/portal/)
        .first()
        .waitFor();
    },
  },
  {
    question: 'Who used how much, for the bill?',
    answer: async ({ page, hand }) => {
      await hand.follow('Usage');
      await page.getByRole('row', { name: /Harbour Tools Ltd customer-1 \d/ }).waitFor();
    },
  },
  {
    question: 'Give me this list as a file, CSV or JSON',
    from: () => 'test/connections',
    answer: async ({ page, hand }) => {
      const saved = page.waitForEvent('download');
      await hand.press('Export CSV');
      expect((await saved).suggestedFilename()).to.equal('connections.csv');
    },
  },
];
