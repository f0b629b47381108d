// Tryton for `ledgerport start --ledger tryton`: made once in a folder, and kept there with the passwords of its users.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRpc } from '../rpc.ts';
import { type Passwords, seed, serviceLogin } from './seed.ts';
import { configure, localRules, makeTables, serverCommand, whyNoTryton } from './server.ts';

/** The content of `login.json`: what the connect page asks for, and how a person pays an invoice there. */
export interface LocalTryton {
  readonly server_address: string;
  readonly database: string;
  readonly login: string;
  readonly password: string;
  readonly admin_password: string;
}

const database = 'books';
const startWithinMs = 60_000;
const stopWithinMs = 5_000;

interface Settings {
  /** Where the books are kept. */
  readonly folder: string;
  readonly port: number;
  /** Called before books are made, which takes a minute. */
  readonly onMaking: () => void;
}

/** Throws an Error with one sentence where Tryton is not installed, or does not start. */
export async function startLocalTryton({ folder, port, onMaking }: Settings) {
  const why = whyNoTryton();
  if (why !== undefined) throw new Error(why);
  await untilFree(port);
  if (!existsSync(folder)) {
    onMaking();
    await makeBooks(folder, port);
  }
  const child = await serve(folder, port);
  const file = path.join(folder, 'login.json');
  const known = JSON.parse(readFileSync(file, 'utf8')) as LocalTryton;
  const login = { ...known, server_address: addressAt(port) };
  writeFileSync(file, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  return { login, file, close: () => stop(child) };
}

const addressAt = (port: number): string => ['http://127.0.0.1', port].join(':');

/** Otherwise another server at the port would be taken for this one; that of a killed service may still be ending. */
async function untilFree(port: number): Promise<void> {
  const untilMs = performance.now() + stopWithinMs;
  for (;;) {
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
      probe.close();
      return void (await once(probe, 'close'));
    } catch (error) {
      if (performance.now() > untilMs) throw error;
      await pause(100);
    }
  }
}

/** The folder appears when the books are whole. */
async function makeBooks(folder: string, port: number): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const made = () => randomBytes(12).toString('base64url');
  const passwords: Passwords = { admin: made(), service: made() };
  await makeTables(draft, { uri: 'sqlite://', database }, passwords.admin);
  const child = await serve(draft, port);
  try {
    const place = { url: addressAt(port), database };
    await seed(createRpc(localRules), place, passwords);
    const users = { login: serviceLogin, password: passwords.service, admin_password: passwords.admin };
    writeFileSync(path.join(draft, 'login.json'), JSON.stringify({ database, ...users }), { mode: 0o600 });
  } finally {
    await stop(child);
  }
  renameSync(draft, folder);
}

/** A process group of its own: Ctrl-C reaches the service, which ends the server last. */
async function serve(folder: string, port: number): Promise<ChildProcess> {
  const log = path.join(folder, 'server.log');
  const output = openSync(log, 'w', 0o600);
  const [program = '', ...words] = serverCommand(configure(folder, 'sqlite://', port), database);
  const child = spawn(program, words, { detached: true, stdio: ['ignore', output, output] });
  let failure: unknown;
  child.once('error', (error) => {
    failure = error;
  });
  const rpc = createRpc(localRules);
  const asked = { url: addressAt(port), method: 'common.server.version', params: [], writes: false };
  const untilMs = performance.now() + startWithinMs;
  while (performance.now() < untilMs && failure === undefined && child.exitCode === null) {
    const answers = await rpc(asked).then(
      () => true,
      () => false,
    );
    if (answers) return child;
    await pause(100);
  }
  await stop(child);
  throw new Error(`the Tryton server did not start: ${failure ?? readFileSync(log, 'utf8').slice(-1_000)}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  await ended;
  clearTimeout(late);
}
