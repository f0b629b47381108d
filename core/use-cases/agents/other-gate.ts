// The gate of writes that cannot wait for a person: files, notes, allocations. What needs approval is refused.
import type { PassingAct } from '../../domain/agent-act.ts';
import { moneyOf } from '../../domain/agent-limits.ts';
import type { Caller } from '../../domain/caller.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { agentOf, assertCompany } from '../access/for-agents.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { Write } from '../writes/claim-key.ts';
import type { WriteClaim } from '../writes/holder.ts';
import { currencyOf } from './currency-of.ts';
import { admit, settleFailed, settleMade } from './gate.ts';
import { approvalNotPossible } from './hold.ts';
import type { Passing } from './judge.ts';

interface Entry extends PassingAct {
  readonly ledger: Ledger;
  readonly write: Write;
  /** An allocation's invoice and amount. */
  readonly fields?: JsonObject;
}

export interface OtherGate {
  /** Before it is sent, under its claim. Throws FORBIDDEN `over_limit` and `approval_not_possible`. */
  pass(claim: Pick<WriteClaim, 'openAttempt'>): Promise<void>;
  made(stores: Stores): Promise<void>;
  /** After its claim has ended in a failure. */
  failed(): Promise<void>;
}

/** Undefined for every caller but an agent's. Throws CONFLICT `company_mismatch` and FORBIDDEN `approval_not_possible`. */
export async function otherGate(ports: CorePorts, caller: Caller, entry: Entry): Promise<OtherGate | undefined> {
  const agent = agentOf(caller);
  if (!agent) return undefined;
  const { kind, ledger, write, fields = {} } = entry;
  const { connection } = ledger;
  await assertCompany(ports, caller, connection, write);
  const isHigh = kind === 'allocation';
  if (agent.approval === 'all' || (agent.approval === 'high' && isHigh)) throw approvalNotPossible(`this ${kind}`);
  const passing: Passing = { ports, caller, agent, connection, write };
  return {
    async pass({ openAttempt }) {
      if (openAttempt) return;
      const { amount } = fields;
      const isMoney = typeof amount === 'number' && amount > 0;
      const currency = isMoney ? await currencyOf({ ...passing, ledger }, fields) : '';
      const amounts = isMoney ? moneyOf(currency, amount) : [];
      const weighed = { creates: [], asked: { amounts, writes: 1 }, isHigh, held: null };
      await ports.storage.transaction((stores) => admit(stores, passing, weighed));
    },
    made: (stores) => settleMade(stores, passing),
    failed: () => settleFailed(passing),
  };
}
