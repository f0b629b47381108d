import { useState } from 'preact/hooks';
import type { Failure } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import type { AlertDestination } from '../../api/wire.ts';
import { FormDialog } from '../../parts/confirm-dialog.tsx';
import { Checks, SelectField, TextField } from '../../parts/fields.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { alertKinds, alertKindWords, wayWords } from '../../words/alert-words.ts';

interface Rules {
  readonly environments: readonly string[];
  readonly events: readonly string[];
  readonly weekly_summary: boolean;
}

interface RulesProps {
  readonly rules: Rules;
  readonly onChange: (rules: Rules) => void;
  readonly failure: Failure | undefined;
}

/** What a destination is told of. */
function RulesFields({ rules, onChange, failure }: RulesProps) {
  const isAll = rules.events.includes('*');
  return (
    <>
      <Checks
        legend="Environments"
        options={[
          { value: 'live', label: 'Live' },
          { value: 'test', label: 'Test' },
        ]}
        chosen={rules.environments}
        onChange={(environments) => onChange({ ...rules, environments })}
        error={failure?.field('environments')}
      />
      <Checks
        legend="Kinds"
        options={[{ value: '*', label: 'Everything that needs a person, also kinds to come' }]}
        chosen={isAll ? ['*'] : []}
        onChange={(chosen) => onChange({ ...rules, events: chosen.length > 0 ? ['*'] : [] })}
        error={failure?.field('events')}
      />
      {!isAll && (
        <Checks
          legend="Only these"
          options={alertKinds.map((kind) => ({ value: kind, label: alertKindWords[kind] }))}
          chosen={rules.events}
          onChange={(events) => onChange({ ...rules, events })}
        />
      )}
      <Checks
        legend="Summary"
        options={[{ value: 'weekly', label: 'A summary in counts, Mondays at 08:00 UTC' }]}
        chosen={rules.weekly_summary ? ['weekly'] : []}
        onChange={(chosen) => onChange({ ...rules, weekly_summary: chosen.length > 0 })}
      />
    </>
  );
}

const ways = (['email', 'slack'] as const).map((value) => ({ value, label: wayWords(value) }));
const fresh: Rules = { environments: ['live'], events: ['*'], weekly_summary: false };

export function AddAlert({ onClose }: { readonly onClose: () => void }) {
  const toast = useToast();
  const { run, isPending, failure } = useAction();
  const [kind, setKind] = useState('email');
  const [address, setAddress] = useState('');
  const [rules, setRules] = useState(fresh);
  const isMail = kind === 'email';
  const add = async () => {
    if (!(await run('POST', 'alerts', { kind, address, ...rules }))) return;
    toast('Destination added; send a test to it');
    onClose();
  };
  return (
    <FormDialog
      title="Add a destination of alerts"
      verb="Add destination"
      isPending={isPending}
      failure={failure?.ofNoField}
      onSubmit={add}
      onClose={onClose}
    >
      <SelectField
        label="Way"
        error={failure?.field('kind')}
        value={kind}
        options={ways}
        onChange={(next) => {
          setKind(next);
          setAddress('');
        }}
      />
      <TextField
        label={isMail ? 'E-mail address' : 'Webhook address'}
        type={isMail ? 'email' : 'url'}
        hint={
          isMail
            ? 'One address, best of a group that is on call.'
            : 'An incoming webhook of Slack or Mattermost, or one of Discord with /slack at its end. Who knows it can write into the channel, so it is stored sealed and not shown again.'
        }
        error={failure?.field('address')}
        value={address}
        onInput={setAddress}
        rest={{
          required: true,
          autocomplete: 'off',
          placeholder: isMail ? 'oncall@example.com' : 'https://hooks.slack.com/services/…',
        }}
      />
      <RulesFields rules={rules} onChange={setRules} failure={failure} />
    </FormDialog>
  );
}

interface ChangeProps {
  readonly destination: AlertDestination;
  readonly onClose: () => void;
}

/** The address stays: another one is another destination. */
export function ChangeAlert({ destination, onClose }: ChangeProps) {
  const toast = useToast();
  const { run, isPending, failure } = useAction();
  const { alert_id: id, address, environments, events, weekly_summary } = destination;
  const [rules, setRules] = useState<Rules>({ environments, events, weekly_summary });
  const change = async () => {
    if (!(await run('PATCH', `alerts/${id}`, rules))) return;
    toast('Destination changed');
    onClose();
  };
  return (
    <FormDialog
      title="Change what is told"
      verb="Change"
      isPending={isPending}
      failure={failure?.ofNoField}
      onSubmit={change}
      onClose={onClose}
    >
      <p class="breaks">
        To <strong>{address}</strong>
      </p>
      <RulesFields rules={rules} onChange={setRules} failure={failure} />
    </FormDialog>
  );
}
