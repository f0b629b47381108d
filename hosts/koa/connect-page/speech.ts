// One person's language: its sentences, lists and dates.
import type { ConnectStep } from '#core';
import type { Context } from '../request-state.ts';
import { de } from './words/de.ts';
import { en, type Words } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';

const languages = { en, fr, de, es } as const satisfies Record<Language, Words>;

type Language = NonNullable<ConnectStep['locale']>;

export interface Speech {
  readonly language: Language;
  say(key: keyof Words, values?: Readonly<Record<string, string | number>>): string;
  /** For a key that an adapter makes: its sentence, or else `other`. */
  sayOr(key: string, other: string): string;
  /** Core and adapters tell a problem exactly, but in English; other languages tell `other`. */
  exactly(message: string, other: string): string;
  list(items: readonly string[]): string;
  /** In UTC, because the page cannot know the person's zone. */
  date(at: Date): string;
}

export function speechIn(language: Language): Speech {
  const words: Words = languages[language];
  return {
    language,
    say: (key, values = {}) => words[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')),
    sayOr: (key, other) => new Map(Object.entries(words)).get(key) ?? other,
    exactly: (message, other) => (language === 'en' ? sentence(message) : other),
    list: (items) => new Intl.ListFormat(language).format(items),
    date: (at) =>
      `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`,
  };
}

function sentence(message: string): string {
  const capital = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** As the session says, or else the browser's Accept-Language; English for all others. */
export function speechFor(ctx: Context, locale?: Language): Speech {
  if (locale) return speechIn(locale);
  const known = Object.keys(languages) as Language[];
  const accepted = ctx.acceptsLanguages(known);
  return speechIn(known.find((language) => language === accepted) ?? 'en');
}
