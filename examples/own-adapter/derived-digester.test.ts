// Proven by the service's contract suite: `npm run build`, then `npx -c 'node --test examples/own-adapter/*.test.ts'`.
import { describe, it } from 'node:test';
import { digesterContract, verify } from 'ledgerport/contract-tests';
import { createDerivedDigester } from './derived-digester.ts';

const open = async () => ({ subject: createDerivedDigester('a secret of the test'), close: async () => {} });
verify(digesterContract, { open }, { describe, it });
