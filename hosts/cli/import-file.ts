// Writes a file's records by bulk writes, one after another. However often the command runs, it writes a record at most
// once.
import { createHash } from 'node:crypto';
import { closeSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type BulkItem, LedgerportError, type Operation } from '../../client/index.ts';
import { bulkItemsMost } from '../../core/domain/bulk.ts';
import { DocumentSums } from '../../core/domain/document-sums.ts';
import { ServiceError } from '../../core/domain/errors.ts';
import type { JsonObject } from '../../core/domain/json.ts';
import { isTerminal } from '../../core/domain/operation.ts';
import { bulkRequests, parse } from '../../core/schemas/index.ts';
import { Failure, type Given, UsageError, type World } from './command.ts';
import { checkRows } from './import/check-rows.ts';
import { dateForms } from './import/dates.ts';
import type { Fault, Item } from './import/item.ts';
import { contactItem, lookUp, type Missing } from './import/look-up.ts';
import { decimalMarks, readingsOf } from './import/numbers.ts';
import { type ItemFile, itemFile } from './import/read-items.ts';
import { opened, openedBeside } from './import/read-text.ts';
import { patience } from './news.ts';
import { patient, polling, type Service, serviceOf } from './service.ts';

type Type = keyof typeof bulkRequests;

interface Source {
  readonly file: string;
  readonly type: Type;
  /** Undefined for a dry run. */
  readonly connectionId: string | undefined;
  readonly read: ItemFile;
}

const types = Object.keys(bulkRequests) as readonly Type[];
/** Stays below the 5 MiB that a body may have. */
const partBytesMost = 4.5 * 2 ** 20;
/** The most records that a connection can write in a day: 5,000 calls of 50. Bounds the memory, too. */
const itemsMost = 250_000;
const shownMost = 20;
const everyMs = 1_000;
const waitMostMs = 86_400_000;

/** `xero`: either template, whichever its columns show. */
export const templateNames = ['xero', 'xero-sales', 'xero-bills'] as const;

export async function importFile(given: Given, world: World): Promise<void> {
  const file = given.word('a file, .csv or .jsonl,');
  const type = given.oneOf('type', types, 'invoices');
  const isChecking = given.flag('check');
  const isDry = isChecking || given.flag('dry-run');
  const isMaking = given.flag('create-contacts');
  const connectionId = isDry && !isChecking ? given.text('connection') : given.required('connection');
  closeSync(opened(file, 'r'));
  const read = await itemFile(file, wantedOf(given, type));
  const source: Source = { file, type, connectionId, read };
  if (isMaking && !read.template) throw new UsageError('--create-contacts is for the provider’s template');
  // A dry run without a connection looks nothing up, and needs no service.
  const service = isDry && !isChecking && !(read.template && connectionId) ? undefined : serviceOf(given, world);
  for (const note of read.notes) world.err(note);
  const missing = await lookedUp(source, service, isMaking);
  const { items, keys, sums } = await checked(source, world);
  const books = isChecking && service ? `; ${await againstBooks(source, service, world)}` : '';
  if (isDry) {
    return world.out(`${summary(source, { items, parts: keys.length, sums, missing })}${books}; nothing was sent`);
  }
  if (!service) return;
  const out = given.text('out');
  const results = out === undefined ? undefined : openedBeside(out, file);
  try {
    const signal = AbortSignal.any([world.untilStopped(), AbortSignal.timeout(waitMostMs)]);
    const run = { ...source, service, world, items, keys, results, signal };
    await send(missing.size === 0 ? run : { ...run, keys: await withContacts(run, missing) });
  } finally {
    if (results !== undefined) closeSync(results);
  }
}

function wantedOf(given: Given, type: Type) {
  const template = given.text('template') === undefined ? undefined : given.oneOf('template', templateNames);
  if (template !== undefined && type !== 'invoices') {
    throw new UsageError('--template is for invoices and bills, which both are of the type invoices');
  }
  return {
    schemas: Object.values(schemasOf(type)),
    isTemplate: template === undefined ? (type === 'invoices' ? undefined : false) : true,
    side: template === 'xero-bills' ? 'payable' : template === 'xero-sales' ? 'receivable' : undefined,
    mark: given.text('decimal') === undefined ? undefined : given.oneOf('decimal', decimalMarks),
    dates: given.text('dates') === undefined ? undefined : given.oneOf('dates', dateForms),
  } as const;
}

/** Resolves to the contacts that must be made first. */
async function lookedUp({ connectionId, read }: Source, service: Service | undefined, isMaking: boolean) {
  if (!read.template || !service || connectionId === undefined) return new Map() as Missing;
  return lookUp(read.template, service.api, connectionId, isMaking);
}

interface Summary {
  readonly items: number;
  readonly parts: number;
  readonly sums: string;
  readonly missing: Missing;
}

function summary({ type, read, connectionId }: Source, { items, parts, sums, missing }: Summary) {
  const made = missing.size === 0 ? '' : `, ${counted(missing.size)} contacts to be made`;
  const names = read.template && connectionId === undefined ? read.template.contacts.size : 0;
  const unknown = names === 0 ? '' : `, ${counted(names)} contacts to be looked up (with --connection)`;
  const lines = sums === '' ? '' : `, ${type === 'payments' ? 'in all' : 'lines of'} ${sums}`;
  const things = items === 1 ? type.replace(/s$/, '').replaceAll('_', ' ') : type;
  return `${counted(items)} ${things} in ${parts} bulk ${parts === 1 ? 'write' : 'writes'}${lines}${made}${unknown}`;
}

const counted = (count: number) => count.toLocaleString('en');

/**
 * Returns the number of items, each part's key, and what the items come to. Shows the first faults and throws a `Failure`
 * if there are any.
 */
async function checked(source: Source, { err }: World) {
  const lines = new Map<unknown, number>();
  const keys: string[] = [];
  const sums = new DocumentSums();
  let [items, wrong, shown] = [0, 0, 0];
  for await (const part of partsOf(source)) {
    items += part.length;
    if (items > itemsMost) throw new Failure(`${source.file} has more than ${counted(itemsMost)} records: divide it`);
    for (const item of part) {
      const earlier = lines.get(item.fields['item_key']);
      lines.set(item.fields['item_key'], item.line);
      sums.add(item.fields as JsonObject);
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
  return { items, keys, sums: sums.toString() };
}

/** Looks whether the books would take the records. Shows the first refusals and throws a `Failure` if there are any. */
async function againstBooks(source: Source, service: Service, world: World): Promise<string> {
  const { connectionId = '', type, read } = source;
  const signal = AbortSignal.any([world.untilStopped(), AbortSignal.timeout(waitMostMs)]);
  let shown = 0;
  const refuse = (item: Item, field: string, message: string) => {
    const fault = field === '' ? { line: item.line, message } : faultAt(item, field, message);
    if (++shown <= shownMost) world.err(told(source, fault));
  };
  const { looked, refused, left, notChecked } = await checkRows(read.items(), {
    ...{ service, connectionId, type, signal, refuse },
  });
  if (signal.aborted) throw new Failure(`stopped after ${counted(looked)} records; nothing was sent`);
  const rest = left === 0 ? '' : `, ${counted(left)} were not looked at`;
  if (refused > 0)
    throw new Failure(`${counted(refused)} of ${counted(looked)} ${type} would be refused${rest}; nothing was sent`);
  const open = notChecked.length === 0 ? '' : ` (not checked: ${notChecked.join(', ')})`;
  return `nothing known speaks against ${counted(looked)} of them${open}${rest}`;
}

/** A fault as one line of text; line breaks from the file become spaces. A template's column is named as in the template. */
function told({ file, read }: Source, { line, column, message }: Fault): string {
  const title = column === undefined ? undefined : (read.template?.titleOf(column) ?? column);
  return `${file}:${line}: ${title === undefined ? '' : `${title} `}${message}`.replaceAll(/[\r\n]+/g, ' ');
}

/** Yields the items in parts, each small enough for one bulk write. */
async function* partsOf({ read }: Source): AsyncGenerator<readonly Item[]> {
  let part: Item[] = [];
  let bytesLeft = partBytesMost;
  for await (const item of read.items()) {
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
 * Derives the key from what is sent, so that a part is written once, whatever the file is called and whatever follows. A
 * contact that was looked up counts by its name: found as another one later, it would else be another write.
 */
function keyOf({ connectionId, type }: Source, part: readonly Item[]): string {
  const items = part.map(({ fields, contact }) =>
    contact === undefined ? fields : { ...fields, contact_id: contact },
  );
  const hash = createHash('sha256').update(JSON.stringify([connectionId, type, { items }]));
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
    const told = error.details.errors ?? [];
    // A fault of the row itself, such as a name that nobody has, says more than that its field is missing.
    const known = new Set(item.faults.map(({ column }) => column));
    return told.flatMap(({ path: field, message }) => {
      const fault = faultAt(item, field, message === 'must be a number' ? withReadings(item, field) : message);
      return message === 'is required' && known.has(fault.column) ? [] : [fault];
    });
  }
}

/** A number that has no one reading is told with each. */
function withReadings({ fields }: Item, field: string): string {
  const value = field.split(/[.[\]]+/).reduce<unknown>((inner, key) => {
    if (key === '') return inner;
    return typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined;
  }, fields);
  return `must be a number${typeof value === 'string' ? readingsOf(value) : ''}`;
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

/** Makes the contacts that the file names and the connection lacks. Resolves to the keys of the parts with their ids. */
async function withContacts(run: Sending, missing: Missing): Promise<readonly string[]> {
  const { service, world, read } = run;
  const named = [...missing];
  const items = named.map(([, contact], i): Item => {
    return { fields: contactItem(contact, i + 1), line: 1, faults: [], lines: new Map() };
  });
  const found = new Map(read.template?.found?.contacts);
  const contacts: Sending = { ...run, type: 'contacts', items: items.length };
  for (let at = 0; at < items.length; at += bulkItemsMost) {
    const part = items.slice(at, at + bulkItemsMost);
    const id = await begun(contacts, part);
    if (!(await hasEnded(contacts, id, at + part.length))) throw new Failure(`${id} goes on in the service; ${again}`);
    let position = at;
    for await (const item of service.api.operations.items(id, { limit: 200, ...patient, ...polling() })) {
      const [key = '', contact] = named[position++] ?? [];
      if (item.id === null || item.status !== 'succeeded') {
        throw new Failure(
          `the contact "${contact?.name}" was not made (${item.error?.message ?? item.status}); ${again}`,
        );
      }
      found.set(key, { id: item.id });
    }
  }
  world.err(`${counted(items.length)} contacts made`);
  if (read.template?.found) read.template.found = { ...read.template.found, contacts: found };
  return (await checked(run, world)).keys;
}

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
    if (error.code === 'IDEMPOTENCY_KEY_REUSED') {
      const which = `the records from line ${part[0]?.line} on were written before, for another contact of that name`;
      throw new Failure(`${run.file}: ${which}; look at them before you write them again`);
    }
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
