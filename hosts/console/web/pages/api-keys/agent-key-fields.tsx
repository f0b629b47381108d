import { agentTools, type ToolName, toolNames } from '../../../../../core/domain/agent-tool.ts';
import type { Failure } from '../../api/failure.ts';
import { Button } from '../../parts/button.tsx';
import { Checks, Radios, TextField } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icons.tsx';
import {
  type AgentDraft,
  countProblem,
  type LimitRow,
  noLimit,
  rowProblem,
  scopesOf,
} from '../../words/agent-draft.ts';

interface FieldsProps {
  readonly draft: AgentDraft;
  readonly change: (changes: Partial<AgentDraft>) => void;
  readonly failure: Failure | undefined;
}

const currenciesMost = 10;

/** How much it may write: by currency for a write and for a day, and how many writes a day. */
export function LimitFields({ draft, change, failure }: FieldsProps) {
  const { limits, writesPerDay } = draft;
  const set = (at: number, changes: Partial<LimitRow>) =>
    change({ limits: limits.map((row, i) => (i === at ? { ...row, ...changes } : row)) });
  return (
    <fieldset class="checks">
      <legend>Limits (a currency that is not named is then not written)</legend>
      {limits.map((row, i) => (
        <LimitLine
          // Rows have no names of their own, and are added and removed at their end alone or by their place.
          key={i}
          row={row}
          nth={i + 1}
          problem={rowProblem(row, limits)}
          onChange={(changes) => set(i, changes)}
          onRemove={limits.length > 1 ? () => change({ limits: limits.toSpliced(i, 1) }) : undefined}
        />
      ))}
      <div class="limit-foot">
        {limits.length < currenciesMost && (
          <Button look="small" words="Add a currency" onClick={() => change({ limits: [...limits, noLimit] })} />
        )}
        <TextField
          label="Writes a day"
          error={countProblem(writesPerDay) ?? failure?.field('limits')}
          value={writesPerDay}
          onInput={(text) => change({ writesPerDay: text.trim() })}
          rest={{ inputMode: 'numeric', maxLength: 6, autocomplete: 'off', placeholder: 'no limit' }}
        />
      </div>
    </fieldset>
  );
}

interface LimitLineProps {
  readonly row: LimitRow;
  readonly nth: number;
  readonly problem: string | undefined;
  readonly onChange: (changes: Partial<LimitRow>) => void;
  readonly onRemove: (() => void) | undefined;
}

function LimitLine({ row, nth, problem, onChange, onRemove }: LimitLineProps) {
  const amount = { inputMode: 'decimal', maxLength: 14, autocomplete: 'off', placeholder: 'no limit' } as const;
  return (
    <fieldset aria-label={row.currency === '' ? `Currency ${nth}` : row.currency}>
      <div class="limit-row">
        <TextField
          label="Currency"
          value={row.currency}
          onInput={(text) => onChange({ currency: text.trim().toUpperCase() })}
          rest={{ maxLength: 3, autocomplete: 'off', spellcheck: false, placeholder: 'GBP' }}
        />
        <TextField
          label="One write"
          value={row.perWrite}
          onInput={(text) => onChange({ perWrite: text.trim() })}
          rest={amount}
        />
        <TextField
          label="A day"
          value={row.perDay}
          onInput={(text) => onChange({ perDay: text.trim() })}
          rest={amount}
        />
        {onRemove && (
          <button
            type="button"
            class="icon-button"
            aria-label={`Remove ${row.currency === '' ? `currency ${nth}` : row.currency}`}
            onClick={onRemove}
          >
            <Icon name="cross" />
          </button>
        )}
      </div>
      {problem !== undefined && (
        <p class="hint bad" role="status">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** The tools that a key with these scopes could use. */
function toolsFor(draft: AgentDraft): readonly ToolName[] {
  const scopes = scopesOf(draft);
  return toolNames.filter((name) => scopes.includes(agentTools[name].scope));
}

/** All tools that it may use by what was chosen, or some of them; over REST they stand for the requests behind them. */
export function ToolFields({ draft, change, failure }: FieldsProps) {
  const offered = toolsFor(draft);
  const group = (legend: string, writes: boolean) => {
    const own = offered.filter((name) => agentTools[name].writes === writes);
    if (own.length === 0) return null;
    return (
      <Checks
        legend={legend}
        options={own.map((name) => ({ value: name, label: <code>{name}</code> }))}
        chosen={draft.tools}
        onChange={(tools) => change({ tools })}
      />
    );
  };
  return (
    <>
      <Radios
        legend="Tools"
        options={[
          { value: 'all', label: `All ${offered.length} that this allows` },
          { value: 'some', label: 'Only some of them' },
        ]}
        chosen={draft.hasAllTools ? 'all' : 'some'}
        onChange={(chosen) => change({ hasAllTools: chosen === 'all' })}
      />
      {!draft.hasAllTools && (
        <div class="tool-groups">
          {group('Tools that read', false)}
          {group('Tools that write', true)}
          {failure?.field('tools') !== undefined && <p class="hint bad">{failure.field('tools')}</p>}
        </div>
      )}
    </>
  );
}
