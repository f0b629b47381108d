import { verify, wakeUpContract } from '#contract-tests';
import { createLocalWakeUp } from './create-local-wake-up.ts';

describe('createLocalWakeUp', () => {
  const harness = { open: async () => ({ subject: createLocalWakeUp(), close: async () => {} }) };
  verify(wakeUpContract, harness, { describe, it });
});
