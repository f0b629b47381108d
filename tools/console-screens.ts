// Takes pictures of the console into var/screens: every page, or the named ones, in light, dark and narrow, over an offline
// service that was furnished for it. `node tools/console-screens.ts [page …] [--docs]`; with `--docs` those that a
// document shows (the files of docs/screens) are replaced.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { closeBrowser } from '../hosts/console/testing/browser.ts';
import { openConsole, signIn } from '../hosts/console/testing/console-world.ts';
import { furnishRichly } from './screens/furnish-richly.ts';
import { screensOf } from './screens/screens-of.ts';
import { spreadOverTime } from './screens/spread-over-time.ts';

const out = 'var/screens';
const shown = 'docs/screens';
const replaces = process.argv.includes('--docs');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const looks = [
  { name: 'light', colorScheme: 'light', width: 1280, height: 800 },
  { name: 'dark', colorScheme: 'dark', width: 1280, height: 800 },
  { name: 'narrow', colorScheme: 'light', width: 380, height: 800 },
] as const;
const settledMs = 400;

async function take(page: Page, name: string, address: string): Promise<void> {
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look.colorScheme });
    await page.setViewportSize({ width: look.width, height: look.height });
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    await page.locator('.skeleton, .pending').first().waitFor({ state: 'detached' });
    await page.waitForTimeout(settledMs);
    const file = `${name}-${look.name}.png`;
    await page.screenshot({ path: path.join(out, file) });
    if (replaces && existsSync(path.join(shown, file))) copyFileSync(path.join(out, file), path.join(shown, file));
  }
}

const world = await openConsole();
if (!world) process.exit(1);
try {
  mkdirSync(out, { recursive: true });
  const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);
  const visitor = await world.visitor();
  if (isWanted('sign-in')) await take(visitor.page, 'sign-in', '/console/');
  await visitor.page.setViewportSize({ width: 1280, height: 800 });
  await visitor.page.goto('/console/');
  await signIn(visitor.page, world.credentials.console);
  const furniture = await furnishRichly(world, visitor);
  const { details, lists } = screensOf(furniture);
  for (const [name, address] of details.filter(([name]) => isWanted(name))) await take(visitor.page, name, address);
  // One thing's own story is told in its own time; lists and charts look back on a month.
  spreadOverTime(world.dataDir);
  for (const [name, address] of lists.filter(([name]) => isWanted(name))) await take(visitor.page, name, address);
} finally {
  await world.close();
  await closeBrowser();
}
