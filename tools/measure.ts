// Prints the words of code by folder: `npm run measure` counts the checkout's commit, `npm run measure -- <commit>` another. A word
// is an identifier, a keyword, a number, a string as a whole, or a word inside a template; comments and imports do not
// count, so that formatting changes nothing. It counts file by file, because a quote in one file must not open a string
// that swallows the next. A figure for the changelog, no bound.
import { execFileSync } from 'node:child_process';

const token =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|`(?:\\[\s\S]|[^`\\])*`|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|[A-Za-z_$][\w$]*|\d[\w.]*/g;
const importLine = /^(import|export)\s[^;]*?from\s+'[^']*';$/gm;

const isTest = (file: string): boolean =>
  /\.test\.|(^|\/)(testing|tests?)\//.test(file) || file.startsWith('contract-tests/');
const isCode = (file: string): boolean => /\.(tsx?|mjs|css)$/.test(file) && !/\/generated\//.test(file);

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 29 });
}

function wordsOf(text: string): number {
  let words = 0;
  for (const [found] of text.replace(importLine, '').matchAll(token)) {
    if (found.startsWith('//') || found.startsWith('/*')) continue;
    words += found.startsWith('`') ? (found.match(/[A-Za-z_$][\w$]*/g) ?? []).length : 1;
  }
  return words;
}

/** Tests of a folder are counted apart from it. */
function folderOf(file: string): string {
  const parts = file.split('/');
  return `${isTest(file) ? 'tests of ' : ''}${parts.slice(0, Math.min(2, parts.length - 1)).join('/')}`;
}

const commit = process.argv[2] ?? 'HEAD';
const counted = new Map<string, number>();
for (const file of git('ls-tree', '-r', '--name-only', commit).split('\n').filter(isCode)) {
  const folder = folderOf(file);
  counted.set(folder, (counted.get(folder) ?? 0) + wordsOf(git('show', `${commit}:${file}`)));
}

function print(words: number, what: string): void {
  process.stdout.write(`${String(words).padStart(8)}  ${what}\n`);
}

function sumOf(isCounted: (folder: string) => boolean): number {
  return [...counted].filter(([folder]) => isCounted(folder)).reduce((sum, [, words]) => sum + words, 0);
}

const isService = (folder: string): boolean =>
  /^(core|adapters|hosts)(\/|$)/.test(folder) && !/ledger-sandbox|hosts\/console/.test(folder);
for (const [folder, words] of [...counted].sort(([a], [b]) => (a < b ? -1 : 1))) print(words, folder);
print(sumOf(isService), 'the service: core, adapters without the sandbox, hosts without the console');
print(
  sumOf((folder) => folder.startsWith('tests of')),
  'tests',
);
