import '#app/ui/tokens.css';
import '#app/ui/base.css';
import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  Outlet,
  type RouteComponent,
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';

import { vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { CallName } from '#protocol/calls.ts';
import { type CodeName, codes } from '#protocol/core/codes.ts';

/** What the exchange answers to a call: data, or a refusal. */
export type Answer = { readonly data: unknown } | { readonly refusal: CodeName; readonly data?: unknown };

/** Answers by call, the same whatever is asked, or by what is asked. */
export type Answers = Partial<Record<CallName, Answer | ((query: URLSearchParams) => Answer)>>;

/** A screen on the page, with the calls it made. */
export interface ScreenUnderTest {
  readonly calls: { readonly name: string; readonly body: unknown }[];
  readonly path: () => string;
}

function envelope(answer: Answer): string {
  return 'refusal' in answer
    ? JSON.stringify({ code: codes[answer.refusal], data: answer.data ?? null, msg: answer.refusal, type: 'error' })
    : JSON.stringify({ code: codes.success, data: answer.data, msg: 'success', type: 'ok' });
}

/**
 * Draws screens at their paths in a router of their own, the one of the entry first; any other path says "Elsewhere".
 */
export async function renderRoutes(entry: string, screens: Readonly<Record<string, RouteComponent>>) {
  i18n.setMessagesCompiler(compileMessage);
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const root = createRootRoute({ component: Outlet });
  const routes = Object.entries({ ...screens, $: () => <p>Elsewhere</p> }).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [entry] }),
  });
  await router.load();
  await render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>,
  );
  return router;
}

/**
 * Draws a screen at its path in a router of its own, in front of an exchange with the given answers; calls without
 * one get no answer.
 */
export async function renderScreen(path: string, screen: RouteComponent, answers: Answers): Promise<ScreenUnderTest> {
  const calls: { name: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    // Without a configured base the address starts with the word for nothing.
    const name = `${request.method} ${url.replace(/^undefined/, '').replace(/\?.*$/, '')}`;
    calls.push({ name, body: typeof request.body === 'string' ? JSON.parse(request.body) : null });
    const given = answers[name as CallName];
    const answer = typeof given === 'function' ? given(new URLSearchParams(url.split('?')[1])) : given;
    return answer === undefined
      ? Promise.reject(new TypeError('no network'))
      : Promise.resolve(new Response(envelope(answer)));
  });
  const router = await renderRoutes(path, { [path.replace(/\?.*$/, '')]: screen });
  return { calls, path: () => router.state.location.href };
}
