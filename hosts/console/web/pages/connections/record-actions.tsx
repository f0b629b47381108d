import { useState } from 'preact/hooks';
import { saveFile } from '../../api/save-file.ts';
import type { Action } from '../../api/use-action.ts';
import { useProvider } from '../../api/use-provider.ts';
import type { Connection } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icons.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { type Family, type Record, shapeOf } from '../../words/record-shape.ts';
import type { LiveRead } from './use-live-read.ts';

interface RecordActionsProps {
  readonly connection: Connection;
  readonly type: string;
  readonly record: Record | undefined;
  readonly live: LiveRead;
  /** The page shows its failure. */
  readonly action: Action;
}

/** What the provider can be asked for about a record: to read it, for its PDF, and for its pages. */
export function RecordActions({ connection, type, record, live, action }: RecordActionsProps) {
  const provider = useProvider(connection);
  const can = provider?.capabilities[type as Family];
  return (
    <>
      {record && can?.pdf && <Pdf connection={connection} type={type} record={record} action={action} />}
      {record && can?.link && type === 'invoices' && hasOnlinePage(record) && (
        <OpenAtProvider
          connection={connection}
          action={action}
          name="invoice.get_online_url"
          body={{ resource_id: record['id'] }}
          words="Customer’s page"
        />
      )}
      {record && provider?.capabilities.organizations?.link && (
        <OpenAtProvider
          connection={connection}
          action={action}
          name="organization.get_deep_link"
          body={{ provider_id: connection.provider_tenant_id }}
          words={`Books at ${provider.name}`}
        />
      )}
      <Button
        words={live.isPending ? 'Reading…' : record ? 'Refresh' : 'Read live at the provider'}
        isDisabled={live.isPending}
        onClick={live.read}
      />
    </>
  );
}

/** The customer of a draft, of a deleted invoice and of a bill sees nothing. */
function hasOnlinePage({ type, status }: Record): boolean {
  return type === 'receivable' && status !== 'DRAFT' && status !== 'DELETED';
}

function Pdf({ connection, type, record, action }: Omit<RecordActionsProps, 'live'> & { readonly record: Record }) {
  const { api } = usePlace();
  const download = async () => {
    const name = `${shapeOf(type).singular.replaceAll(' ', '_')}.download_pdf`;
    const path = api(`connections/${connection.connection_id}/provider-actions/${name}`);
    const answer = await action.run<File>('POST', path, { resource_id: record['id'] });
    if (answer) saveFile(answer.data.name, answer.data);
  };
  return <Button words="Download PDF" isDisabled={action.isPending} onClick={download} />;
}

interface OpenAtProviderProps extends Pick<RecordActionsProps, 'connection' | 'action'> {
  readonly name: string;
  readonly body: unknown;
  readonly words: string;
}

/** Opens a page of the provider in a new tab; where the browser blocks tabs, a link appears instead. */
function OpenAtProvider({ connection, action, name, body, words }: OpenAtProviderProps) {
  const { api } = usePlace();
  const [url, setUrl] = useState<string>();
  const open = async () => {
    // A browser opens tabs only while it handles the click; the tab's URL comes later.
    const tab = window.open('', '_blank');
    const path = api(`connections/${connection.connection_id}/provider-actions/${name}`);
    const answer = await action.run<{ readonly url: string }>('POST', path, body);
    if (!answer) return tab?.close();
    if (!tab) return setUrl(answer.data.url);
    tab.opener = null;
    tab.location.replace(answer.data.url);
    return undefined;
  };
  const inside = (
    <>
      <Icon name="outside" />
      {words}
    </>
  );
  if (url !== undefined) {
    return (
      <a class="button" href={url} target="_blank" rel="noopener noreferrer">
        {inside}
      </a>
    );
  }
  return <Button words={inside} isDisabled={action.isPending} onClick={open} />;
}
