import { useLocation } from 'preact-iso';
import { Note } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { usePlace } from '../../session/use-environment.ts';

const endings: Readonly<Record<string, { readonly title: string; readonly tone: 'good' | 'info' | 'bad' }>> = {
  connected: { title: 'Connected', tone: 'good' },
  cancelled: { title: 'The consent was cancelled', tone: 'info' },
  failed: { title: 'Connecting failed', tone: 'bad' },
};

/** The page that a connect link from the console returns to. */
export function ConnectedPage() {
  const { query } = useLocation();
  const { to } = usePlace();
  const { status = '', external_account_id: customer = '', connection_id: id, error } = query;
  const ending = endings[status] ?? { title: 'Connecting did not come to an end', tone: 'info' as const };
  return (
    <>
      <PageHead title={ending.title} up={{ href: to('connections'), label: 'Connections' }} />
      <Note tone={ending.tone}>
        <p>
          {customer !== '' && <>Customer {customer}. </>}
          {error ? `The reason: ${error.replaceAll('_', ' ')}. ` : ''}
          {id ? (
            <a href={to(`connections/${id}`)}>Go to the connection</a>
          ) : (
            <a href={to('connections')}>To the list</a>
          )}
        </p>
      </Note>
    </>
  );
}
