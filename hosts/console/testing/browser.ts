// A real browser for the tests: Debian's Chromium, found or installed; where there is none the tests are pending.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const names = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const installTimeoutMs = 240_000;

/** Of two such lists the last one holds: what Playwright turns off, and the address bar's popups, two pages a context. */
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
  // A page lives for a second: what the last compiler would gain is less than it takes.
  '--js-flags=--no-opt',
];

let looked = false;
let found: string | undefined;

/** Where Chromium is; looked for, and where possible installed, once. */
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

/** Nobody's machine is changed while they look on. */
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

/** One browser for all tests, each in a context of its own; undefined, and a sentence in the output, where there is none. */
export async function openBrowser(): Promise<Browser | undefined> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) return undefined;
  opened ??= chromium.launch({ executablePath, args: flags });
  return opened;
}

async function closeBrowser(): Promise<void> {
  await (await opened)?.close();
}

// Outside every suite, so once all files have run.
after(closeBrowser);
