import { eventSenderContract, verify } from '#contract-tests';
import { createEventSender } from './index.ts';

async function open() {
  const subject = {
    development: createEventSender({ allowCidrs: ['127.0.0.0/8'], allowHttp: true }),
    guarded: createEventSender({ allowCidrs: [], allowHttp: true }),
  };
  return { subject, close: async () => undefined };
}

verify(eventSenderContract, { open }, { describe, it });
