import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** Returns axe's findings about the page, a line each, by all of its rules or only the named ones. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // What loads again is faint on purpose.
  await page.waitForFunction(`!document.querySelector('[aria-busy=true]')`);
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResult, readonly string[] | null>(async (only) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } };
    const found = { resultTypes: ['violations'], selectors: false, iframes: false };
    // Off unless named.
    const all = { ...found, rules: { 'target-size': { enabled: true } } };
    return axe.run(only === null ? all : { ...found, runOnly: { type: 'rule', values: only } });
  }, rules ?? null);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
  );
}
