import { clockContract, idGeneratorContract, verify } from '#contract-tests';
import { createIdGenerator, createSystemClock } from './index.ts';

const close = async () => undefined;

verify(clockContract, { open: async () => ({ subject: createSystemClock(), close }) }, { describe, it });
verify(idGeneratorContract, { open: async () => ({ subject: createIdGenerator(), close }) }, { describe, it });
