import { randomBytes } from 'node:crypto';
import { typeid } from 'typeid-js';
import type { Id, IdGenerator } from '#core/ports';

export function createIdGenerator(): IdGenerator {
  return {
    next: <P extends string>(prefix: P) => typeid(prefix).toString() as unknown as Id<P>,
    randomBytes: (length) => randomBytes(length),
    spread: () => Math.random(),
  };
}
