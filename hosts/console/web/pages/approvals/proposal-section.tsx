import { useLoad } from '../../api/use-load.ts';
import type { AgentDay, Connection, Operation, Proposal } from '../../api/wire.ts';
import { FailureNote, Note, Skeleton } from '../../parts/notes.tsx';
import { Said } from '../../parts/said.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { actorWords } from '../../words/actor-words.ts';
import { sumWords } from '../../words/decimal-sums.ts';
import { proposalTitle, sinceWords } from '../../words/proposal-words.ts';
import { withQuery } from '../../words/query-state.ts';
import { Spent } from '../agents/spent.tsx';
import { Decide } from './decide.tsx';
import { LookAlikesNote, WhoAsked } from './proposal-beside.tsx';
import { ProposedChanges, ProposedDocument, ProposedPlan, WhoseBooks } from './proposal-view.tsx';

interface SectionProps {
  readonly operation: Operation;
}

/** What a person reads before deciding, and afterwards what was decided and what became of it. */
export function ProposalSection({ operation }: SectionProps) {
  const { api } = usePlace();
  const { operation_id: id, connection_id: connectionId } = operation;
  const proposal = useLoad<Proposal>(api(`operations/${id}/proposal`));
  const connection = useLoad<Connection>(connectionId === null ? undefined : api(`connections/${connectionId}`), {
    once: true,
  });
  const failure = proposal.failure ?? connection.failure;
  return (
    <section class="stack proposal" aria-label="What waits for a person">
      <Since operation={operation} />
      {failure && <FailureNote failure={failure} onRetry={proposal.reload} />}
      {proposal.data && connection.data ? (
        <Read operation={operation} proposal={proposal.data} connection={connection.data} />
      ) : (
        !failure && (
          <div class="card pad">
            <Skeleton lines={10} />
          </div>
        )
      )}
    </section>
  );
}

/** Says that it is not waiting any more, and who decided what. */
function Since({ operation }: SectionProps) {
  const { state, error, decision } = operation;
  const since = sinceWords({ state, reason: error?.reason, decision });
  if (!since) return null;
  const tone = since.tone === 'quiet' || since.tone === 'busy' ? 'info' : since.tone;
  return (
    <Note tone={tone}>
      <p>{since.words}</p>
      {decision && (
        <p class="quiet">
          {decision.verdict === 'approved' ? 'Approved' : 'Declined'} by {actorWords(decision.by)}{' '}
          <Time at={decision.at} />
          {decision.comment !== null && (
            <>
              : “<Said text={decision.comment} />”
            </>
          )}
        </p>
      )}
    </Note>
  );
}

interface ReadProps extends SectionProps {
  readonly proposal: Proposal;
  readonly connection: Connection;
}

function Read({ operation, proposal, connection }: ReadProps) {
  const { act } = operation.input;
  const type = operation.proposal?.record_type ?? null;
  const record = proposal.item ?? proposal.before ?? {};
  const title = proposalTitle({ type: operation.type, act, recordType: type }, record);
  const amount = sumWords(proposal.amounts);
  const company = connection.provider_tenant_name ?? connection.external_account_id;
  const waits = operation.state === 'awaiting_approval';
  const shown = { connection, type: type ?? 'invoices' };
  return (
    <>
      <WhoseBooks name={company} title={title} amount={amount} />
      {waits && (
        <div class="page-actions">
          <Decide {...{ operation, company, title, amount }} />
        </div>
      )}
      <LookAlikesNote {...shown} ids={proposal.look_alikes} />
      <div class="columns">
        <div class="column-main">
          {proposal.is_forgotten && (
            <Note tone="info">What was proposed is stored no longer: this connection stores no records.</Note>
          )}
          <ProposedChanges proposed={proposal} />
          {proposal.before === null && proposal.item !== null && (
            <ProposedDocument
              {...shown}
              title={waits ? 'As it would be sent' : 'As it was proposed'}
              record={proposal.item}
              names={proposal.names}
            />
          )}
          {proposal.before !== null && (
            <ProposedDocument {...shown} title="The record as it was" record={proposal.before} names={proposal.names} />
          )}
          <ProposedPlan plan={proposal.plan} names={proposal.names} />
        </div>
        <div class="column-side">
          <WhoAsked operation={operation} proposal={proposal} />
          <LimitsOfKey operation={operation} />
        </div>
      </div>
    </>
  );
}

/** What the key's day has come to, against its limits. */
function LimitsOfKey({ operation }: SectionProps) {
  const { api } = usePlace();
  const day = operation.created_at.slice(0, 10);
  const { data } = useLoad<AgentDay>(withQuery(api(`agents/${operation.actor.id}/day`), { day }));
  return data === undefined ? null : <Spent found={data} />;
}
