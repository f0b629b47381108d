import { randomBytes } from 'node:crypto';
import { typeid } from 'typeid-js';
import type { IdByPrefix, IdGenerator, IdPrefix } from '#core/ports';

export function createIdGenerator(): IdGenerator {
  return {
    next: <P extends IdPrefix>(prefix: P) => typeid(prefix).toString() as unknown as IdByPrefix[P],
    randomBytes: (length) => randomBytes(length),
    spread: () => Math.random(),
  };
}
