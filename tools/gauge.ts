// Measures the house: `node tools/gauge.ts` the checkout, `node tools/gauge.ts <commit>` a commit. Words of code are
// identifiers, keywords, numbers, strings (one word each) and the words of templates, without comments and imports, so
// that formatting changes nothing. tests/house.test.ts holds the bounds.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

export interface Gauge {
  readonly serviceWords: number;
  readonly commentShare: number;
  readonly testLines: number;
  readonly toolsLines: number;
  readonly benchLines: number;
  readonly fixtureBytes: number;
}

const token =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|`(?:\\[\s\S]|[^`\\])*`|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|[A-Za-z_$][\w$]*|\d[\w.]*/g;
const importLine = /^(import|export)\s[^;]*?from\s+'[^']*';$/gm;

const isTest = (file: string): boolean =>
  /\.test\.|test-support|(^|\/)(testing|tests?)\//.test(file) || file.startsWith('contract-tests/');
const isCode = (file: string): boolean => /\.tsx?$/.test(file) && !/\/generated\//.test(file);
const isService = (file: string): boolean =>
  /^(core|adapters|hosts)\//.test(file) && !isTest(file) && !/^adapters\/ledger-sandbox\/|^hosts\/console\//.test(file);

function git(args: readonly string[], input?: string): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 29, input: input ?? '' });
}

function committed(commit: string) {
  return {
    files: git(['ls-tree', '-r', '--name-only', commit]).split('\n'),
    read: (files: readonly string[]) =>
      git(['cat-file', '--batch'], files.map((file) => `${commit}:${file}\n`).join('')),
  };
}

/** Reads the files as git would print them once committed, so that a checkout and its commit measure the same. */
function checkedOut() {
  const listed = git(['ls-files', '--cached', '--others', '--exclude-standard']).split('\n');
  const printed = (file: string): string => {
    const bytes = readFileSync(file);
    const hash = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
    return `${hash} blob ${bytes.length}\n${bytes.toString()}\n`;
  };
  return {
    files: listed.filter((file) => file !== '' && existsSync(file)).sort(),
    read: (files: readonly string[]) => files.map(printed).join(''),
  };
}

function countWords(text: string): { readonly words: number; readonly commentCharacters: number } {
  let words = 0;
  let commentCharacters = 0;
  for (const [found] of text.matchAll(token)) {
    if (found.startsWith('//') || found.startsWith('/*')) commentCharacters += found.length;
    else words += found.startsWith('`') ? (found.match(/[A-Za-z_$][\w$]*/g) ?? []).length : 1;
  }
  return { words, commentCharacters };
}

export function gauge(commit?: string): Gauge {
  const { files, read } = commit === undefined ? checkedOut() : committed(commit);
  const code = files.filter(isCode);
  const service = read(code.filter(isService)).replace(importLine, '');
  const { words, commentCharacters } = countWords(service);
  const linesOf = (wanted: (file: string) => boolean): number => read(code.filter(wanted)).split('\n').length;
  return {
    serviceWords: words,
    commentShare: Math.round((commentCharacters / service.length) * 1000) / 10,
    testLines: linesOf(isTest),
    toolsLines: linesOf((file) => file.startsWith('tools/') && !isTest(file)),
    benchLines: linesOf((file) => file.startsWith('bench/')),
    fixtureBytes: Buffer.byteLength(read(files.filter((file) => file.startsWith('fixtures/')))),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(gauge(process.argv[2]));
