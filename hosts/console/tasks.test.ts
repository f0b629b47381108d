// What people open the console for: each question of docs/console.md is answered in the clicks that it says.
import { expect } from 'chai';
import { leaveOut } from '../../tools/left-out.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole } from './testing/console-world.ts';
import { promised } from './testing/hand.ts';
import { books } from './testing/tasks/books.ts';
import { happened } from './testing/tasks/happened.ts';
import { itself } from './testing/tasks/itself.ts';
import { mending } from './testing/tasks/mending.ts';
import { people } from './testing/tasks/people.ts';
import { TaskWorld } from './testing/tasks/task-world.ts';

/** Counted by the flows of the wizard, of second factors, of agents, and of items, which prints a report. */
const elsewhere = [
  "Set up the provider's app and know that it works",
  'Work in another organization of mine',
  'Add a second factor',
  'Require a second factor of everybody',
  'Help a member who lost device and recovery codes',
  'What does this customer earn, own and owe, on paper?',
  "Give an agent access to one customer's books",
  'What has an agent asked for, and shall it be written?',
  'Approve what agents asked for together',
  'What did this agent do today?',
];

const promises = promised();
const tasks = [...mending, ...people, ...happened, ...books, ...itself];

describe('the console in a browser: what it is opened for', function () {
  this.timeout(120_000);
  let world: ConsoleWorld | undefined;
  const taskWorld = new TaskWorld();

  before(async function () {
    world = await openConsole();
    if (!world) return leaveOut(this, whyNoBrowser());
    await taskWorld.prepare(world);
  });

  after(() => world?.close());

  for (const { question, from = () => 'test/overview', answer } of tasks) {
    it(question, async () => {
      const { page, hand } = taskWorld;
      await page.goto(`/console/${from(taskWorld)}`);
      await page.locator('.skeleton, .pending').first().waitFor({ state: 'detached' });
      hand.rest();
      await answer(taskWorld);
      expect(hand.told).to.equal(promises.get(question));
    });
  }

  it('is told in the document, and no row of it is untried', () => {
    const asked = tasks.map(({ question }) => question);
    expect([...promises.keys()].toSorted()).to.deep.equal([...asked, ...elsewhere].toSorted());
  });
});
