// A real browser: Debian's Chromium, found or installed; without it the tests are pending.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const names = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const installTimeoutMs = 240_000;

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

let looked = false;
let found: string | undefined;

/** Finds Chromium, or installs it where possible, once. */
function chromiumPath(): string | undefined {
  if (!looked) {
    looked = true;
    found = existing() ?? (mayInstall() && install() ? existing() : undefined);
    if (found === undefined) {
      process.stdout.write(
        '\n  The console’s browser tests are left out: no Chromium was found. Install it (`apt-get install chromium`) or set CHROMIUM_PATH.\n',
      );
    }
  }
  return found;
}

function existing(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  return [...(CHROMIUM_PATH === undefined ? [] : [CHROMIUM_PATH]), ...names].find((name) => existsSync(name));
}

/** Never installs while a person uses the terminal. */
function mayInstall(): boolean {
  return process.getuid?.() === 0 && !process.stdin.isTTY && existsSync('/usr/bin/apt-get');
}

function install(): boolean {
  process.stdout.write('\n  Installing Chromium for the console’s browser tests…\n');
  const { status } = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: installTimeoutMs,
    stdio: 'ignore',
  });
  return status === 0;
}

let opened: Promise<Browser> | undefined;

/**
 * Opens one browser for all tests, each with its own context; undefined, with a printed reason, where there is none.
 */
export async function openBrowser(): Promise<Browser | undefined> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) return undefined;
  opened ??= chromium.launch({ executablePath, args: flags });
  return opened;
}

async function closeBrowser(): Promise<void> {
  await (await opened)?.close();
}

// Outside every suite, so it runs after all files.
after(closeBrowser);
