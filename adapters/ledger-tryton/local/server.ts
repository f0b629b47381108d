// A Tryton server on this machine, for development and tests: what it needs, how its books are made, how it is started.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const modules = ['party', 'company', 'currency', 'country', 'product', 'account', 'account_product'];
const documents = ['account_invoice', 'sale', 'purchase'];
const needed = [...modules, ...documents];

/** Rules that let this machine be called, at any port. */
export const localRules = { allowedHosts: ['127.0.0.1'], allowCidrs: ['127.0.0.0/8'], allowHttp: true };

/** Where a server keeps its books: `uri` as in its configuration, without the database's name. */
export interface Place {
  readonly uri: string;
  readonly database: string;
}

/** Says what is missing; undefined where a server can run. */
export function whyNoTryton(): string | undefined {
  const found = spawnSync('trytond-admin', ['--version'], { encoding: 'utf8' });
  if (found.status !== 0) {
    const packages = needed.map((name) => `tryton-modules-${name.replaceAll('_', '-')}`).join(' ');
    const line = `apt-get install --no-install-recommends tryton-server ${packages}`;
    return `Tryton is not installed; on Debian 12, as root: ${line}`;
  }
  const version = found.stdout.trim().split(' ').at(-1) ?? '';
  return version.startsWith('6.0.') ? undefined : `Tryton ${version} is installed, and 6.0 is needed`;
}

/** Writes the configuration of a server at 127.0.0.1, and returns its file. */
export function configure(folder: string, uri: string, port: number): string {
  const file = path.join(folder, 'trytond.conf');
  const lines = ['[database]', `uri = ${uri}`, `path = ${folder}`, '[web]', `listen = 127.0.0.1:${port}`, 'root ='];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** The kernel ends the server when the process that started it dies. */
const bound = ['setpriv', '--pdeathsig', 'TERM', '--'];

export function serverCommand(file: string, database: string): readonly string[] {
  return [...bound, 'trytond', '-c', file, '-d', database];
}

/** Fills an empty database with Tryton's tables, which takes most of a minute; `folder` holds the SQLite file. */
export async function makeTables(folder: string, { uri, database }: Place, adminPassword: string): Promise<void> {
  if (uri.startsWith('sqlite:')) writeFileSync(path.join(folder, `${database}.sqlite`), '');
  const passwordFile = path.join(folder, 'admin.password');
  writeFileSync(passwordFile, `${adminPassword}\n`, { mode: 0o600 });
  const words = ['-c', configure(folder, uri, 0), '-d', database, '--email', 'admin@example.test'];
  const all = [...bound, 'trytond-admin', ...words, '--activate-dependencies', '-u', ...needed];
  const env = { ...process.env, TRYTONPASSFILE: passwordFile };
  const child = spawn(all[0] ?? '', all.slice(1), { env, stdio: ['ignore', 'ignore', 'pipe'], timeout: 240_000 });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told = (told + text).slice(-2_000);
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject).once('close', (...ended) => resolve(ended));
  });
  if (code !== 0) throw new Error(signal ? `making the books was ended by ${signal}` : `trytond-admin: ${told}`);
}
