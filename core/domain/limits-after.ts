// What an agent's write leaves of its key's day.
import { Decimal } from 'decimal.js';
import type { Money } from './agent-act.ts';
import type { Spent } from './agent-limits.ts';
import type { AgentLimits } from './agent-rights.ts';
import type { Counted } from './preview.ts';

/** What the day would have with a write, and what would be left of it. */
export function limitsAfter(limits: AgentLimits | null, asked: Counted, spent: Spent) {
  const { amounts, writes } = asked;
  const after = new Map(spent.amounts);
  for (const { currency, amount } of amounts) after.set(currency, (after.get(currency) ?? new Decimal(0)).plus(amount));
  const total = spent.writes + writes;
  const counts: Counted = { writes, amounts };
  return { counts, spent: { writes: total, amounts: moneyIn(after) }, left: leftOf(limits, total, after) };
}

/** By currency; a limit that is passed leaves 0. */
function leftOf(limits: AgentLimits | null, writes: number, after: ReadonlyMap<string, Decimal>) {
  const { perDay = null, writesPerDay = null } = limits ?? {};
  const amounts =
    perDay &&
    Object.entries(perDay).map(([currency, most]): Money => {
      const left = new Decimal(most).minus(after.get(currency) ?? 0);
      return { currency, amount: Decimal.max(0, left).toFixed() };
    });
  return { writes: writesPerDay === null ? null : Math.max(0, writesPerDay - writes), amounts };
}

function moneyIn(sums: ReadonlyMap<string, Decimal>): readonly Money[] {
  const named = [...sums].filter(([currency, sum]) => currency !== '' && !sum.isZero());
  return named.map(([currency, sum]) => ({ currency, amount: sum.toFixed() }));
}
