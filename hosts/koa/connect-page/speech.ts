// One person's language: its sentences, lists and dates.
import type { Brand, Locale } from '#core';
import type { Context } from '../request-state.ts';
import { de } from './words/de.ts';
import { en, type Words } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';

const languages = { en, fr, de, es } as const satisfies Record<Language, Words>;

export type Language = Locale;

export interface Speech {
  readonly language: Language;
  /** Who asks, where it is known. */
  readonly brand: Brand | undefined;
  /** `{organization}` is the brand's name. */
  say(key: keyof Words, values?: Readonly<Record<string, string | number>>): string;
  /** For a key that an adapter makes: its sentence, or else `other`. */
  sayOr(key: string, other: string): string;
  /** Core and adapters tell a problem exactly, but in English; other languages tell `other`. */
  exactly(message: string, other: string): string;
  list(items: readonly string[]): string;
  /** In UTC, because the page cannot know the person's zone. */
  date(at: Date, dateStyle?: 'long' | 'medium'): string;
}

export function speechIn(language: Language, brand?: Brand): Speech {
  const words: Words = languages[language];
  const named = { organization: brand?.name ?? '' };
  const isKnown = (key: string): key is keyof Words => Object.hasOwn(words, key);
  const say: Speech['say'] = (key, given = {}) => {
    const values: Readonly<Record<string, string | number>> = { ...named, ...given };
    return words[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => isolated(String(values[name] ?? '')));
  };
  return {
    language,
    brand,
    say,
    sayOr: (key, other) => (isKnown(key) ? say(key) : other),
    exactly: (message, other) => (language === 'en' ? sentence(message) : other),
    list: (items) => new Intl.ListFormat(language).format(items),
    date: (at, dateStyle = 'long') =>
      `${new Intl.DateTimeFormat(language, { dateStyle, timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`,
  };
}

/** Keeps a name that is written from right to left, or tries to turn its surroundings, to its place in a sentence. */
function isolated(name: string): string {
  const plain = name.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(plain)
    ? `\u2068${plain}\u2069`
    : plain;
}

function sentence(message: string): string {
  const capital = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** What is known of who asks. */
interface Spoken {
  readonly locale?: Locale | undefined;
  readonly brand?: Brand | undefined;
}

/** As the session says, or else the browser's Accept-Language; English for all others. */
export function speechFor(ctx: Context, { locale, brand }: Spoken = {}): Speech {
  return speechIn(locale ?? languageOf(ctx), brand);
}

/** The best of the request's Accept-Language; English for all others. */
export function languageOf(ctx: Context): Language {
  const known = Object.keys(languages) as Language[];
  const accepted = ctx.acceptsLanguages(known);
  return known.find((language) => language === accepted) ?? 'en';
}
