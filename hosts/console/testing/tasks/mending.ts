// What does not work, and what mends it.
import { approve } from '../customers.ts';
import { automation, type Task } from './task-world.ts';

export const mending: readonly Task[] = [
  {
    question: 'Does everything work, and if not: what fails, why, since when, and what can be done?',
    answer: async ({ page, world, attention }) => {
      await attention(world.receiver.name).getByText('The endpoint answered 500').waitFor();
      await attention('operations failed').waitFor();
      await page.locator('.tile').filter({ hasText: '1 to reconnect' }).waitFor();
    },
  },
  {
    question: 'Is this connection healthy, and what does it need?',
    answer: ({ attention }) => attention('Marlow Bakery').getByText('The customer has to connect again').waitFor(),
  },
  {
    question: 'Why does this endpoint fail?',
    answer: ({ world, attention }) => attention(world.receiver.name).getByText('The endpoint answered 500').waitFor(),
  },
  {
    question: 'When did it begin to fail, and what failed then?',
    answer: async ({ page, hand }) => {
      await hand.follow('7 d');
      await page.waitForURL(/chart=7d/);
      await hand.click(page.locator('figure.chart a.plot').first());
      await page.waitForURL(/operations\?.*from=/);
    },
  },
  {
    question: 'Make a broken connection work again',
    answer: async ({ page, world, hand }) => {
      await hand.follow('Marlow Bakery');
      await hand.press('Reconnect link');
      await hand.press('Make the link');
      const link = (await page.locator('.secret code').textContent()) ?? '';
      const { page: customer } = await world.visitor();
      await customer.goto(link);
      await customer.getByRole('link', { name: 'Continue to Xero' }).click();
      await approve(customer, 'Marlow Bakery');
      await customer.getByRole('heading', { name: 'You are connected' }).waitFor();
      await page.getByText('The customer has connected. The link is used up.').waitFor();
      await customer.close();
    },
  },
  {
    question: 'Why did this delivery not arrive?',
    answer: async ({ page, world, hand, sees, attention }) => {
      await hand.click(attention(world.receiver.name).getByRole('link'));
      await hand.click(page.getByRole('row').filter({ hasText: '500' }).getByRole('link').first());
      await sees('Answered 500');
      await sees('the warehouse is closed');
    },
  },
  {
    question: 'What would be lost if this endpoint is disabled or removed, or this customer disconnected?',
    answer: async ({ page, world, hand, dialog, attention }) => {
      await hand.click(attention(world.receiver.name).getByRole('link'));
      await hand.click(page.getByText('More', { exact: true }));
      await hand.press('Disable…');
      await dialog()
        .getByText(/deliveries wait for it/)
        .waitFor();
    },
  },
  {
    question: "Send again what one customer's receiver missed since five past two",
    answer: async ({ page, there, hand, because, dialog, heading }) => {
      await hand.follow('Deliveries');
      await page.getByLabel('Customer or connection id').fill(there.connectionId);
      await page.waitForURL(/connection_id=/);
      await hand.choose('Created', 'From – until…');
      await page.getByLabel('From (Asia/Tokyo)').fill('2020-01-01T14:05');
      await page.waitForURL(/from=2020/);
      await hand.press('Send all failed again…');
      await dialog().getByText('1 match.').waitFor();
      await because();
      await hand.press('Send 1 again', dialog());
      await heading('webhook.redeliver_many');
    },
  },
  {
    question: 'Send again all that a receiver missed',
    answer: async ({ world, hand, heading, dialog, attention, because }) => {
      await hand.click(attention(world.receiver.name).getByRole('link'));
      await hand.press('Recover…');
      await because();
      await hand.press('Recover', dialog());
      await heading('webhook.recover');
    },
  },
  {
    question: 'Send it again',
    answer: async ({ page, world, hand, sees, dialog, attention, because }) => {
      await hand.click(attention(world.receiver.name).getByRole('link'));
      await hand.click(page.getByRole('link', { name: /^endpoint\.test/ }).first());
      await page.getByText('Answered 500').waitFor();
      world.receiver.answer(200);
      await hand.press('Replay');
      await because();
      await hand.press('Replay', dialog());
      await sees('Answered 200');
    },
  },
  {
    question: 'Which deliveries of this customer failed?',
    answer: async ({ page, hand }) => {
      await hand.follow('Deliveries');
      await hand.choose('State', 'failed');
      await page.getByLabel('Customer or connection id').fill('customer-1');
      await page.waitForURL(/state=failed.*external_account_id=customer-1/);
    },
  },
  {
    question: 'What failed in this background work, at which step?',
    answer: async ({ page, hand, sees }) => {
      await hand.follow(/^\d+ operations? failed$/);
      await hand.follow(automation);
      await sees(/Account code 'nope' is not a valid code/);
      await page.getByRole('listitem').filter({ hasText: 'Step create_invoice: failed' }).first().waitFor();
    },
  },
  {
    question: 'Where did the time of this work go: the queue, the provider, waiting for budget or a retry?',
    answer: async ({ page, hand }) => {
      await hand.follow('Operations');
      await hand.follow(automation);
      await page.locator('.timeline .track').first().waitFor();
    },
  },
  {
    question: 'Which records of a bulk write were refused, and why?',
    answer: async ({ page, hand }) => {
      await hand.follow('Operations');
      await hand.follow(/^records\.bulk/);
      await page.getByRole('row', { name: /Failed .*'nope' is not a valid code/ }).waitFor();
    },
  },
  {
    question: 'Run it again without repeating its finished steps',
    answer: async ({ hand, sees, dialog, because }) => {
      await hand.follow(/^\d+ operations? failed$/);
      await hand.follow(automation);
      await hand.press('Replay');
      await because();
      await dialog().getByText('Steps that succeeded are not repeated').waitFor();
      await hand.press('Replay', dialog());
      await sees(/of 10, run 2/);
    },
  },
  {
    question: 'Stop background work that waits',
    answer: async ({ page, hand, dialog, because, waiting }) => {
      await hand.follow('Operations');
      await hand.click(waiting().getByRole('link').first());
      await hand.press('Cancel operation');
      await because();
      await hand.press('Cancel operation', dialog());
      await page.locator('.page-heading').getByText('Cancelled').waitFor();
    },
  },
  {
    question: 'What fails most in the background, and run all of one reason again',
    answer: async ({ hand, because, dialog, heading }) => {
      await hand.follow('Operations');
      await hand.press(/^Replay \d+…$/);
      await because();
      await hand.press(/^Replay \d+$/, dialog());
      await heading('operation.replay_many');
    },
  },
];
