import type { Knex } from 'knex';
import type { PageRequest, Storage, Stores } from '#core/ports';
import type { Dialect } from '../../adapters/knex/dialect.ts';
import { storesOf } from '../../adapters/knex/storage.ts';

type Replaced = { readonly [S in keyof Stores]?: Partial<Stores[S]> };

/** A storage that is broken in one way, and must be caught. */
export interface Saboteur {
  readonly name: string;
  /** Replaces methods; gets the honest stores and the database, both bound to the transaction where there is one. */
  readonly stores?: (honest: Stores, db: Knex) => Replaced;
  readonly storage?: (honest: Storage) => Partial<Storage>;
  /** The clause that must notice, for those that another might catch by accident. */
  readonly caughtBy?: string;
  /** Shows only where several transactions really run at once. */
  readonly postgresOnly?: true;
}

/** Breaks methods of one store, which are given what `stores` is given. */
export function breaks<S extends keyof Stores>(
  store: S,
  name: string,
  methods: (honest: Stores, db: Knex) => Partial<Stores[S]>,
  more: Pick<Saboteur, 'caughtBy' | 'postgresOnly'> = {},
): Saboteur {
  return { ...more, name, stores: (honest, db) => ({ [store]: methods(honest, db) }) };
}

/** A page that counts, though the request tells what was counted. */
export const counting = (request: PageRequest): PageRequest =>
  'after' in request ? { limit: request.limit, after: request.after } : request;

export function sabotaged(honest: Storage, db: Knex, dialect: Dialect, { stores, storage }: Saboteur): Storage {
  if (storage) return { ...honest, ...storage(honest) };
  const broken = (inner: Knex): Stores => {
    const good = storesOf({ db: inner, dialect });
    return replaced(good, stores?.(good, inner) ?? {});
  };
  return {
    ...broken(db),
    ping: honest.ping,
    probeWrite: honest.probeWrite,
    dropAhead: honest.dropAhead,
    transaction: (work) => db.transaction((trx) => work(broken(trx))),
  };
}

function replaced(good: Stores, methods: Replaced): Stores {
  const names = Object.keys(methods) as (keyof Stores)[];
  return { ...good, ...Object.fromEntries(names.map((name) => [name, { ...good[name], ...methods[name] }])) };
}
