import type { Call } from '../http/call.ts';
import { apiException, WireProblem } from '../http/problems.ts';

export interface Pagination {
  readonly page: number;
  readonly pageSize: number;
  readonly pageCount: number;
  readonly itemCount: number;
}

export interface Page<R> {
  readonly rows: readonly R[];
  /** True if the elements are shown in full. */
  readonly paged: boolean;
  readonly pagination?: Pagination;
}

/**
 * `asked`: paged only with `page`. `always`: paged without it, too. `bare`: always pages of 100, without a pagination
 * object.
 */
export type PageMode = 'asked' | 'always' | 'bare';

const defaultSize = 100;
const maxSize = 1000;

function wholeParameter(call: Call, name: string): number | undefined {
  const text = call.query.get(name);
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new WireProblem(apiException('QueryParseException', `The ${name} parameter must be a whole number.`));
}

export function pageRows<R>(call: Call, rows: readonly R[], mode: PageMode): Page<R> {
  const page = Math.max(1, wholeParameter(call, 'page') ?? 1);
  const size = mode === 'bare' ? defaultSize : (wholeParameter(call, 'pageSize') ?? defaultSize);
  const pageSize = Math.min(maxSize, Math.max(1, size));
  const isPaged = mode !== 'asked' || call.query.has('page') || call.query.has('pageSize');
  const summary = call.query.get('summaryOnly')?.toLowerCase() === 'true';
  if (!isPaged && !summary) return { rows, paged: false };
  const shown = rows.slice((page - 1) * pageSize, page * pageSize);
  if (mode === 'bare') return { rows: shown, paged: true };
  const pagination = { page, pageSize, pageCount: Math.ceil(rows.length / pageSize), itemCount: rows.length };
  return { rows: shown, paged: !summary, pagination };
}
