import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * The least a page of this kind can be: React, router and query, one route, one call, one heading. The first visit of the
 * app is measured beside it, so that the machine's speed cancels out.
 */
function Home() {
  const { data } = useQuery({
    queryKey: ['time'],
    queryFn: () => fetch('/api/common/sysTime').then((answer) => answer.text()),
  });
  return <h1 data-time={data}>Empty</h1>;
}

const root = createRootRoute({ component: Outlet });
const home = createRoute({ getParentRoute: () => root, path: '/', component: Home });
const router = createRouter({ routeTree: root.addChildren([home]), history: createHashHistory() });

const place = document.getElementById('app');
if (place === null) throw new Error('index.html has no #app');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
