import type { Connection, Operation, Proposal } from '../../api/wire.ts';
import { Card, Facts } from '../../parts/facts.tsx';
import { shortened } from '../../parts/id.tsx';
import { Note } from '../../parts/notes.tsx';
import { Said } from '../../parts/said.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { becauseWords } from '../../words/proposal-words.ts';
import { plural } from '../../words/quantity.ts';

interface LookAlikesProps {
  readonly connection: Connection;
  readonly type: string;
  readonly ids: readonly string[];
}

/** What looked the same when it was proposed. That it is another one is the agent's word. */
export function LookAlikesNote({ connection, type, ids }: LookAlikesProps) {
  const { to } = usePlace();
  if (ids.length === 0) return null;
  const hrefOf = (id: string) =>
    id.startsWith('op_')
      ? to(`operations/${id}`)
      : to(`connections/${connection.connection_id}/records/${type}/${encodeURIComponent(id)}`);
  return (
    <Note tone="warn">
      <p>
        <strong>It looks like {plural(ids.length, 'other one', 'other ones')}</strong> of the same contact, currency and
        amounts. That another one is meant is the agent’s word: look before you approve.
      </p>
      <ul class="pair">
        {ids.map((id) => (
          <li key={id}>
            <a href={hrefOf(id)}>
              {id.startsWith('op_') ? 'the proposal' : 'the record'} <code>{shortened(id)}</code>
            </a>
          </li>
        ))}
      </ul>
    </Note>
  );
}

interface WhoAskedProps {
  readonly operation: Operation;
  readonly proposal: Proposal;
}

/** Who asked with which key, and why. What the agent says of itself is marked as such. */
export function WhoAsked({ operation, proposal }: WhoAskedProps) {
  const { to } = usePlace();
  const { actor, created_at: askedAt, expires_at: expiresAt, state } = operation;
  const { ref, because, program } = proposal;
  return (
    <Card title="Who asked">
      <Facts
        facts={[
          [
            'Key',
            <span class="pair">
              <Said text={actor.name ?? actor.id} line />
              <a href={to(`agents/${actor.id}`)}>its day</a>
            </span>,
          ],
          ['Asked', <Time at={askedAt} />],
          state === 'awaiting_approval' && ['Waits until', <Time at={expiresAt} />],
          ref !== null && ['Purpose', <Claimed text={ref} mark="the agent’s words" />],
          program !== null && [
            'Program',
            <Claimed text={[program.name, program.version].filter(Boolean).join(' ')} mark="not verified" />,
          ],
          ['Why you', becauseWords(because)],
        ]}
      />
    </Card>
  );
}

function Claimed({ text, mark }: { readonly text: string; readonly mark: string }) {
  return (
    <>
      “<Said text={text} />” <span class="row-under">{mark}</span>
    </>
  );
}
