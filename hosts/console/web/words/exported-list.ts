import type { ExportRequest } from '../api/wire.ts';

/** How an export names the list at a path of the API: by its last part, and by the id that the path has before it. */
export function exportedList(
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
