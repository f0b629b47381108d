// Fields that are one text and nothing more. Each is declared once, in its family: what requests take, what answers show,
// lengths, the documentation, the provider's key, the sandbox's record and the generated documents of tests follow from it.
import * as v from 'valibot';
import { described, field } from './answer-fields.ts';
import { clearable, clearableIdentifier } from './request-fields.ts';

export interface PlainText {
  /** The most characters, in UTF-16 units; longer texts are 400. */
  readonly longest: number;
  /** True for a text that names something and is compared: it may not contain NUL or half of a surrogate pair. */
  readonly identifies?: true;
  /** A sentence of the documentation. */
  readonly means: string;
  readonly example: string;
}

/** By the fields' names in the normalized record. A field that is absent from a request stays; null or "" clears it. */
export type PlainTexts = Readonly<Record<string, PlainText>>;

/** The entries of request bodies. */
export function requestsOf<P extends PlainTexts>(plain: P) {
  const entry = ({ longest, identifies, means, example }: PlainText) =>
    v.pipe(identifies ? clearableIdentifier(longest) : clearable(longest), v.description(means), v.examples([example]));
  return mapped(plain, entry);
}

/** The fields of normalized records; null without a value. */
export function answersOf<P extends PlainTexts>(plain: P) {
  return mapped(plain, ({ means, example }) => v.pipe(described(field.text, means), v.examples([example])));
}

function mapped<P extends PlainTexts, S>(plain: P, schema: (text: PlainText) => S): { readonly [K in keyof P]: S } {
  const entries = Object.entries(plain).map(([name, text]) => [name, schema(text)]);
  return Object.fromEntries(entries) as { readonly [K in keyof P]: S };
}
