// Everything that `npm start` starts, with a browser, and a receiver that can fail and recover.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createPasswordHasher } from '../../../adapters/crypto/index.ts';
import { type Client, clientOf, type Sandbox, sandboxOf } from '../../../tests/walk/client.ts';
import { answering, freePort, type HostProcess, runCommand, startHost } from '../../../tests/walk/processes.ts';
import { openBrowser } from './browser.ts';

export interface Credentials {
  readonly base_url: string;
  readonly sandbox_url: string;
  readonly console: { readonly email: string; readonly password: string };
  readonly api_keys: { readonly test: string; readonly live: string };
  readonly provider_apps: { readonly test: { readonly provider_app_id: string } };
}

export interface ConsoleWorld {
  readonly credentials: Credentials;
  /** Uses the test key. */
  readonly client: Client;
  readonly sandbox: Sandbox;
  readonly receiver: SwitchedReceiver;
  readonly browser: Browser;
  /** The folder with this world's data. */
  readonly dataDir: string;
  /** Opens a browser of another person, without cookies; its pages' errors are collected in `complaints`. */
  visitor(): Promise<Visitor>;
  close(): Promise<void>;
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: readonly string[];
}

let built = false;

/** Resolves to undefined where no browser is available. */
export async function openConsole(settings: Readonly<Record<string, string>> = {}): Promise<ConsoleWorld | undefined> {
  const browser = await openBrowser();
  if (!browser) return undefined;
  if (!built) runCommand('tools/build-console.ts', [], {});
  built = true;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-console-'));
  const port = String(await freePort());
  const env = { DATA_DIR: dataDir, PORT: port, SANDBOX_PORT: String(await freePort()), ...settings };
  const host: HostProcess = startHost('hosts/cli/main.ts', env, ['start']);
  await answering(host, `http://localhost:${port}/ready`);
  const credentials = JSON.parse(readFileSync(path.join(dataDir, 'dev-credentials.json'), 'utf8')) as Credentials;
  await hashCheaply(dataDir, credentials.console);
  const receiver = await startSwitchedReceiver();
  return {
    credentials,
    receiver,
    browser,
    dataDir,
    client: clientOf(credentials.base_url, credentials.api_keys.test),
    sandbox: sandboxOf(credentials.sandbox_url),
    visitor: () => visit(browser, credentials.base_url),
    async close() {
      for (const context of browser.contexts()) await context.close();
      await host.kill('SIGTERM');
      await receiver.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A sign-in costs as much as the stored hash: in production a third of a second of CPU. */
async function hashCheaply(dataDir: string, { email, password }: Credentials['console']): Promise<void> {
  const hash = await createPasswordHasher({ ln: 10, r: 8, p: 1 }).hash(password);
  const database = new Sqlite(path.join(dataDir, 'ledgerport.db'));
  database.prepare('update members set password_hash = ? where email = ?').run(hash, email);
  database.close();
}

export async function visit(browser: Browser, baseURL: string): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Asia/Tokyo',
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('console', (message) => {
    // A signed-out page asks who is signed in and gets a 401, which browsers log.
    if (message.type() === 'error' && !message.text().includes('401')) complaints.push(message.text());
  });
  return { context, page, complaints };
}

/** Fills in the sign-in page at the page's current URL. */
export async function signIn(page: Page, { email, password }: Credentials['console']): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor();
}

export interface SwitchedReceiver {
  readonly url: string;
  /** As lists show it. */
  readonly name: string;
  /** Sets the answer from now on. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void;
  readonly bodies: readonly string[];
  close(): Promise<void>;
}

async function startSwitchedReceiver(): Promise<SwitchedReceiver> {
  const bodies: string[] = [];
  let status = 200;
  let headers = {};
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(status, headers).end(status < 300 ? 'thank you' : 'the warehouse is closed');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://localhost:${port}/hooks`,
    name: `localhost:${port}/hooks`,
    answer: (given, givenHeaders = {}) => {
      status = given;
      headers = givenHeaders;
    },
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
