import { useLocation } from 'preact-iso';
import { type Filters, filtersOf, withQuery } from '../words/query-state.ts';
import { type Loaded, useLoad } from './use-load.ts';
import type { ExportRequest, Items } from './wire.ts';

export interface List<T> extends Loaded<Items<T>> {
  readonly rows: readonly T[];
  readonly filters: Filters;
  readonly isFiltered: boolean;
  /** Changes filters in the page's URL, in a new entry of the browser's history, and shows the first page. */
  readonly filter: (change: Readonly<Record<string, string | undefined>>) => void;
  /** The value of one filter and its change, for the filter's control. */
  readonly one: (name: string) => { value: string | undefined; onChange: (value: string | undefined) => void };
  /** The whole list as it is filtered, for a file. */
  readonly exported: ReturnType<typeof exportedList> | undefined;
  /** URLs of other pages of the list; undefined where there is none. */
  readonly firstPage: string | undefined;
  readonly nextPage: string | undefined;
}

interface ListOptions<T> {
  /** The filters in the page's URL, under the API's names. */
  readonly filters?: readonly string[];
  /** Turns the URL's filters into the API's parameters. */
  readonly asked?: (filters: Filters) => Readonly<Record<string, string | undefined>>;
  readonly isBusy?: (row: T) => boolean;
  readonly limit?: number;
}

/** A list of the API; its filters and its cursor are in the page's URL. */
export function useList<T>(path: string | undefined, options: ListOptions<T> = {}): List<T> {
  const { filters: known = [], asked = (given) => given, isBusy = () => false, limit = 25 } = options;
  const { path: page, query, route } = useLocation();
  const filters = filtersOf(query, known);
  const { cursor } = query;
  const parameters = asked(filters);
  const loaded = useLoad<Items<T>>(
    path === undefined ? undefined : withQuery(path, { ...parameters, limit: String(limit), cursor }),
    { isBusy: (data) => data.items.some(isBusy) },
  );
  const filter: List<T>['filter'] = (change) => route(withQuery(page, { ...filters, ...change }));
  const next = loaded.meta?.next_cursor ?? undefined;
  return {
    ...loaded,
    rows: loaded.data?.items ?? [],
    filters,
    exported: path === undefined ? undefined : exportedList(path, parameters),
    isFiltered: Object.keys(filters).length > 0,
    filter,
    one: (name) => ({ value: filters[name], onChange: (value) => filter({ [name]: value }) }),
    firstPage: cursor ? withQuery(page, filters) : undefined,
    nextPage: next ? withQuery(page, { ...filters, cursor: next }) : undefined,
  };
}

/** How an export names the list at a path of the API: by its last part, and by the id that the path has before it. */
function exportedList(
  path: string,
  filters: Readonly<Record<string, string | undefined>>,
): Pick<ExportRequest, 'list' | 'filter'> {
  const parts = path.split('/');
  const [, of, id] = parts.length === 4 ? parts : [];
  const given = Object.entries({ ...filters, ...(of && { [of.replace(/s$/, '_id')]: id }) });
  return {
    list: parts.at(-1) as ExportRequest['list'],
    filter: Object.fromEntries(given.filter((entry): entry is [string, string] => !!entry[1])),
  };
}
