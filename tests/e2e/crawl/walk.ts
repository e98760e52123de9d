import type { Page } from 'playwright';
import { photo, pick } from '../identity-form.ts';
import { markHeading, until } from '../phone.ts';
import { routeOf } from './routes.ts';

/** Timeout of a tap, long enough for a slow machine: an entry that is missing is to be named, with all others. */
const patienceMs = 30_000;

/** One thing that a user does on a screen. */
export type Step =
  /** Taps a link to a route. */
  | { readonly follow: string }
  /** Taps what has this name: a button unless said otherwise. The first of several. */
  | { readonly tap: string | RegExp; readonly as?: 'radio' | 'tab' }
  | { readonly fill: string; readonly with: string }
  /** Picks a picture behind a button. */
  | { readonly picture: RegExp };

/** A way to screens that no link of an open screen leads to. */
export interface Way {
  /** The screen it begins on, which was reached before. */
  readonly from: string;
  readonly steps: readonly Step[];
  /** Routes that are shown then, or that links lead to then. */
  readonly reaches: readonly string[];
}

/** The app as one user walks through it: to no screen but by what is seen on screens that were reached before. */
interface Walk {
  /** Routes that were shown, each with the address it was shown at. */
  readonly reached: ReadonlyMap<string, string>;
  /** Goes where links lead, as far as they lead: to one address of each route. */
  readonly followLinks: () => Promise<void>;
  /** Does what a way says, and opens what it leads to. @throws Error when that is not there */
  readonly go: (way: Way) => Promise<void>;
}

/** Opens the app at its own address and begins there. */
export async function beginWalk(page: Page, address: string): Promise<Walk> {
  page.setDefaultTimeout(patienceMs);
  const reached = new Map<string, string>();
  const queue: string[] = [];
  const queued = new Set<string>();

  /** Notes the screen that is open, and where its links lead. */
  async function look(): Promise<void> {
    const { hash } = new URL(page.url());
    if (!reached.has(routeOf(hash))) reached.set(routeOf(hash), hash === '' ? '#/' : hash);
    for (const link of await linksShown(page)) {
      if (queued.has(routeOf(link))) continue;
      queued.add(routeOf(link));
      queue.push(link);
    }
  }

  async function open(hash: string): Promise<void> {
    const before = routeOf(page.url());
    if (before !== routeOf(hash)) await markHeading(page);
    await page.goto(`${address}/${hash}`);
    await complete(page, before);
    await look();
  }

  async function followLinks(): Promise<void> {
    for (let link = queue.shift(); link !== undefined; link = queue.shift()) {
      if (!reached.has(routeOf(link))) await open(link);
    }
  }

  async function go({ from, steps, reaches }: Way): Promise<void> {
    const start = reached.get(from);
    if (start === undefined) throw new Error(`${from} was not reached, where the way to ${reaches.join(', ')} begins`);
    await open(start);
    let before = from;
    for (const step of steps) {
      before = routeOf(page.url());
      await markHeading(page);
      await take(page, step);
    }
    let links: readonly string[] = [];
    await until(
      `${reaches.join(', ')} is shown or linked`,
      async () => {
        links = await linksShown(page);
        return reaches.every((route) => [page.url(), ...links].some((one) => routeOf(one) === route));
      },
      patienceMs,
    );
    await complete(page, before);
    await look();
    for (const link of links) {
      if (reaches.includes(routeOf(link)) && !reached.has(routeOf(link))) await open(link);
    }
  }

  await page.goto(address);
  await complete(page, '');
  await look();
  return { reached, followLinks, go };
}

/** Does one step as a user does: what is hidden or covered cannot be tapped. */
async function take(page: Page, step: Step): Promise<void> {
  if ('follow' in step) {
    const link = page.locator(`a[href$="#${step.follow}"], a[href*="#${step.follow}?"]`);
    await link.first().click();
    await page.waitForURL((url) => routeOf(url.hash) === step.follow);
  } else if ('fill' in step) await page.getByLabel(step.fill, { exact: true }).fill(step.with);
  else if ('picture' in step) await pick(page, step.picture, await photo());
  else
    await page
      .getByRole(step.as ?? 'button', { name: step.tap, ...(typeof step.tap === 'string' ? { exact: true } : {}) })
      .first()
      .click();
}

/** Waits until a screen is complete: the next one, or the one before where it was led back to that. */
async function complete(page: Page, before: string): Promise<void> {
  await page.waitForFunction((left) => {
    const isBack = location.hash.slice(1).split('?')[0] === left;
    const heading = document.querySelector(isBack ? '#app h1' : '#app h1:not([data-before])');
    return heading !== null && document.querySelector('#app [aria-busy="true"]') === null;
  }, before);
}

/** The hashes of links within the app that a user sees. */
function linksShown(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href*="#/"]')]
      .filter((link) => link.origin === location.origin && link.pathname === location.pathname)
      .filter((link) => link.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((link) => link.getClientRects().length > 0 && link.closest('[inert]') === null)
      .map(({ hash }) => hash),
  );
}
