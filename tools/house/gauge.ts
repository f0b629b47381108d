// The size of the service in words of code, which no formatting changes: identifiers, keywords, numbers, a string as one,
// the words inside a template. Comments and imports do not count.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const token =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|`(?:\\[\s\S]|[^`\\])*`|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|[A-Za-z_$][\w$]*|\d[\w.]*/g;
const importLine = /^(import|export)\s[^;]*?from\s+'[^']*';$/gm;
const template = /[A-Za-z_$][\w$]*/g;

const isTest = (file: string): boolean => /\.test\.|test-support|(^|\/)(testing|tests?)\//.test(file);
const isCode = (file: string): boolean => /\.tsx?$/.test(file) && !/\/generated\//.test(file);
const isOther = (file: string): boolean => /^(adapters\/ledger-sandbox|hosts\/console)\//.test(file);

/** Counts the words of code and the characters of comments in the core, the adapters and the hosts. */
export function gaugeService(): { readonly words: number; readonly commentCharacters: number } {
  const listed = execFileSync('git', [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    'core',
    'adapters',
    'hosts',
  ]);
  const files = listed
    .toString()
    .split('\n')
    .filter((file) => isCode(file) && !isTest(file) && !isOther(file) && existsSync(file));
  // All files are one text, each behind a line of three words, so that the sum can be compared with earlier ones.
  const text = files
    .sort()
    .map((file) => `file blob 1\n${readFileSync(file, 'utf8')}\n`)
    .join('');
  let words = 0;
  let commentCharacters = 0;
  for (const [found] of text.replace(importLine, '').matchAll(token)) {
    if (found.startsWith('//') || found.startsWith('/*')) commentCharacters += found.length;
    else words += found.startsWith('`') ? (found.match(template) ?? []).length : 1;
  }
  return { words, commentCharacters };
}
