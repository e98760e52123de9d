import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import { Shell } from '../features/shell/shell.tsx';
import { isPublicPath, logInPath } from '../platform/session/public-paths.ts';
import { session } from '../platform/session/session.ts';
import type { RouterContext } from '../router.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ location }) => {
    if (session.get() !== null || isPublicPath(location.pathname)) return;
    throw redirect({ to: logInPath, search: { to: location.href }, replace: true });
  },
  component: Shell,
});
