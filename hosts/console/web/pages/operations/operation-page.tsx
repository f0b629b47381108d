import { useRoute } from 'preact-iso';
import { useLoad } from '../../api/use-load.ts';
import type { Items, Operation, TimelineEntry } from '../../api/wire.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { ConnectionName } from '../../parts/connection-name.tsx';
import { Card, Facts } from '../../parts/facts.tsx';
import { Id, RequestId } from '../../parts/id.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Time } from '../../parts/time.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { actorWords } from '../../words/actor-words.ts';
import { duration } from '../../words/quantity.ts';
import { movesSoon, operationState } from '../../words/state-words.ts';
import { ProposalSection } from '../approvals/proposal-section.tsx';
import { ObjectPage } from '../object-page.tsx';
import { BulkItems } from './bulk-items.tsx';
import { OperationActions } from './operation-actions.tsx';
import { ErrorBox, Replays, Steps } from './operation-history.tsx';

/** An operation: its state, its steps, why it ended, and what can be done. */
export function OperationPage() {
  const { operation_id: id = '' } = useRoute().params;
  const { api, to } = usePlace();
  const loaded = useLoad<Operation>(api(`operations/${id}`), { isBusy: (found) => movesSoon(found, new Date()) });
  return (
    <ObjectPage loaded={loaded} title="Operation" up={{ href: to('operations'), label: 'Operations' }}>
      {(operation) => <Found operation={operation} />}
    </ObjectPage>
  );
}

function Found({ operation }: { readonly operation: Operation }) {
  const { api, to } = usePlace();
  const { operation_id: id, type, state, error, input, result, metadata } = operation;
  const waits = state === 'awaiting_approval';
  const timeline = useLoad<Items<TimelineEntry>>(api(`operations/${id}/timeline`), {
    isBusy: () => movesSoon(operation, new Date()),
  });
  return (
    <>
      <PageHead
        title={type}
        view="Operation"
        badge={<StateBadge state={operationState(operation)} />}
        under={<Id value={id} plain />}
        up={waits ? { href: to('approvals'), label: 'Approvals' } : { href: to('operations'), label: 'Operations' }}
        actions={<OperationActions operation={operation} />}
      />
      {operation.proposal && <ProposalSection operation={operation} />}
      {/* Why a proposal was not sent stands above it, in words. */}
      {error && !(operation.proposal && state === 'cancelled') && <ErrorBox error={error} state={state} />}
      <div class="columns">
        <div class="column-main">
          {type === 'records.bulk' && !waits && <BulkItems key={`${operation.run} ${state}`} operation={operation} />}
          <Steps operation={operation} />
          <Card title="Timeline">
            <Timeline loaded={timeline} own={id} />
          </Card>
          <Card title="Documents">
            <div class="documents">
              <JsonView label="Input" value={input} />
              {result !== null && <JsonView label="Result" value={result} />}
              {Object.keys(metadata).length > 0 && <JsonView label="Metadata" value={metadata} />}
            </div>
          </Card>
        </div>
        <div class="column-side">
          <Card title="Facts">
            <OperationFacts operation={operation} />
          </Card>
          <Replays operation={operation} timeline={timeline.data?.items ?? []} />
        </div>
      </div>
    </>
  );
}

function OperationFacts({ operation }: { readonly operation: Operation }) {
  const { environment } = usePlace();
  const { connection_id, request_id, attempt_count, max_attempts, run, next_attempt_at, started_at, finished_at } =
    operation;
  const ranMs = started_at && finished_at ? Date.parse(finished_at) - Date.parse(started_at) : undefined;
  return (
    <Facts
      facts={[
        connection_id !== null && ['Customer', <ConnectionName id={connection_id} />],
        ['Request', <RequestId id={request_id} of={operation.actor.type === 'system' ? null : environment} />],
        ['Asked for by', actorWords(operation.actor)],
        ['Attempts', `${attempt_count} of ${max_attempts}${run > 1 ? `, run ${run}` : ''}`],
        next_attempt_at !== null && ['Next attempt', <Time at={next_attempt_at} />],
        operationState(operation) === 'held' && ['Next attempt', 'when its endpoint answers'],
        ['Created', <Time at={operation.created_at} />],
        ['Started', <Time at={started_at} />],
        ['Ended', <Time at={finished_at} />],
        ranMs !== undefined && ['Took', duration(ranMs)],
      ]}
    />
  );
}
