// How values are stored in columns, in the same way on both databases (docs/storage.md says why), and the column table
// of a store, which gives the type of its rows and both mappers:
// const keys = tableOf<ApiKey>()('api_keys', { id: text, createdAt: time, scopes: json, revokedAt: nullable(time) });
// type ApiKeyRow = RowOf<typeof keys>;
// await keys.insert(db, key);
// return keys.find(db, { id, revoked_at: null });
// The compiler checks that each property of the entity has a column, that no other property has one, and that the
// column can hold the property's values. A column has its property's name in snake_case; `named` gives it another name,
// and `derived` makes a column that is written and never read into the entity.
import type { Knex } from 'knex';
import { parsedWhenRead } from '#core/ports';
import type { AnyColumn, Checked, Derived, Nullable, RowFor } from './column-checks.ts';
import type { ColumnWord } from './dialect.ts';
import { requireTransaction } from './session.ts';

/** A timestamp is stored as whole milliseconds since 1970, so that rows, entities and cursors compare alike. */
export function millis(time: Date): number {
  return time.getTime();
}

export function timeOf(value: number): Date {
  return new Date(value);
}

export function timeOrNull(value: number | null): Date | null {
  return value === null ? null : new Date(value);
}

/** Documents are stored as text: no query looks into them, and their bytes stay as they were. */
export function documentText(value: unknown): string {
  return JSON.stringify(value);
}

/** The caller names the type that was stored. */
export function documentOf<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** Replaces NUL on both databases: PostgreSQL's text cannot hold it, and providers and receivers may send it. */
export function withoutNul(bindings: readonly unknown[]): unknown[] {
  return bindings.map((value) =>
    typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value,
  );
}

/** How the values of a property are stored in its column. `Kind` is `same` where the row holds the value itself. */
export interface Column<Value, Stored, Kind extends string = 'coded'> {
  readonly kind: Kind;
  readonly word: ColumnWord;
  readonly toStored: (value: Value) => Stored;
  readonly toValue: (stored: Stored) => Value;
}

const itself = <T>(value: T): T => value;

export const text: Column<string, string, 'same'> = { kind: 'same', word: 'text', toStored: itself, toValue: itself };
export const integer: Column<number, number, 'same'> = { ...text, word: 'integer', toStored: itself, toValue: itself };
/** An integer that may exceed 2^31. */
export const bigint: Column<number, number, 'same'> = { ...integer, word: 'bigint' };
/** A number that is stored as the nearest integer. */
export const rounded: Column<number, number, 'same'> = { ...integer, toStored: Math.round };
export const time = coded('bigint', millis, timeOf);
/** A number as the shortest text that reads back to it. */
export const decimal = coded<number, string>('text', String, Number);
/** PostgreSQL returns true and false, SQLite 1 and 0. */
export const flag = coded<boolean, boolean | number>('boolean', itself, Boolean);
/** A document that contains no Date. It stores null as the document `null`; `nullable(json)` stores null as null. */
export const json: Column<unknown, string, 'json'> = {
  kind: 'json',
  word: 'text',
  toStored: documentText,
  toValue: documentOf,
};

export const idInPlane = { id: text, organizationId: text, environment: text };

/** A list of objects in which the named properties are times or null. */
export function jsonWithTimes<Item extends object>(...names: readonly (keyof Item & string)[]) {
  const withTimes = (item: Item): Item => {
    const times = names.map((name): [string, unknown] => [name, item[name] && new Date(item[name] as string)]);
    return { ...item, ...Object.fromEntries(times) };
  };
  return coded<readonly Item[], string>('text', documentText, (stored) =>
    documentOf<readonly Item[]>(stored).map(withTimes),
  );
}

export function coded<Value, Stored>(
  word: ColumnWord,
  toStored: (value: Value) => Stored,
  toValue: (stored: Stored) => Value,
): Column<Value, Stored> {
  return { kind: 'coded', word, toStored, toValue };
}

export function nullable<Value, Stored, Kind extends string>(
  column: Column<Value, Stored, Kind> & { readonly columnName?: never },
): Column<Value | null, Stored | null, Kind> & Nullable {
  return {
    isNullable: true,
    kind: column.kind,
    word: column.word,
    toStored: (value) => (value === null ? null : column.toStored(value)),
    toValue: (stored) => (stored === null ? null : column.toValue(stored)),
  };
}

/** Gives a column another name than its property's in snake_case. */
export function named<Name extends string, C>(columnName: Name, column: C): C & { readonly columnName: Name } {
  return { ...column, columnName };
}

/** A column that is computed when a row is written and is no property of the entity. */
export function derived<Entity, Value extends string | number | boolean | null>(
  word: ColumnWord,
  derive: (entity: Entity) => Value,
): Derived<Entity, Value> {
  return { word, derive };
}

export interface Table<Entity extends object, Row extends object> {
  readonly name: string;
  readonly columns: readonly (keyof Row & string)[];
  /** The SQL type of each column, for statements that take rows as one JSON document. */
  readonly words: Readonly<Record<keyof Row & string, ColumnWord>>;
  toRow(entity: Entity): Row;
  toEntity(row: Row): Entity;
  /** As `toEntity`, for lists: parses a document only when it is read. */
  toListed(row: Row): Entity;
  in(db: Knex): Knex.QueryBuilder<Row, Row[]>;
  insert(db: Knex, entity: Entity): Promise<void>;
  find(db: Knex, values: Partial<Row>): Promise<Entity | undefined>;
  /** As `find`, and locks the row until the transaction ends. Throws outside a transaction. */
  lock(db: Knex, values: Partial<Row>): Promise<Entity | undefined>;
  /** Resolves to whether a row had these values and was changed. */
  change(db: Knex, values: Partial<Row>, changes: Partial<Row>): Promise<boolean>;
  one(query: Knex.QueryBuilder<Row, Row[]>): Promise<Entity | undefined>;
  all(rows: PromiseLike<readonly Row[]>): Promise<readonly Entity[]>;
}

export type RowOf<T> = T extends { toRow(entity: never): infer Row } ? Row : never;

export function tableOf<Entity extends object>() {
  return <Columns extends Readonly<Record<keyof Entity, AnyColumn>>>(
    name: string,
    columns: Columns & Checked<Entity, Columns>,
  ): Table<Entity, RowFor<Entity, Columns>> => tableFrom(name, Object.entries(columns) as unknown as ColumnEntries);
}

type StoredColumn = Column<unknown, unknown, string> & { readonly columnName?: string };
type ColumnEntries = readonly (readonly [string, StoredColumn | Derived<unknown, unknown>])[];

/** The parameters are loosely typed, because `tableOf` has checked the columns. */
function tableFrom<Entity extends object, Row extends object>(table: string, given: ColumnEntries): Table<Entity, Row> {
  const columns = given.map(([key, column]) => ({ key, name: nameOf(key, column), column }));
  const properties = columns.flatMap(({ key, name, column }) => ('derive' in column ? [] : [{ key, name, column }]));
  const toRow = (entity: object) => {
    const values = entity as Record<string, unknown>;
    const row: Record<string, unknown> = {};
    for (const { key, name, column } of columns) {
      row[name] = 'derive' in column ? column.derive(entity) : column.toStored(values[key]);
    }
    return row as Row;
  };
  const mapperBy = (chosen: (column: StoredColumn) => StoredColumn['toValue']) => {
    const values = properties.map(({ key, name, column }) => ({ key, name, toValue: chosen(column) }));
    return (row: object) => {
      const stored = row as Record<string, unknown>;
      // Kept fast, because every row of every store passes here.
      const entity: Record<string, unknown> = {};
      for (const { key, name, toValue } of values) entity[key] = toValue(stored[name]);
      return entity as Entity;
    };
  };
  const toEntity = mapperBy(({ toValue }) => toValue);
  const query = (db: Knex) => db<Row, Row[]>(table);
  const names = columns.map(({ name }) => name as keyof Row & string);
  const selected = (db: Knex, values: Partial<Row>): Knex.QueryBuilder => db(table).select(names).where(values);
  const one = async (found: Knex.QueryBuilder<Row, Row[]>) => (await found.limit(1)).map(toEntity)[0];
  return {
    name: table,
    columns: names,
    words: Object.fromEntries(columns.map(({ name, column }) => [name, column.word])) as Record<
      keyof Row & string,
      ColumnWord
    >,
    toRow,
    toEntity,
    toListed: mapperBy(({ kind, toValue }) => (kind === 'json' ? listedDocument : toValue)),
    in: query,
    insert: async (db, entity) => void (await db(table).insert(toRow(entity))),
    find: (db, values) => one(selected(db, values)),
    async lock(db, values) {
      requireTransaction({ db }, `a lock of ${table}`);
      return one(selected(db, values).forUpdate());
    },
    change: async (db, values, changes) => (await db(table).where(values).update(changes)) === 1,
    one,
    all: async (rows) => (await rows).map(toEntity),
  };
}

const listedDocument = (stored: unknown) => (stored === null ? null : parsedWhenRead(String(stored)));

function nameOf(key: string, column: StoredColumn | Derived<unknown, unknown>): string {
  if ('columnName' in column && column.columnName !== undefined) return column.columnName;
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
