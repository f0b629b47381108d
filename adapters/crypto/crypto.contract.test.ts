import { digesterContract, eventSignerContract, secretVaultContract, verify } from '#contract-tests';
import { createDigester, createEventSigner, createSecretVault } from './index.ts';

const runner = { describe, it };
const close = async () => undefined;
const key = (id: string, byte: number) => ({ id, key: Buffer.alloc(32, byte) });

verify(digesterContract, { open: async () => ({ subject: createDigester({ pepper: 'pepper' }), close }) }, runner);
verify(eventSignerContract, { open: async () => ({ subject: createEventSigner(), close }) }, runner);
verify(
  secretVaultContract,
  {
    open: async () => ({
      subject: {
        vault: createSecretVault({ keys: [key('old', 1)] }),
        rotated: createSecretVault({ keys: [key('new', 2), key('old', 1)] }),
        stranger: createSecretVault({ keys: [key('old', 3)] }),
      },
      close,
    }),
  },
  runner,
);
