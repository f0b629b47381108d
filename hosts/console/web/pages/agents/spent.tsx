import type { AgentDay } from '../../api/wire.ts';
import { Card } from '../../parts/facts.tsx';
import { decimalWords } from '../../words/decimal-sums.ts';
import { grouped } from '../../words/quantity.ts';

/** What the day has come to, against the key's limits; what waits for approval counts too. */
export function Spent({ found }: { readonly found: AgentDay }) {
  const { spent } = found;
  const { limits } = found.key;
  return (
    <Card title="Against its limits">
      <div class="pad stack">
        {spent.amounts.map(({ currency, amount }) => (
          <Against
            key={currency}
            label={`Amount, ${currency}`}
            used={Number(amount)}
            most={limits?.per_day ? (limits.per_day[currency] ?? 0) : null}
            words={(value) => decimalWords(String(value), currency)}
          />
        ))}
        <Against label="Writes" used={spent.writes} most={limits?.writes_per_day ?? null} words={grouped} />
        <p class="hint">
          Of a day in UTC, before tax. What waits for a person counts; what was declined or refused does not. The days
          of keys that it was rolled from are the same.
        </p>
      </div>
    </Card>
  );
}

interface AgainstProps {
  readonly label: string;
  readonly used: number;
  /** Null where there is no limit. */
  readonly most: number | null;
  readonly words: (value: number) => string;
}

function Against({ label, used, most, words }: AgainstProps) {
  const told = most === null ? `${words(used)}, no limit` : `${words(used)} of ${words(most)}`;
  return (
    <div>
      <div class="meter-name">
        <strong>{label}</strong> <span class="quiet">{told}</span>
      </div>
      {most !== null && most > 0 && (
        <meter
          aria-label={`${label}: ${told}`}
          min={0}
          max={most}
          low={most * 0.8}
          high={most * 0.95}
          optimum={0}
          value={Math.min(used, most)}
        />
      )}
    </div>
  );
}
