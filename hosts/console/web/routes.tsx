// Which page stands at which address.
import { Route, Router, useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { OperationPage } from './pages/operations/operation-page.tsx';
import { OperationsPage } from './pages/operations/operations-page.tsx';
import { OverviewPage } from './pages/overview/overview-page.tsx';
import { usePlace } from './session/use-environment.ts';

export function Pages() {
  return (
    <Router>
      <Route path="/console" component={Home} />
      <Route path="/console/:environment" component={Home} />
      <Route path="/console/:environment/overview" component={OverviewPage} />
      <Route path="/console/:environment/operations" component={OperationsPage} />
      <Route path="/console/:environment/operations/:operation_id" component={OperationPage} />
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
