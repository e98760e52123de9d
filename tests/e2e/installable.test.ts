import { expect, it } from 'vitest';
import { openPhone, smallPhone, withWorker } from './phone.ts';
import { setStage } from './stage.ts';

/** What Chromium and iOS need to install the app, as they say themselves. */

const stage = setStage();

it('can be installed, by what Chromium reads of its manifest', async () => {
  const { page, context } = await openPhone(stage.browser, { lang: 'en' }, withWorker);
  await page.goto(stage.exchange.address);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const session = await context.newCDPSession(page);
  const { errors, url, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toBe(`${stage.exchange.address}/manifest.webmanifest`);
  const manifest = JSON.parse(data ?? '{}') as Record<string, { src: string; icons?: { src: string }[] }[]>;
  const pictures = ['icons', 'screenshots', 'shortcuts'].flatMap((name) => manifest[name] ?? []);
  const sources = pictures.flatMap(({ src, icons }) => (icons === undefined ? [src] : icons.map((icon) => icon.src)));
  expect(sources.length).toBeGreaterThan(15);
  for (const source of sources) {
    const answer = await fetch(`${stage.exchange.address}${source}`);
    expect([source, answer.status, answer.headers.get('content-type')?.split('/')[0]]).toEqual([source, 200, 'image']);
  }
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Playwright's contexts are private windows, in which nothing is installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  await context.close();
});

it('has startup images of the size of an iPhone', async () => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
  const size = { width: 393, height: 852 };
  const { page, context, complaints } = await openPhone(
    stage.browser,
    { lang: 'en' },
    { ...smallPhone, userAgent, viewport: size, screen: size, deviceScaleFactor: 3 },
  );
  await page.goto(stage.exchange.address);
  const links = page.locator('link[rel="apple-touch-startup-image"]');
  await links.nth(1).waitFor({ state: 'attached' });
  const sizes = await links.evaluateAll((all) =>
    Promise.all(
      all.map(async (link) => {
        const image = new Image();
        image.src = (link as HTMLLinkElement).href;
        await image.decode();
        return [(link as HTMLLinkElement).media, image.naturalWidth, image.naturalHeight];
      }),
    ),
  );
  expect(sizes).toEqual([
    ['screen and (orientation: portrait)', 1_179, 2_556],
    ['screen and (orientation: landscape)', 2_556, 1_179],
  ]);
  expect(complaints).toEqual([]);
  await context.close();
});
