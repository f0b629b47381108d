import { notFound } from '../../domain/errors.ts';
import { type Id, isId } from '../../domain/ids.ts';

/** Finds what an id names. Throws NOT_FOUND, also for malformed ids and for what belongs to others. */
export async function findById<P extends string, T>(
  what: string,
  prefix: P,
  id: string,
  find: (id: Id<P>) => Promise<T | undefined>,
): Promise<T> {
  const found = isId(prefix, id) ? await find(id) : undefined;
  if (!found) throw notFound(what);
  return found;
}
