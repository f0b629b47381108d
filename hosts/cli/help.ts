import { styleText } from 'node:util';
import type { Command, Commands } from './command.ts';

const heading = (text: string): string => styleText('bold', text);

/** Formats two columns, the first as wide as its longest text. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
}

export function overview(typed: string, commands: Commands): string {
  const isWhole = typed === 'ledgerport';
  const own = Object.entries(commands).map(([name, { does }]) => [name, does] as const);
  const always = [['help <command>', 'explains a command'] as const, ['version', 'names the release'] as const];
  return [
    ...(isWhole ? [title, ''] : []),
    `${heading('Usage')}\n  ${typed} <command> [options]`,
    '',
    heading('Commands'),
    columns(isWhole ? [...own, ...always] : own),
    '',
    ...(isWhole ? [heading('Begin'), columns(beginning), ''] : []),
    `"${typed} <command> --help" explains a command.`,
  ].join('\n');
}

const title = 'Ledgerport: connect a customer’s accounting, read and write it through one API, hear of its invoices.';
const beginning = [
  ['ledgerport start', 'in one terminal: everything on this machine, offline'],
  ['ledgerport seed', 'in a second one: a company with a year of documents, connected'],
  ['ledgerport trigger invoice.paid', 'make something happen'],
] as const;

export function commandHelp(typed: string, { does, more, takes, options = {}, examples }: Command): string {
  const usage = [typed, takes, Object.keys(options).length > 0 ? '[options]' : ''].filter(Boolean).join(' ');
  const rows = Object.entries(options).map(([key, { value, does: what }]) => {
    return [value === undefined ? `--${key}` : `--${key} ${value}`, what] as const;
  });
  return [
    `${does[0]?.toUpperCase()}${does.slice(1)}.`,
    ...(more === undefined ? [] : ['', more]),
    '',
    `${heading('Usage')}\n  ${usage}`,
    '',
    heading('Options'),
    columns([...rows, ['-h, --help', 'this text']]),
    '',
    heading('Examples'),
    ...examples.map((line) => `  ${line}`),
  ].join('\n');
}
