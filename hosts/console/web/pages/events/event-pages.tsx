import { useRoute } from 'preact-iso';
import { useLoad } from '../../api/use-load.ts';
import type { Items, ServiceEvent, TimelineEntry } from '../../api/wire.ts';
import { ConnectionName } from '../../parts/connection-name.tsx';
import { Card, Facts } from '../../parts/facts.tsx';
import { Id } from '../../parts/id.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Time } from '../../parts/time.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { DeliveriesTable } from '../deliveries/deliveries-table.tsx';
import { ObjectPage } from '../object-page.tsx';
import { EventsTable } from './events-table.tsx';

export function EventsPage() {
  return (
    <>
      <PageHead
        title="Events"
        under="What was announced, whether or not an endpoint wanted it. Kept for 30 days by default."
      />
      <EventsTable />
    </>
  );
}

/** An event: its data, its deliveries, and its cause. */
export function EventPage() {
  const { event_id: id = '' } = useRoute().params;
  const { api, to } = usePlace();
  const up = { href: to('events'), label: 'Events' };
  const loaded = useLoad<ServiceEvent>(api(`events/${id}`), { once: true });
  const timeline = useLoad<Items<TimelineEntry>>(api(`events/${id}/timeline`));
  return (
    <ObjectPage loaded={loaded} title="Event" up={up}>
      {(event) => (
        <>
          <PageHead title={event.type} view="Event" under={<Id value={id} plain />} up={up} />
          <div class="columns">
            <div class="column-main">
              <DeliveriesTable eventId={id} />
              <Card title="What it says">
                <JsonView label="Data" value={event.data} />
              </Card>
              <Card title="Timeline">
                <Timeline loaded={timeline} own={id} />
              </Card>
            </div>
            <div class="column-side">
              <Card title="Facts">
                <Facts
                  facts={[
                    event.connection_id !== null && ['Customer', <ConnectionName id={event.connection_id} />],
                    event.sequence !== null && ['Sequence', event.sequence],
                    ['Created', <Time at={event.created_at} />],
                  ]}
                />
              </Card>
            </div>
          </div>
        </>
      )}
    </ObjectPage>
  );
}
