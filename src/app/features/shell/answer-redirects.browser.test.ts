import { i18n } from '@lingui/core';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { actOnAnswer } from '#app/platform/api/answer-actions.ts';
import { session } from '#app/platform/session/session.ts';
import { startAnswerRedirects } from './answer-redirects.ts';

/** A router on the market, whose history tests read. */
async function onMarket() {
  const root = createRootRoute();
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '$' })]);
  const history = createMemoryHistory({ initialEntries: ['/pages/home/market?sort=name'] });
  const router = createRouter({ routeTree, history });
  await router.load();
  startAnswerRedirects(router, new QueryClient());
  return history;
}

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  session.set({ token: 'secret', account: '100000' });
});
afterEach(() => session.set(null));

const from = encodeURIComponent('/pages/home/market?sort=name');

it.each([
  ['998', '/pages/mine/real_authentication'],
  ['997', '/pages/mine/collect_money'],
] as const)('an answer of type %s leads to %s, knows the way back, and keeps the session', async (type, path) => {
  const history = await onMarket();
  actOnAnswer(type);
  expect(history.location.href).toBe(`${path}?to=${from}`);
  expect(session.get()?.token).toBe('secret');
  history.back();
  expect(history.location.pathname).toBe('/pages/home/market');
});

it('several answers at once lead there once', async () => {
  const history = await onMarket();
  actOnAnswer('998');
  actOnAnswer('998');
  actOnAnswer('998');
  expect(history.location.href).toBe(`/pages/mine/real_authentication?to=${from}`);
  history.back();
  expect(history.location.pathname).toBe('/pages/home/market');
});

it.each([
  ['999', '/pages/mine/login'],
  ['expired', '/pages/login/login'],
] as const)('an answer of type %s leads to %s and ends the session', async (type, path) => {
  const history = await onMarket();
  actOnAnswer(type);
  expect(history.location.href).toBe(`${path}?to=${from}`);
  await expect.poll(() => session.get()).toBeNull();
});
