import type { UsageItem } from '../../api/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { billableMeters, meterNames, meters } from '../../words/meter-words.ts';
import { bytes, grouped } from '../../words/quantity.ts';
import { sumByMeter } from '../../words/usage-sums.ts';

/** Each meter's sum; billed meters come first. */
export function UsageByMeter({ items }: { readonly items: readonly UsageItem[] }) {
  const sums = sumByMeter(items);
  const others = [...sums.keys()].filter((meter) => !meterNames.includes(meter));
  const billable: readonly string[] = billableMeters;
  return (
    <ul class="meters">
      {[...meterNames, ...others].map((meter) => {
        const sum = sums.get(meter) ?? 0;
        const isBilled = billable.includes(meter);
        return (
          <li key={meter} class={isBilled ? 'meter-sum billed' : 'meter-sum'}>
            <span class="meter-name">
              {meters[meter]?.label ?? meter} {isBilled && <Badge tone="busy">Billable</Badge>}
            </span>
            <strong class="tile-value">{meter === 'provider_bytes_in' ? bytes(sum) : grouped(sum)}</strong>
            <span class="quiet">{meters[meter]?.counts}</span>
          </li>
        );
      })}
    </ul>
  );
}
