// The size of the service in words of code, which no formatting changes: identifiers, keywords, numbers, a string as one,
// the words inside a template. Comments and imports do not count. Each file is read by itself: a backtick in a regular expression
// of one must not turn the templates of the next inside out.
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
  let words = 0;
  let commentCharacters = 0;
  for (const file of files) {
    for (const [found] of readFileSync(file, 'utf8').replace(importLine, '').matchAll(token)) {
      if (found.startsWith('//') || found.startsWith('/*')) commentCharacters += found.length;
      else words += found.startsWith('`') ? (found.match(template) ?? []).length : 1;
    }
  }
  return { words, commentCharacters };
}
