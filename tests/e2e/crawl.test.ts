import { expect, it } from 'vitest';
import { aliases, allRoutes } from './crawl/routes.ts';
import { beginWalk, type Way } from './crawl/walk.ts';
import { prepareInviter, publishCommunity } from './crawl/walkers.ts';
import { inviterWays, listedHost, memberWays, ownerWays, visitorWays } from './crawl/ways.ts';
import { fillAccount, filledSettings } from './filled-account.ts';
import { goToScreen, openPhone } from './phone.ts';
import { setStage } from './stage.ts';

/**
 * Every screen is reached from home by what is seen on screens: by links, and by the ways of `crawl/ways.ts`. A route
 * that fails here needs an entry where a user would look for it. Where that is no link of an open screen, it needs a way.
 */

const stage = setStage({ ...filledSettings, WEB_VIEW_HOSTS: listedHost });

const reached = new Set<string>();
/** Ways that are not as `ways.ts` says. */
const brokenWays: string[] = [];

/** Walks through the app as one user, by ways and, unless other users do that, by all links. */
async function walk(
  session: Readonly<Record<string, string>>,
  ways: readonly Way[],
  { byLinks }: { readonly byLinks: boolean },
): Promise<void> {
  const { page, context } = await openPhone(stage.browser, { ...session, lang: 'en' }, { reducedMotion: 'reduce' });
  const walked = await beginWalk(page, stage.exchange.address);
  if (byLinks) await walked.followLinks();
  for (const way of ways)
    await walked.go(way).catch((error: unknown) => {
      brokenWays.push(`from ${way.from} to ${way.reaches.join(', ')}: ${String(error)}`);
    });
  if (byLinks) await walked.followLinks();
  for (const route of walked.reached.keys()) reached.add(route);
  await context.close();
}

async function walkAsOwner(): Promise<void> {
  const [{ session }] = await Promise.all([fillAccount(stage.exchange), publishCommunity(stage.exchange)]);
  await walk(session, ownerWays, { byLinks: true });
}

async function walkAsInviterAndMember(): Promise<void> {
  const { inviter, member } = await prepareInviter(stage.exchange);
  await walk(inviter, inviterWays, { byLinks: false });
  await walk(member, memberWays, { byLinks: false });
}

it('reaches every screen from home', async () => {
  await Promise.all([walkAsOwner(), walkAsInviterAndMember(), walk({}, visitorWays, { byLinks: true })]);
  const routes = allRoutes();
  const aliased = new Set(aliases.map(({ route }) => route));
  expect({
    neverReached: routes.filter((route) => !reached.has(route) && !aliased.has(route)),
    linkedWithoutScreen: [...reached].filter((route) => !routes.includes(route)),
    brokenWays,
  }).toEqual({ neverReached: [], linkedWithoutScreen: [], brokenWays: [] });
});

it.each(aliases)('shows at $route, which nothing leads to, what $shows shows', async ({ route, shows }) => {
  expect([reached.has(route), reached.has(shows)]).toEqual([false, true]);
  const { page, context } = await openPhone(stage.browser, { lang: 'en' });
  await goToScreen(page, stage.exchange.address, `#${shows}`);
  const screen = await page.locator('#app').ariaSnapshot();
  await goToScreen(page, stage.exchange.address, `#${route}`);
  expect(await page.locator('#app').ariaSnapshot()).toBe(screen);
  await context.close();
});
