// What happened, and who did it.
import { automation, type Task } from './task-world.ts';

export const happened: readonly Task[] = [
  {
    question: 'Why did this request fail?',
    answer: async ({ page, hand, sees }) => {
      await hand.follow('Requests');
      await hand.click(page.getByRole('row').filter({ hasText: "code 'nope'" }).getByRole('link').first());
      await sees(/Account code 'nope' is not a valid code/);
      await page.getByRole('row', { name: /PUT .*Invoices.* 400/ }).waitFor();
    },
  },
  {
    question: 'What did we send the provider for this request?',
    answer: async ({ page, there, search }) => {
      await search(there.requestId, 'Requests', /POST/);
      await page.getByRole('row', { name: /PUT .*Invoices.* 400/ }).waitFor();
    },
  },
  {
    question: 'What fails most?',
    answer: async ({ page, hand }) => {
      await hand.follow('Requests');
      await page
        .getByRole('table', { name: /Failures by reason/ })
        .getByText('PROVIDER_REJECTED')
        .first()
        .waitFor();
    },
  },
  {
    question: 'Which request made this entry, and which key?',
    answer: async ({ page, hand, sees, heading }) => {
      await hand.follow('Operations');
      await hand.follow(automation);
      await hand.click(
        page.getByRole('listitem').filter({ hasText: 'Request received' }).first().getByRole('link').first(),
      );
      await heading('POST /v1/automations');
      await sees('API key “development”');
    },
  },
  {
    question: 'What happened between 14:05 and 14:20?',
    answer: async ({ page, hand, sees }) => {
      await hand.follow('Operations');
      await hand.choose('Created', 'From – until…');
      await page.getByLabel('Until (Asia/Tokyo)').fill('2020-01-01T14:20');
      await sees('Nothing matches these filters');
    },
  },
  {
    question: 'What time is that in the logs?',
    answer: async ({ page, hand, sees }) => {
      await hand.press('UTC');
      await sees(/^\d\d-\d\d \d\d:\d\d:\d\dZ$/);
      await page.getByRole('button', { name: 'UTC' }).first().click();
    },
  },
  {
    question: 'What happened with this event: notification or request, provider calls, deliveries?',
    answer: async ({ page, world, hand }) => {
      await hand.follow('Events');
      await hand.follow(/^invoice\.updated/);
      await page.getByRole('row').filter({ hasText: world.receiver.name }).first().waitFor();
      await page.getByRole('listitem').filter({ hasText: 'Request received' }).first().waitFor();
    },
  },
  {
    question: 'Who changed this setting?',
    answer: async ({ page, hand }) => {
      await hand.follow('Audit log');
      await page
        .getByRole('row', { name: /Added a webhook endpoint.*development/ })
        .first()
        .waitFor();
    },
  },
  {
    question: 'What was a setting before, and what is it now?',
    answer: async ({ page, hand }) => {
      await hand.follow('Audit log');
      await page
        .getByRole('row', { name: /Harbour Apps/ })
        .first()
        .waitFor();
    },
  },
];
