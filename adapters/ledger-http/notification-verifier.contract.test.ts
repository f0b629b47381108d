import { notificationVerifierContract, verify } from '#contract-tests';
import { createNotificationVerifier } from './index.ts';

const open = async () => ({
  subject: createNotificationVerifier({ signatureHeader: 'X-Signature' }),
  close: async () => undefined,
});

verify(notificationVerifierContract, { open }, { describe, it });
