// A real browser: Debian's Chromium or its headless shell, found or installed; without it the tests are pending.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** The headless shell draws the same pages without windows and menus, for a quarter less processor time. */
const names = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const installTimeoutMs = 270_000;
/** An older list of packages names versions that the registry no longer has; a fresh machine has no list at all. */
const installation =
  'command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || { apt-get update -q && { ' +
  'apt-get install -y -q --no-install-recommends chromium-headless-shell || ' +
  'apt-get install -y -q --no-install-recommends chromium; }; }';

/**
 * The last of two such lists wins, so this one repeats Playwright's. It also turns off the address bar's popups, which
 * are two pages per context.
 */
const without = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
];

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${without}`,
  // A page lives for a second, so the optimizing compilers would cost more than they save.
  '--js-flags=--no-opt --no-maglev',
];

/** Two processes that install at once would fail on the package manager's own lock; the second waits here instead. */
const installLock = path.join(tmpdir(), 'ledgerport-chromium.lock');

let looked: { readonly path: string } | { readonly why: string } | undefined;

/** Finds Chromium, or installs it where possible, once. */
function look(): { readonly path: string } | { readonly why: string } {
  const found = existing();
  if (found !== undefined) return { path: found };
  const why = whyNotInstalled();
  const installed = existing();
  if (installed !== undefined) return { path: installed };
  return { why: `no Chromium was found, and ${why}; CHROMIUM_PATH may name one` };
}

function existing(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  return [...(CHROMIUM_PATH === undefined ? [] : [CHROMIUM_PATH]), ...names].find((name) => existsSync(name));
}

/** Installs it; undefined where that went well. Never while a person uses the terminal. */
function whyNotInstalled(): string | undefined {
  if (!existsSync('/usr/bin/apt-get')) return 'only Debian installs it by itself';
  if (process.getuid?.() !== 0) return 'only root can install it (`apt-get install chromium`)';
  if (process.stdin.isTTY)
    return 'it is not installed from a terminal without being asked (`apt-get install chromium`)';
  process.stdout.write('\n  Installing Chromium for the browser tests, unless another process just did…\n');
  const { error, status, stderr } = spawnSync('flock', [installLock, 'sh', '-c', installation], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: installTimeoutMs,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status === 0) return undefined;
  const told = error?.message ?? stderr.trim().split('\n').at(-1);
  return `apt-get could not install it (${told || `status ${status}`})`;
}

/** Why `openBrowser` opens none: one sentence, for the last lines of the run. */
export function whyNoBrowser(): string {
  looked ??= look();
  return 'why' in looked ? looked.why : 'the browser was found';
}

let opened: Promise<Browser> | undefined;

/**
 * Opens one browser for all tests, each with its own context; undefined where there is none (`whyNoBrowser`). Where
 * `BROWSER_TESTS=required` it throws instead, so that a run that must have them cannot pass without them.
 */
export async function openBrowser(): Promise<Browser | undefined> {
  looked ??= look();
  if ('why' in looked) {
    if (process.env['BROWSER_TESTS'] === 'required') throw new Error(looked.why);
    return undefined;
  }
  opened ??= chromium.launch({ executablePath: looked.path, args: flags });
  return opened;
}

async function closeBrowser(): Promise<void> {
  await (await opened)?.close();
}

// Outside every suite, so it runs after all files.
after(closeBrowser);
