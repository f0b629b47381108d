// Files of records from a shell: attach one, list them, fetch one.
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { FiledType } from '../../client/index.ts';
import { attachmentBytesMost, filedFamilies } from '../../core/domain/attachment.ts';
import { meant } from '../../core/domain/near-word.ts';
import { Failure, type Given, UsageError, type World } from './command.ts';
import { patient, serviceOf } from './service.ts';

/** Reads the words `<type> <id> …` of a command. */
function wordsOf(given: Given, last?: string) {
  const [type = '', id, word] = given.words;
  const known = filedFamilies.find((one) => one === type);
  if (known === undefined) {
    throw new UsageError(`the type must be one of ${filedFamilies.join(', ')}${meant(type, filedFamilies)}`);
  }
  if (id === undefined) throw new UsageError('the id of the record is missing');
  if (last !== undefined && word === undefined) throw new UsageError(`${last} is missing`);
  return { connectionId: given.required('connection'), type: known as FiledType, id, word: word ?? '' };
}

/** The same command run again attaches nothing twice: its key is made of what it attaches. */
export async function attach(given: Given, world: World): Promise<void> {
  const { connectionId, type, id, word: file } = wordsOf(given, 'the file');
  const filename = given.text('name') ?? path.basename(file);
  const bytes = contentOf(file);
  const flags = { replace: given.flag('replace'), include_online: given.flag('include-online') };
  const asked = [connectionId, type, id, filename, flags, createHash('sha256').update(bytes).digest('hex')];
  const hash = createHash('sha256').update(JSON.stringify(asked)).digest('hex');
  const { api } = serviceOf(given, world);
  const made = await api.attachments.upload(connectionId, type, id, bytes, {
    ...{ filename, ...flags, ...patient, timeoutMs: 120_000 },
    contentType: given.text('content-type'),
    idempotencyKey: given.text('idempotency-key') ?? `cli-attach-${hash}`,
  });
  if (given.flag('json')) return world.out(JSON.stringify(made));
  world.out(`${made.attachment_id}  ${made.filename}  ${made.size} bytes`);
  if (made.replaced) world.err(`it replaces ${made.replaced}, which is gone`);
  for (const { message } of made.warnings ?? []) world.err(message);
}

function contentOf(file: string): Uint8Array {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size === undefined) throw new UsageError(`there is no file ${file}`);
  if (size > attachmentBytesMost) {
    throw new UsageError(`${file} has ${size} bytes; at most ${attachmentBytesMost} are taken`);
  }
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export async function listFiles(given: Given, world: World): Promise<void> {
  const { connectionId, type, id } = wordsOf(given);
  const { api } = serviceOf(given, world);
  const { items } = await api.attachments.list(connectionId, type, id, patient).page();
  if (items.length === 0) world.err('no files are attached');
  for (const one of items) {
    const online = one.include_online ? '  online' : '';
    world.out(given.flag('json') ? JSON.stringify(one) : `${one.attachment_id}  ${one.size}  ${one.filename}${online}`);
  }
}

export async function fetchFile(given: Given, world: World): Promise<void> {
  const { connectionId, type, id, word: attachmentId } = wordsOf(given, 'the id of the attachment');
  const { api } = serviceOf(given, world);
  const file = await api.attachments.download(connectionId, type, id, attachmentId, patient);
  // A name that somebody gave the file at the provider is never more than the last part of a path here.
  const out = given.text('out') ?? path.basename(file.fileName ?? attachmentId);
  if (existsSync(out)) throw new Failure(`${out} is there already: name another file by --out`);
  await pipeline(Readable.fromWeb(file.stream as never), createWriteStream(out, { flags: 'wx' }));
  world.out(out);
}
