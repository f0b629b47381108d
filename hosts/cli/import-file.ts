// Writes a file's records by bulk writes, one after another. However often the command runs, it writes a record at most
// once.
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BulkItem, LedgerportError, type Operation } from '../../client/index.ts';
import { bulkItemsMost } from '../../core/domain/bulk.ts';
import { ServiceError } from '../../core/domain/errors.ts';
import { isTerminal } from '../../core/domain/operation.ts';
import { bulkRequests, parse } from '../../core/schemas/index.ts';
import { Failure, type Given, UsageError, type World } from './command.ts';
import { patience } from './news.ts';
import { type Fault, type Item, readItems } from './read-items.ts';
import { patient, polling, type Service, serviceOf } from './service.ts';

type Type = keyof typeof bulkRequests;

interface Source {
  readonly file: string;
  readonly type: Type;
  /** Undefined for a dry run. */
  readonly connectionId: string | undefined;
}

const types = Object.keys(bulkRequests) as readonly Type[];
/** Stays below the 5 MiB that a body may have. */
const partBytesMost = 4.5 * 2 ** 20;
/** The most records that a connection can write in a day: 5,000 calls of 50. Bounds the memory, too. */
const itemsMost = 250_000;
const shownMost = 20;
const everyMs = 1_000;
const waitMostMs = 86_400_000;

export async function importFile(given: Given, world: World): Promise<void> {
  const file = given.word('a file, .csv or .jsonl,');
  const type = given.oneOf('type', types, 'invoices');
  closeSync(opened(file, 'r'));
  if (given.flag('dry-run')) {
    const { items, keys } = await checked({ file, type, connectionId: given.text('connection') }, world);
    return world.out(
      `${counted(items)} ${type} in ${keys.length} bulk ${keys.length === 1 ? 'write' : 'writes'}; nothing was sent`,
    );
  }
  const source = { file, type, connectionId: given.required('connection') };
  const service = serviceOf(given, world);
  const out = given.text('out');
  if (out !== undefined && path.resolve(out) === path.resolve(file)) throw new UsageError('--out is the file itself');
  const { items, keys } = await checked(source, world);
  const results = out === undefined ? undefined : opened(out, 'w');
  try {
    const signal = AbortSignal.any([world.untilStopped(), AbortSignal.timeout(waitMostMs)]);
    await send({ ...source, service, world, items, keys, results, signal });
  } finally {
    if (results !== undefined) closeSync(results);
  }
}

function opened(file: string, flags: 'r' | 'w'): number {
  try {
    return openSync(file, flags);
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error));
  }
}

const counted = (count: number) => count.toLocaleString('en');

/** Returns the number of items and each part's key. Shows the first faults and throws a `Failure` if there are any. */
async function checked(source: Source, { err }: World) {
  const lines = new Map<unknown, number>();
  const keys: string[] = [];
  let [items, wrong, shown] = [0, 0, 0];
  for await (const part of partsOf(source)) {
    items += part.length;
    if (items > itemsMost) throw new Failure(`${source.file} has more than ${counted(itemsMost)} records: divide it`);
    for (const item of part) {
      const earlier = lines.get(item.fields['item_key']);
      lines.set(item.fields['item_key'], item.line);
      const faults = [...item.faults, ...refusals(source.type, item)];
      const message = `is the item_key of line ${earlier}, too`;
      if (earlier !== undefined) faults.push({ line: item.line, column: 'item_key', message });
      if (faults.length > 0) wrong += 1;
      for (const fault of faults) if (++shown <= shownMost) err(told(source, fault));
    }
    keys.push(keyOf(source, part));
  }
  if (items === 0) throw new Failure(`${source.file} has no records`);
  if (wrong > 0) throw new Failure(`${counted(wrong)} of ${counted(items)} ${source.type} are wrong; nothing was sent`);
  return { items, keys };
}

const told = ({ file }: Source, { line, column, message }: Fault) =>
  `${file}:${line}: ${column === undefined ? '' : `${column} `}${message}`;

/** Yields the items in parts, each small enough for one bulk write. */
async function* partsOf({ file, type }: Source): AsyncGenerator<readonly Item[]> {
  let part: Item[] = [];
  let bytesLeft = partBytesMost;
  for await (const item of readItems(file, Object.values(schemasOf(type)))) {
    const bytes = Buffer.byteLength(JSON.stringify(item.fields)) + 1;
    if (part.length === bulkItemsMost || (bytes > bytesLeft && part.length > 0)) {
      yield part;
      part = [];
      bytesLeft = partBytesMost;
    }
    part.push(item);
    bytesLeft -= bytes;
  }
  if (part.length > 0) yield part;
}

const bodyOf = (part: readonly Item[]) => ({ items: part.map(({ fields }) => fields) });

/**
 * Derives the key from what is sent, so that a part is written once, whatever the file is called and whatever follows.
 */
function keyOf({ connectionId, type }: Source, part: readonly Item[]): string {
  const hash = createHash('sha256').update(JSON.stringify([connectionId, type, bodyOf(part)]));
  return `import-${hash.digest('hex')}`;
}

function schemasOf(type: Type) {
  const { '': _whole, ...schemas } = bulkRequests[type] as NonNullable<(typeof bulkRequests)[Type]>;
  return schemas;
}

/** Returns the faults for which the service would refuse the item. */
function refusals(type: Type, item: Item): readonly Fault[] {
  const { Create, Update, Native } = schemasOf(type);
  const schema = 'provider_data' in item.fields ? Native : 'id' in item.fields ? Update : Create;
  if (!schema) return [faultAt(item, 'id', `is not for ${type}: they are only created in bulk`)];
  try {
    parse(schema, item.fields);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return (error.details.errors ?? []).map(({ path: field, message }) => faultAt(item, field, message));
  }
}

function faultAt({ line, lines }: Item, field: string, message: string): Fault {
  const ofEntry = lines.get(/^\w+\[\d+\]/.exec(field)?.[0] ?? '');
  return { line: ofEntry ?? line, column: ofEntry ? field.replaceAll(/\[\d+\]/g, '') : field, message };
}

interface Sending extends Source {
  readonly service: Service;
  readonly world: World;
  readonly items: number;
  readonly keys: readonly string[];
  /** The open result file. */
  readonly results: number | undefined;
  readonly signal: AbortSignal;
}

async function send(run: Sending): Promise<void> {
  const { file, type, world, items, keys, results, service, signal } = run;
  const counts = { succeeded: 0, failed: 0, unknown: 0, pending: 0 };
  if (results !== undefined) writeSync(results, 'item_key,status,id,provider_id,error\n');
  let [sent, shown, number] = [0, 0, 0];
  for await (const part of partsOf(run)) {
    if (keyOf(run, part) !== keys[number++]) throw new Failure(`${file} changed while it was read`);
    if (signal.aborted) throw new Failure(`stopped before record ${counted(sent + 1)}; ${again}`);
    const id = await begun(run, part);
    sent += part.length;
    if (!(await hasEnded(run, id, sent))) {
      throw new Failure(`${id} goes on in the service; "ledgerport get operations/${id}/items" shows it; ${again}`);
    }
    for await (const item of service.api.operations.items(id, { limit: 200, ...patient, ...polling() })) {
      counts[item.status] += 1;
      if (results !== undefined) writeSync(results, resultOf(item));
      else if (item.status !== 'succeeded' && ++shown <= shownMost) world.out(resultOf(item).trim());
    }
    world.err(`${id}: ${counted(sent)} of ${counted(items)}, ${counted(counts.succeeded)} written`);
  }
  if (counts.succeeded === items) return world.out(`${counted(items)} ${type} written`);
  const others = Object.entries(counts).map(([status, count]) => `${counted(count)} ${status}`);
  throw new Failure(`not all were written: ${others.join(', ')}`);
}

const again = 'the same command again sends the rest and writes nothing twice';

/** Starts the bulk write of a part, or finds the one that an earlier command started. */
async function begun(run: Sending, part: readonly Item[]): Promise<string> {
  const { connectionId = '', type, service, world } = run;
  const at = `/v1/connections/${encodeURIComponent(connectionId)}/${type}/bulk` as const;
  const request = { body: bodyOf(part), idempotencyKey: keyOf(run, part), ...patient };
  try {
    const answer = (await service.api.request('POST', at, request)) as { readonly data: Operation };
    return answer.data.operation_id;
  } catch (error) {
    if (!(error instanceof LedgerportError)) throw error;
    for (const { path: field, message } of error.errors ?? []) {
      const [, position, inner = ''] = /^items\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
      const item = part[Number(position)];
      world.err(item ? told(run, faultAt(item, inner, message)) : `${field} ${message}`);
    }
    throw error;
  }
}

/** Shows the progress up to `sent` items until the operation has ended; returns false if the signal aborts first. */
async function hasEnded({ service, world, items, signal }: Sending, id: string, sent: number) {
  const { operations } = service.api;
  const attempt = patience(signal, world.err);
  while (!signal.aborted) {
    const read = await attempt(async () => {
      const { state } = await operations.get(id, polling());
      const { meta } = await operations.items(id, { status: 'pending', limit: 1, ...polling() }).page();
      return { state, pending: meta.total ?? 0 };
    });
    if (read) world.redraw?.(bar(sent - read.pending, items));
    if (read && isTerminal(read.state)) return true;
    if (read) await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

function bar(done: number, items: number): string {
  const width = 30;
  return `[${'#'.repeat((done / items) * width).padEnd(width)}] ${counted(done)} of ${counted(items)}`;
}

function resultOf({ item_key, status, id, provider_id, error }: BulkItem): string {
  return `${[item_key, status, id, provider_id, error?.message].map(cell).join(',')}\n`;
}

/** A spreadsheet takes a cell that begins with one of these characters for a formula. */
function cell(value: string | null | undefined): string {
  const text = (value ?? '').replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
