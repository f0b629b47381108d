// The page of each address.

import { useEffect } from 'preact/hooks';
import { Route, Router, useLocation } from 'preact-iso';
import { AccountPage } from './pages/account/account-page.tsx';
import { AgentPage } from './pages/agents/agent-page.tsx';
import { AlertsPage } from './pages/alerts/alerts-page.tsx';
import { AgentKeyPage } from './pages/api-keys/agent-key-page.tsx';
import { ApiKeysPage } from './pages/api-keys/api-keys-page.tsx';
import { ApprovalsPage } from './pages/approvals/approvals-page.tsx';
import { AuditPage } from './pages/audit/audit-page.tsx';
import { BrandingPage } from './pages/branding/branding-page.tsx';
import { BudgetsPage } from './pages/budgets/budgets-page.tsx';
import {
  ConnectionEventsPage,
  ConnectionOperationsPage,
  ConnectionPage,
  ConnectionRequestsPage,
  ConnectionTimelinePage,
} from './pages/connections/connection-pages.tsx';
import { ConnectionsPage } from './pages/connections/connections-page.tsx';
import { LookAlikesPage } from './pages/connections/look-alikes-page.tsx';
import { ProviderRequestsPage } from './pages/connections/provider-requests-page.tsx';
import { RecordPage } from './pages/connections/record-page.tsx';
import { RecordsPage } from './pages/connections/records-page.tsx';
import { ReportsPage } from './pages/connections/reports-page.tsx';
import { DeliveriesPage, DeliveryPage } from './pages/deliveries/delivery-pages.tsx';
import { EventPage, EventsPage } from './pages/events/event-pages.tsx';
import { MembersPage } from './pages/members/members-page.tsx';
import { NotFoundPage } from './pages/object-page.tsx';
import { OperationPage } from './pages/operations/operation-page.tsx';
import { OperationsPage } from './pages/operations/operations-page.tsx';
import { OverviewPage } from './pages/overview/overview-page.tsx';
import { ProviderAppPage } from './pages/provider-apps/app-page.tsx';
import { ProviderAppsPage } from './pages/provider-apps/provider-apps-page.tsx';
import { RequestPage, RequestsPage } from './pages/requests/request-pages.tsx';
import { UsagePage } from './pages/usage/usage-page.tsx';
import { EndpointPage } from './pages/webhooks/endpoint-page.tsx';
import { EndpointsPage } from './pages/webhooks/endpoints-page.tsx';
import { usePlace } from './session/use-environment.ts';

export function Pages() {
  return (
    <Router>
      <Route path="/console" component={Home} />
      <Route path="/console/test" component={Home} />
      <Route path="/console/live" component={Home} />
      <Route path="/console/:environment/overview" component={OverviewPage} />
      <Route path="/console/:environment/approvals" component={ApprovalsPage} />
      <Route path="/console/:environment/agents/:key_id" component={AgentPage} />
      <Route path="/console/:environment/connections" component={ConnectionsPage} />
      <Route path="/console/:environment/connections/:connection_id" component={ConnectionPage} />
      <Route path="/console/:environment/connections/:connection_id/records/:type?" component={RecordsPage} />
      <Route path="/console/:environment/connections/:connection_id/records/:type/:record_id" component={RecordPage} />
      <Route path="/console/:environment/connections/:connection_id/reports/:report?" component={ReportsPage} />
      <Route path="/console/:environment/connections/:connection_id/events" component={ConnectionEventsPage} />
      <Route path="/console/:environment/connections/:connection_id/operations" component={ConnectionOperationsPage} />
      <Route path="/console/:environment/connections/:connection_id/look-alikes" component={LookAlikesPage} />
      <Route path="/console/:environment/connections/:connection_id/timeline" component={ConnectionTimelinePage} />
      <Route path="/console/:environment/connections/:connection_id/requests" component={ConnectionRequestsPage} />
      <Route
        path="/console/:environment/connections/:connection_id/provider-requests"
        component={ProviderRequestsPage}
      />
      <Route path="/console/:environment/requests" component={RequestsPage} />
      <Route path="/console/:environment/requests/:request_id" component={RequestPage} />
      <Route path="/console/:environment/operations" component={OperationsPage} />
      <Route path="/console/:environment/operations/:operation_id" component={OperationPage} />
      <Route path="/console/:environment/events" component={EventsPage} />
      <Route path="/console/:environment/events/:event_id" component={EventPage} />
      <Route path="/console/:environment/webhook-endpoints" component={EndpointsPage} />
      <Route path="/console/:environment/webhook-endpoints/:webhook_endpoint_id" component={EndpointPage} />
      <Route path="/console/:environment/webhook-deliveries" component={DeliveriesPage} />
      <Route path="/console/:environment/webhook-deliveries/:delivery_id" component={DeliveryPage} />
      <Route path="/console/:environment/budgets" component={BudgetsPage} />
      <Route path="/console/:environment/usage" component={UsagePage} />
      <Route path="/console/:environment/provider-apps" component={ProviderAppsPage} />
      <Route path="/console/:environment/provider-apps/:provider_app_id" component={ProviderAppPage} />
      <Route path="/console/api-keys" component={ApiKeysPage} />
      <Route path="/console/api-keys/agent" component={AgentKeyPage} />
      <Route path="/console/alerts" component={AlertsPage} />
      <Route path="/console/members" component={MembersPage} />
      <Route path="/console/connect-page" component={BrandingPage} />
      <Route path="/console/audit" component={AuditPage} />
      <Route path="/console/provider-apps/:provider_app_id" component={ProviderAppPage} />
      <Route path="/console/sessions" component={AccountPage} />
      <Route default component={NotFoundPage} />
    </Router>
  );
}

function Home() {
  const { to } = usePlace();
  const { route } = useLocation();
  useEffect(() => route(to('overview'), true), [route, to]);
  return null;
}
