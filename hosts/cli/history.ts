// The history of a record from a shell: shown, and a note added.
import { createHash } from 'node:crypto';
import type { NotedType } from '../../client/index.ts';
import { notedFamilies } from '../../core/domain/history.ts';
import { meant } from '../../core/domain/near-word.ts';
import { type Given, UsageError, type World } from './command.ts';
import { patient, serviceOf } from './service.ts';

function wordsOf(given: Given) {
  const [type = '', id, note] = given.words;
  const known = notedFamilies.find((one) => one === type);
  if (known === undefined) {
    throw new UsageError(`the type must be one of ${notedFamilies.join(', ')}${meant(type, notedFamilies)}`);
  }
  if (id === undefined) throw new UsageError('the id of the record is missing');
  return { connectionId: given.required('connection'), type: known as NotedType, id, note };
}

export async function showHistory(given: Given, world: World): Promise<void> {
  const { connectionId, type, id } = wordsOf(given);
  const { items } = await serviceOf(given, world).api.history.list(connectionId, type, id, patient).page();
  if (items.length === 0) world.err('the history is empty');
  for (const one of items) {
    const { at, user, change, details } = one;
    const line = [at, user, change, details.replace(/\s+/g, ' ')].filter((part) => part !== null).join('  ');
    world.out(given.flag('json') ? JSON.stringify(one) : line);
  }
}

/** The same command run again adds nothing twice: its key is made of what it adds. */
export async function addNote(given: Given, world: World): Promise<void> {
  const { connectionId, type, id, note } = wordsOf(given);
  if (note === undefined) throw new UsageError('the note is missing: put its text in quotes');
  const hash = createHash('sha256')
    .update(JSON.stringify([connectionId, type, id, note]))
    .digest('hex');
  const idempotencyKey = given.text('idempotency-key') ?? `cli-note-${hash}`;
  const { api } = serviceOf(given, world);
  const made = await api.history.add(connectionId, type, id, { note }, { ...patient, idempotencyKey });
  world.out(given.flag('json') ? JSON.stringify(made) : `${made.at}  ${made.details.replace(/\s+/g, ' ')}`);
  for (const { message } of made.warnings ?? []) world.err(message);
}
