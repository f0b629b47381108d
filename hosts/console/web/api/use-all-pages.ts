import { useEffect, useState } from 'preact/hooks';
import { useClient } from '../session/session.tsx';
import { withQuery } from '../words/query-state.ts';
import { asFailure, type Client } from './client.ts';
import type { Failure } from './failure.ts';
import type { Items } from './wire.ts';

const pageSize = 200;
const mostPages = 50;

interface AllPages<T> {
  /** The list at the latest path; undefined until all of it is loaded. */
  readonly rows: readonly T[] | undefined;
  readonly failure: Failure | undefined;
  readonly reload: () => void;
  /** True if the list goes on beyond what is read. */
  readonly isCut: boolean;
}

interface Read<T> {
  readonly path: string;
  readonly rows?: readonly T[];
  readonly isCut?: boolean;
  readonly failure?: Failure;
}

/** Reads a whole list once, page by page, for sums and files. */
export function useAllPages<T>(path: string): AllPages<T> {
  const client = useClient();
  const [round, setRound] = useState(0);
  const [read, setRead] = useState<Read<T>>({ path: '' });
  useEffect(() => {
    let isOver = false;
    void readAll<T>(client, path, round)
      .catch((error: unknown) => ({ path, failure: asFailure(error) }))
      .then((done) => isOver || setRead(done));
    return () => {
      isOver = true;
    };
  }, [client, path, round]);
  const { rows, failure, isCut = false } = read.path === path ? read : ({} as Partial<Read<T>>);
  return { rows, failure, isCut, reload: () => setRound(round + 1) };
}

async function readAll<T>(client: Client, path: string, _round: number): Promise<Read<T>> {
  const rows: T[] = [];
  let cursor: string | undefined;
  const [base = path, query = ''] = path.split('?');
  for (let page = 0; page < mostPages; page++) {
    const asked = { ...Object.fromEntries(new URLSearchParams(query)), limit: String(pageSize), cursor };
    const { data, meta } = await client.get<Items<T>>(withQuery(base, asked));
    rows.push(...data.items);
    cursor = meta?.next_cursor ?? undefined;
    if (cursor === undefined) return { path, rows };
  }
  return { path, rows, isCut: true };
}
