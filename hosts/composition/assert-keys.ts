import type { Core } from '#core';

/**
 * Throws, in a sentence for operators, when stored values need keys that the ring lacks: such a host would refuse its
 * work one request after the other.
 */
export async function assertKeys({ secrets }: Pick<Core, 'secrets'>): Promise<void> {
  const missing = await secrets.missingKeys();
  if (missing.length === 0) return;
  const [one] = missing;
  const keys = missing.length === 1 ? `the key ${one}, which is` : `the keys ${missing.join(', ')}, which are`;
  throw new Error(
    `ENCRYPTION_KEYS: stored secrets need ${keys} not among the keys given; add ${missing.length === 1 ? 'it' : 'them'} ` +
      'behind the first, and drop a key only when "npm run admin -- doctor" says that it may go',
  );
}
