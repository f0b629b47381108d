import type { PassedLook } from '../../domain/books-rules.ts';
import type { Caller } from '../../domain/caller.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { checkedBefore } from '../allocations/allocate-credit.ts';
import { requireAllocation } from '../allocations/allocations.ts';
import { requestLedger } from '../ledger/open-ledger.ts';
import type { RecordPath } from '../resources/resource-target.ts';
import type { CheckedWrite } from './check-write.ts';
import { dryLedger } from './dry-ledger.ts';

/**
 * Looks before credit is allocated: both documents are read, and what they tell is judged as the allocation would. Throws as
 * the allocation does before it is sent. Writes nothing, here or there.
 */
export function checkAllocation(ports: CorePorts) {
  return async (caller: Caller, path: RecordPath & CheckedWrite): Promise<PassedLook> => {
    const { connection, credit, wanted } = await requireAllocation(ports, caller, path, path.body);
    const ledger = dryLedger(requestLedger(ports, connection, caller, path));
    await checkedBefore({ ports, ledger }, credit, wanted);
    const { invoice, amount, date } = wanted;
    const item = { invoice_id: resourceIdOf('invoices', invoice), amount, ...(date !== null && { date }) };
    return { item, notChecked: ['role', 'plan', 'lock_dates', 'actions'] };
  };
}
