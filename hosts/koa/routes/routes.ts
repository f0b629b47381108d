import { allocationRoutes } from './allocations.ts';
import { attachmentRoutes } from './attachments.ts';
import { automationRoutes } from './automations.ts';
import { cancellationRoutes } from './cancellations.ts';
import { connectPageRoutes } from './connect-pages.ts';
import { connectionRoutes } from './connections.ts';
import { deliveryRoutes } from './deliveries.ts';
import { documentRoutes } from './documents.ts';
import { eventRoutes } from './events.ts';
import { historyRoutes } from './history.ts';
import { notificationReceiverRoutes } from './notification-receivers.ts';
import { operationRoutes } from './operations.ts';
import { portalPageRoutes } from './portal-pages.ts';
import { providerActionRoutes } from './provider-actions.ts';
import { providerRequestRoutes } from './provider-requests.ts';
import { healthRoutes, openApiRoutes } from './public.ts';
import { reportRoutes } from './reports.ts';
import { requestRoutes } from './requests.ts';
import { resourceRoutes } from './resources.ts';
import type { Route } from './route.ts';
import { timelineRoutes } from './timelines.ts';
import { usageRoutes } from './usage.ts';
import { webhookRoutes } from './webhooks.ts';

export const routes: readonly Route[] = [
  ...openApiRoutes,
  ...connectionRoutes,
  ...timelineRoutes,
  ...documentRoutes,
  ...cancellationRoutes,
  ...providerActionRoutes,
  ...reportRoutes,
  ...providerRequestRoutes,
  ...resourceRoutes,
  ...allocationRoutes,
  ...attachmentRoutes,
  ...historyRoutes,
  ...automationRoutes,
  ...operationRoutes,
  ...eventRoutes,
  ...requestRoutes,
  ...usageRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...healthRoutes,
  ...notificationReceiverRoutes,
  ...connectPageRoutes,
  ...portalPageRoutes,
];
