// Opens a service whose connections reach the second ledger, though the first provider's consent makes them.
import { createSecondLedger, type SecondLedger } from '../../../contract-tests/testing/second-ledger.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { withProvider } from './first-provider.ts';

/** A wrap of a service's ports, and the ledger once the service is open. */
export function secondLedger() {
  let ledger: SecondLedger | undefined;
  return {
    wrap(ports: CorePorts): CorePorts {
      ledger ??= createSecondLedger(ports.clock.now);
      const { gateway, traits } = ledger;
      return withProvider(ports, { gateway, traits, notifications: undefined });
    },
    opened: (): SecondLedger => {
      if (!ledger) throw new Error('the service is not open yet');
      return ledger;
    },
  };
}
