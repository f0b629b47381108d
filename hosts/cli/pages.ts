import { spawn } from 'node:child_process';
import { meant } from '../../core/domain/near-word.ts';
import { type Given, UsageError, type World } from './command.ts';
import { serviceOf } from './service.ts';

const pages: Readonly<Record<string, string>> = {
  console: '/console/',
  docs: '/docs',
  api: '/docs/api',
  events: '/docs/events',
  errors: '/docs/errors',
};
export const pageNames = Object.keys(pages);

export async function openPage(given: Given, world: World): Promise<void> {
  const [name = 'console'] = given.words;
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (page === undefined) throw new UsageError(`there is no page ${name}${meant(name, pageNames)}`);
  const url = serviceOf(given, world).url + page;
  world.out(url);
  const [program = '', ...words] = browserOf(world.env['BROWSER']);
  const browser = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  await new Promise<void>((resolve) => {
    browser.once('spawn', resolve).once('error', () => {
      world.err('No browser could be started: open this address in one.');
      resolve();
    });
  });
  browser.unref();
}

function browserOf(own: string | undefined): readonly string[] {
  if (own) return [own];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return [process.platform === 'darwin' ? 'open' : 'xdg-open'];
}
