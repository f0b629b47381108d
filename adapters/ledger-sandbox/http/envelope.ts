/** The success envelope around a collection. */
import type { Pagination } from '../lists/page-rows.ts';
import type { Call } from './call.ts';
import type { Reply } from './message.ts';
import { bareMoment } from './wire-dates.ts';

export interface EnvelopePlan {
  readonly collection: string;
  /** Each element as JSON text. */
  readonly elements: readonly string[];
  readonly pagination?: Pagination | undefined;
  /** Provider: quotes have this key first in answers to writes. */
  readonly summarizeErrors?: boolean | undefined;
}

/** Provider: the quotes family omits the charset. */
const contentType = (collection: string): string =>
  collection === 'Quotes' ? 'application/json' : 'application/json; charset=utf-8';

export function envelope(call: Call, plan: EnvelopePlan): Reply {
  const summarize = plan.summarizeErrors === undefined ? '' : `"SummarizeErrors":${plan.summarizeErrors},`;
  const pagination = plan.pagination ? `"pagination":${JSON.stringify(plan.pagination)},` : '';
  const head = `"Id":"${call.newId()}","Status":"OK","ProviderName":${JSON.stringify(call.appName)}`;
  const body = `{${summarize}${head},"DateTimeUTC":"${bareMoment(call.now)}",${pagination}"${plan.collection}":[${plan.elements.join(',')}]}`;
  return { status: 200, headers: { 'content-type': contentType(plan.collection) }, body };
}
