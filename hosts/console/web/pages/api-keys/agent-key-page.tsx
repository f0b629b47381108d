import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Failure } from '../../api/failure.ts';
import { type Action, useAction } from '../../api/use-action.ts';
import type { ApiKey } from '../../api/wire.ts';
import { SubmitButton } from '../../parts/button.tsx';
import { ConnectionPicker } from '../../parts/connection-picker.tsx';
import { Card } from '../../parts/facts.tsx';
import { Radios, SelectField, TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { FailureNote, Note } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useMay } from '../../session/session.tsx';
import { useZone } from '../../session/use-zone.ts';
import { type AgentDraft, bodyOf, draftProblems, freshDraft, rightsOf } from '../../words/agent-draft.ts';
import { agentSentences, agentWarnings, approvalLabels, approvals } from '../../words/agent-key-words.ts';
import type { Environment } from '../../words/object-path.ts';
import { dayWords } from '../../words/relative-time.ts';
import { LimitFields, ToolFields } from './agent-key-fields.tsx';
import { MadeAgentKey } from './agent-key-made.tsx';

const dayMs = 86_400_000;
const page = '/console/api-keys/agent';

/** Makes an agent key on one screen: choices, and beside them what they come to. `?environment=live` makes a live key. */
export function AgentKeyPage() {
  const { query } = useLocation();
  const environment = query['environment'] === 'live' ? 'live' : 'test';
  const may = useMay(environment === 'live' ? 'live_keys' : 'test_keys');
  return (
    <>
      <PageHead
        title={`Make ${environment === 'live' ? 'a live' : 'a test'} key for an agent`}
        under="A model acts through it. The service keeps to what is chosen here, whatever the agent asks for."
        up={{ href: '/console/api-keys', label: 'API keys' }}
      />
      <Tabs
        look="chips"
        label="Environment of the key"
        tabs={(['test', 'live'] as const).map((name) => ({
          label: name === 'test' ? 'Test' : 'Live',
          href: `${page}?environment=${name}`,
          isHere: name === environment,
        }))}
      />
      {may ? (
        <Making key={environment} environment={environment} />
      ) : (
        <Note tone="info">Your role makes no {environment} keys.</Note>
      )}
    </>
  );
}

function Making({ environment }: { readonly environment: Environment }) {
  const { route } = useLocation();
  const action = useAction();
  const [draft, setDraft] = useState(freshDraft);
  const [end, setEnd] = useState(() => endIn(freshDraft.days));
  const [isTried, setTried] = useState(false);
  const [made, setMade] = useState<ApiKey>();
  const change = (changes: Partial<AgentDraft>) => {
    setDraft({ ...draft, ...changes });
    // The end is fixed with the choice, because a second try must be the same request.
    if (changes.days !== undefined) setEnd(endIn(changes.days));
  };
  const make = async () => {
    setTried(true);
    if (draftProblems(draft).length > 0) return;
    const answer = await action.run<ApiKey>('POST', 'api-keys', bodyOf(draft, environment, end));
    if (answer) setMade(answer.data);
  };
  if (made) {
    const title = `The ${environment} key for the agent is made`;
    return <MadeAgentKey title={title} made={made} onClose={() => route('/console/api-keys')} />;
  }
  const fields = { environment, draft, change, failure: action.failure };
  return (
    <Form look="columns" onSubmit={make}>
      <div class="column-main">
        <div class="card pad agent-fields">
          <WhoFields {...fields} />
          <MayFields {...fields} />
        </div>
      </div>
      <div class="column-side stays">
        <Sum {...{ environment, draft, end, action }} isTold={isTried} />
      </div>
    </Form>
  );
}

const endIn = (days: string): Date => new Date(Date.now() + Number(days) * dayMs);

interface FieldsProps {
  readonly environment: Environment;
  readonly draft: AgentDraft;
  readonly change: (changes: Partial<AgentDraft>) => void;
  readonly failure: Failure | undefined;
}

const ends = ['1', '7', '30', '60', '90'].map((value) => ({
  value,
  label: value === '1' ? 'In a day' : `In ${value} days`,
}));

/** Whose key it is, for which companies, and how long. */
function WhoFields({ environment, draft, change, failure }: FieldsProps) {
  return (
    <>
      <div class="agent-pair">
        <TextField
          label="Name"
          hint="Which agent it is, so that you know it again: “bookkeeping of Harbour”."
          error={failure?.field('name')}
          value={draft.name}
          onInput={(name) => change({ name })}
          rest={{ required: true, maxLength: 100, autocomplete: 'off' }}
        />
        <SelectField
          label="Ends"
          hint="90 days at most."
          value={draft.days}
          options={ends}
          onChange={(days) => change({ days })}
          error={failure?.field('expires_at')}
        />
      </div>
      <div class="agent-pair">
        <Radios
          legend="Companies"
          options={[
            { value: 'named', label: 'Only these' },
            { value: 'all', label: 'All, also those that connect later' },
          ]}
          chosen={draft.isEverywhere ? 'all' : 'named'}
          onChange={(chosen) => change({ isEverywhere: chosen === 'all' })}
        />
        {!draft.isEverywhere && (
          <ConnectionPicker
            environment={environment}
            label="Companies that it works for"
            hint="Nothing of any other company is shown to it."
            error={failure?.field('connection_ids')}
            picked={draft.picked}
            onChange={(picked) => change({ picked })}
          />
        )}
      </div>
    </>
  );
}

const hours = [
  { value: '24', label: 'Made in the last 24 hours' },
  { value: '72', label: 'Made in the last 3 days' },
  { value: '168', label: 'Made in the last 7 days' },
  { value: '1', label: 'Made in the last hour' },
  { value: '0', label: 'Never' },
];

/** What it may do, who approves it, and how much. */
function MayFields({ draft, change, failure }: FieldsProps) {
  return (
    <>
      <div class="agent-pair">
        <Radios
          legend="It may"
          options={[
            { value: 'read', label: 'Read only' },
            { value: 'write', label: 'Read and write', hint: 'Contacts, documents, payments.' },
            {
              value: 'automate',
              label: 'Read, write and automate',
              hint: 'Also several documents by one request, and e-mail.',
            },
          ]}
          chosen={draft.allowed}
          onChange={(allowed) => change({ allowed, tools: [] })}
        />
        {draft.allowed !== 'read' && (
          <Radios
            legend="Its writes"
            options={approvals.map((value) => ({ value, label: approvalLabels[value] }))}
            chosen={draft.approval}
            onChange={(approval) => change({ approval })}
          />
        )}
      </div>
      {draft.allowed !== 'read' && (
        <>
          <LimitFields draft={draft} change={change} failure={failure} />
          <SelectField
            label="Asked about look-alikes"
            hint="Before it makes something equal in contact, currency and amounts, it must say that it means another one."
            value={draft.lookAlikeHours}
            options={hours}
            onChange={(lookAlikeHours) => change({ lookAlikeHours })}
            error={failure?.field('look_alike_hours')}
          />
        </>
      )}
      <ToolFields draft={draft} change={change} failure={failure} />
    </>
  );
}

interface SumProps {
  readonly environment: Environment;
  readonly draft: AgentDraft;
  readonly end: Date;
  readonly action: Action;
  /** True once a person wanted to make it: what is missing is then said. */
  readonly isTold: boolean;
}

/** What the choices come to. It is told to screen readers as it changes. */
function Sum({ environment, draft, end, action, isTold }: SumProps) {
  const { zone } = useZone();
  const rights = rightsOf(draft, environment, dayWords(end, zone));
  const warnings = agentWarnings(rights);
  const problems = isTold ? draftProblems(draft) : [];
  const isUnnamed = !draft.isEverywhere && draft.picked.length === 0;
  return (
    <Card title="What it may do">
      <div class="pad stack">
        <div class="stack tight" aria-live="polite" data-sentence>
          {isUnnamed ? (
            <p class="quiet">Choose the companies that it works for.</p>
          ) : (
            agentSentences(rights).map((sentence) => <p key={sentence}>{sentence}</p>)
          )}
        </div>
        {warnings.length > 0 && (
          <Note tone="warn">
            <ul class="stack tight" aria-label="What is broad about it">
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </Note>
        )}
        {problems.length > 0 && (
          <div role="alert">
            {problems.map((problem) => (
              <p key={problem} class="hint bad">
                {problem}
              </p>
            ))}
          </div>
        )}
        {action.failure && <FailureNote failure={action.failure} />}
        <div>
          <SubmitButton words="Make the key" isPending={action.isPending} />
        </div>
      </div>
    </Card>
  );
}
