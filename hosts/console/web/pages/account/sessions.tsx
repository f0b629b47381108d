import { useState } from 'preact/hooks';
import type { Answer } from '../../api/client.ts';
import type { Action } from '../../api/use-action.ts';
import type { Loaded } from '../../api/use-load.ts';
import type { Items, OwnSession } from '../../api/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { Card } from '../../parts/facts.tsx';
import { Empty } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { WholeList } from '../../parts/whole-list.tsx';
import { agentWords } from '../../words/agent-words.ts';
import { plural } from '../../words/quantity.ts';

export function Sessions({ loaded }: { readonly loaded: Loaded<Items<OwnSession>> }) {
  const [ending, setEnding] = useState<readonly OwnSession[]>();
  const rows = loaded.data?.items;
  const others = rows?.filter((session) => !session.is_this_one) ?? [];
  return (
    <Card
      title="Sessions"
      actions={others.length > 1 && <Button look="small" words="End all others…" onClick={() => setEnding(others)} />}
    >
      <WholeList
        caption="Where you are signed in"
        loaded={loaded}
        rows={rows}
        columns={[...columns, endColumn(setEnding)]}
        rowKey={({ id }) => id}
        empty={<Empty title="No sessions">Signing in makes one.</Empty>}
      />
      {ending && <EndSessions sessions={ending} onClose={() => setEnding(undefined)} />}
    </Card>
  );
}

const columns: readonly Column<OwnSession>[] = [
  {
    label: 'Browser',
    cell: ({ agent, is_this_one: isThis }) => (
      <span class="pair" title={agent}>
        <strong>{agentWords(agent)}</strong>
        {isThis && <Badge tone="good">This one</Badge>}
      </span>
    ),
  },
  {
    label: 'Last seen',
    cell: ({ last_seen_at: at }) => (
      <>
        <span class="narrow-only quiet">seen </span>
        <Time at={at} />
      </>
    ),
  },
  { label: 'Signed in', wide: true, cell: ({ created_at: at }) => <Time at={at} /> },
  { label: 'Ends at the latest', wide: true, cell: ({ expires_at: at }) => <Time at={at} /> },
];

function endColumn(onEnd: (sessions: readonly OwnSession[]) => void): Column<OwnSession> {
  return {
    label: 'Actions',
    kind: 'end',
    cell: (session) =>
      !session.is_this_one && (
        <Button
          look="small"
          words="End…"
          label={`End the session of ${agentWords(session.agent)}`}
          onClick={() => onEnd([session])}
        />
      ),
  };
}

interface EndProps {
  readonly sessions: readonly OwnSession[];
  readonly onClose: () => void;
}

function EndSessions({ sessions, onClose }: EndProps) {
  const end = async (run: Action['run']) => {
    let answer: Answer<unknown> | undefined;
    for (const { id } of sessions) {
      answer = await run('DELETE', `sessions/${id}`);
      if (!answer) break;
    }
    return answer;
  };
  const [only] = sessions;
  return (
    <ConfirmDialog
      title={sessions.length === 1 ? 'End this session?' : `End ${plural(sessions.length, 'session')}?`}
      verb={sessions.length === 1 ? 'End session' : 'End sessions'}
      isDangerous
      act={end}
      said={`${plural(sessions.length, 'session')} ended`}
      onClose={onClose}
    >
      <p>
        {sessions.length === 1 && only ? agentWords(only.agent) : 'Every browser but this one'} is signed out at once.
        If you did not sign in there yourself, change your password too.
      </p>
    </ConfirmDialog>
  );
}
