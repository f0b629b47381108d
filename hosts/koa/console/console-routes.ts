// Every route of the console's API (the specification's "Console-only endpoints"), and what its pages need besides.

import type { Route } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { auditRoutes } from './audit.ts';
import { memberRoutes } from './members.ts';
import { mirroredRoutes } from './mirrored-routes.ts';
import { overviewRoutes } from './overview.ts';
import { providerAppRoutes } from './provider-apps.ts';
import { sessionRoutes } from './sessions.ts';

export const consoleRoutes: readonly Route[] = [
  ...sessionRoutes,
  ...memberRoutes,
  ...apiKeyRoutes,
  ...auditRoutes,
  ...providerAppRoutes,
  ...overviewRoutes,
  ...mirroredRoutes(routes),
];
