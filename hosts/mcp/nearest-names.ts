// What a refused write names of the books that the books do not know: the nearest account, or tax rate.
import { isJsonObject, type JsonObject, meant, type ServiceError } from '#core';
import { ask, type ToolCall } from './tool-call.ts';

const refusals: ReadonlySet<string> = new Set<ServiceError['code']>(['PROVIDER_REJECTED', 'BAD_REQUEST']);

const lists = {
  account_code: { operation: 'listAccounts', name: 'code' },
  tax_type: { operation: 'listTaxRates', name: 'tax_type' },
} as const;

type Fault = { readonly path: string; readonly message: string };

/** Reads the service's copies alone, and only after a refusal. */
export async function nearestNames(call: ToolCall, { code }: ServiceError): Promise<readonly Fault[]> {
  if (!refusals.has(code)) return [];
  const faults: Fault[] = [];
  for (const [field, { operation, name }] of Object.entries(lists)) {
    const said = placesOf(call.args, field);
    if (said.length === 0) continue;
    const known = await namesIn(call, operation, name);
    if (known.length === 0) continue;
    for (const { path, value } of said) {
      if (known.includes(value)) continue;
      faults.push({
        path,
        message: `${field} ${JSON.stringify(value.slice(0, 60))} is not in the books${meant(value, known)}`,
      });
    }
  }
  return faults.slice(0, 10);
}

const pagesMost = 5;

/** All of them, or none if there are more than a few pages: nothing is said to be missing that was not looked for. */
async function namesIn(call: ToolCall, operation: string, name: string): Promise<readonly string[]> {
  const params = { connection_id: String(call.args['connection_id']) };
  const known: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < pagesMost; pages++) {
    const { data, meta } = await ask(call, operation, { params, query: { limit: '200', ...(cursor && { cursor }) } });
    const items = (data['items'] ?? []) as readonly JsonObject[];
    known.push(...items.map((one) => one[name]).filter((one) => typeof one === 'string'));
    if (meta['has_more'] !== true) return known;
    cursor = String(meta['next_cursor']);
  }
  return [];
}

/** Where the arguments name such a thing, at any depth. */
function placesOf(value: unknown, field: string, path = ''): { readonly path: string; readonly value: string }[] {
  if (Array.isArray(value)) return value.slice(0, 100).flatMap((one, i) => placesOf(one, field, `${path}[${i}]`));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const place = path === '' ? name : `${path}.${name}`;
    if (name === field && typeof part === 'string' && part !== '') return [{ path: place, value: part }];
    return placesOf(part, field, place);
  });
}
