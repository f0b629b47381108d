// A hand that counts what it does, and the figures of docs/console.md to compare it with.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** Clicks, chooses and presses keys on a page. Typed text is not counted, as it is not in the document. */
export class Hand {
  readonly #page: () => Page;
  #clicks = 0;
  #keys = 0;

  constructor(page: () => Page) {
    this.#page = page;
  }

  /** Begins to count again. */
  rest(): void {
    this.#clicks = 0;
    this.#keys = 0;
  }

  /** What was done, as `promised` tells it. */
  get told(): string {
    return `${this.#clicks} clicks, ${this.#keys} keys`;
  }

  async click(what: Locator): Promise<void> {
    this.#clicks += 1;
    await what.click();
  }

  /** Follows the first link with this name: the menu comes before the page. */
  async follow(name: string | RegExp, within: Page | Locator = this.#page()): Promise<void> {
    await this.click(within.getByRole('link', { name, exact: true }).first());
  }

  async press(name: string | RegExp, within: Page | Locator = this.#page()): Promise<void> {
    await this.click(within.getByRole('button', { name, exact: true }).first());
  }

  /** Chooses an option of a list, which counts as one click. */
  async choose(label: string, option: string): Promise<void> {
    this.#clicks += 1;
    // A label has the texts of its options after its own.
    await this.#page()
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .selectOption(option);
  }

  async key(name: string): Promise<void> {
    this.#keys += 1;
    await this.#page().keyboard.press(name);
  }
}

/** Returns what docs/console.md promises, by question, such as "2 clicks, 0 keys". */
export function promised(): ReadonlyMap<string, string> {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/console.md'), 'utf8');
  const rows = text.matchAll(/^\| (.+?) \| (\d+)(?: and (\d+) keys)?.* \|$/gm);
  return new Map(
    [...rows].map(([, question = '', clicks, keys = '0']) => [question, `${clicks} clicks, ${keys} keys`]),
  );
}
