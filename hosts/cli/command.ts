import { parseArgs } from 'node:util';
import { meant } from '../../core/domain/near-word.ts';
import { visible } from '../../core/domain/visible.ts';

export interface Option {
  /** The value's placeholder in the help, such as `<url>`; flags have none. */
  readonly value?: string;
  readonly does: string;
}

export interface Command {
  readonly does: string;
  readonly more?: string;
  readonly takes?: string;
  readonly options?: Readonly<Record<string, Option>>;
  readonly examples: readonly string[];
  /** True if it takes all words that follow, even those that look like options. */
  readonly takesAll?: boolean;
  readonly words?: () => Promise<readonly string[]>;
  /** Loads the command's code only when the command runs. */
  readonly load: () => Promise<Run>;
}

export interface Group {
  readonly does: string;
  readonly more?: string;
  readonly within: () => Promise<Commands>;
}

export type Commands = Readonly<Record<string, Command | Group>>;

/** Returns the longest command name that the words begin with, or ''. */
export function nameOf([first = '', second = '']: readonly string[], commands: Commands): string {
  const both = `${first} ${second}`;
  return Object.hasOwn(commands, both) ? both : Object.hasOwn(commands, first) ? first : '';
}

export type Run = (given: Given, world: World) => Promise<void>;

/** Where commands are run. */
export interface Terminal {
  /** Overrides `.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly file?: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  /** Prints a line for the person, beside the output. */
  readonly err: (text: string) => void;
  /** Replaces the terminal's last line by a text; undefined where there is no terminal. */
  readonly redraw?: ((text: string) => void) | undefined;
  /** From now on, Ctrl-C aborts this signal and does not end the process. */
  readonly untilStopped: () => AbortSignal;
}

/**
 * What a command gets: control characters of what it prints are shown and do not reach the terminal, since its texts
 * come from files and servers.
 */
export interface World extends Terminal {
  /** Prints a line with colours of this program, whose other parts the command has made `visible`. */
  readonly styled: (text: string) => void;
}

export function worldIn(terminal: Terminal): World {
  const { out, err, redraw } = terminal;
  return {
    ...terminal,
    out: (text) => out(visible(text)),
    err: (text) => err(visible(text)),
    redraw: redraw && ((text) => redraw(visible(text))),
    styled: out,
  };
}

/** Exit code 2. */
export class UsageError extends Error {}

/** Exit code 1; the message says what to do. */
export class Failure extends Error {}

export class Given {
  readonly words: readonly string[];
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #options: Readonly<Record<string, Option>>;

  constructor(argv: readonly string[], { options = {}, takesAll = false, takes }: Omit<Command, 'load'>) {
    this.#options = options;
    if (takesAll) {
      this.words = argv;
      this.#values = {};
      return;
    }
    const known = Object.entries(options).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }]);
    const declared = { ...Object.fromEntries(known), help: { type: 'boolean', short: 'h' } };
    try {
      const parsed = parseArgs({ args: [...argv], options: declared, allowPositionals: true });
      this.words = parsed.positionals;
      this.#values = parsed.values;
    } catch (error) {
      throw new UsageError(sentenceOf(error, Object.keys(declared)));
    }
    // `takes` names each word in brackets, such as `<type> <id>`.
    const [tooMuch] = this.words.slice(takes?.match(/<[^>]*>/g)?.length ?? 0);
    if (tooMuch !== undefined) throw new UsageError(`this command does not take "${tooMuch}"`);
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw new UsageError(`--${name} ${this.#options[name]?.value} is missing`);
    return value;
  }

  word(what: string): string {
    const [word] = this.words;
    if (word === undefined) throw new UsageError(`${what} is missing`);
    return word;
  }

  /** Required unless `otherwise` is given. */
  oneOf<T extends string>(name: string, allowed: readonly T[], otherwise?: T): T {
    const given = this.text(name) ?? otherwise ?? this.required(name);
    const found = allowed.find((one) => one === given);
    if (found !== undefined) return found;
    throw new UsageError(`--${name} must be one of ${allowed.join(', ')}${meant(given, allowed)}`);
  }

  whole(name: string, otherwise: number, most: number, least = 1): number {
    const given = this.text(name) ?? String(otherwise);
    if (/^\d{1,9}$/.test(given) && Number(given) >= least && Number(given) <= most) return Number(given);
    throw new UsageError(`--${name} must be a whole number from ${least} to ${most}`);
  }
}

function sentenceOf(error: unknown, known: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, stranger] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
  if (stranger === undefined) return message.split('. ')[0] ?? message;
  return `unknown option ${stranger}${meant(
    stranger,
    known.map((name) => `--${name}`),
  )}`;
}
