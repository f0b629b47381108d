// What the compiler checks of a column table, and the type of a row that follows from one.
import type { ColumnWord } from './dialect.ts';

export interface AnyColumn {
  readonly kind: string;
  readonly word: ColumnWord;
  readonly toStored: (value: never) => unknown;
  readonly toValue: (stored: never) => unknown;
  readonly columnName?: string;
}

export interface Nullable {
  readonly isNullable: true;
}

export interface Derived<Entity, Value> {
  readonly word: ColumnWord;
  readonly derive: (entity: Entity) => Value;
}

type ValueOf<C> = C extends { readonly toValue: (stored: never) => infer Value } ? Value : never;
type StoredOf<C> = C extends { readonly toStored: (value: never) => infer Stored } ? Stored : never;
type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : S;
type NameOf<Key extends string, C> = C extends { readonly columnName: infer Name extends string }
  ? Name
  : SnakeCase<Key>;
type TimesIn<V> = V extends readonly unknown[]
  ? never
  : V extends object
    ? { [Key in keyof V]-?: Extract<V[Key], Date> }[keyof V]
    : never;
/** The properties of a document, or of a list's items, that hold a Date. */
type HoldsTime<V> = V extends readonly (infer Item)[] ? TimesIn<Item> : TimesIn<V>;

/** The column itself where it can hold values `V`; else a sentence, which the compiler shows. */
type Holding<V, C> = C extends Nullable
  ? null extends V
    ? Fitting<V, C>
    : 'the property is never null'
  : Fitting<V, C>;
type Fitting<V, C> = [V] extends [ValueOf<C>]
  ? C extends { readonly kind: 'json' }
    ? [HoldsTime<V>] extends [never]
      ? C
      : 'the document holds times: jsonWithTimes'
    : C
  : 'the column does not hold such values';

export type Checked<Entity, Columns> = {
  readonly [Key in keyof Columns]: Key extends keyof Entity
    ? Holding<Entity[Key], Columns[Key]>
    : Columns[Key] extends Derived<Entity, unknown>
      ? Columns[Key]
      : 'no such property';
};

export type RowFor<Entity, Columns> = {
  readonly [Key in keyof Columns & string as NameOf<Key, Columns[Key]>]: Columns[Key] extends Derived<
    never,
    infer Value
  >
    ? Value
    : Columns[Key] extends { readonly kind: 'same' }
      ? Entity[Key & keyof Entity]
      : StoredOf<Columns[Key]>;
};
