import { readFile } from 'node:fs/promises';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { type Phone, goToScreen, storedOnDevice, openPhone, practiceSession, until } from './phone.ts';

/** Pages that lead out or come in: the web view, invitations, the map, the way to the desktop product. */

const listedHost = 'docs.dunlin-help.example';
const desktop = 'https://pc.dunlin-desk.example/';
const android = 'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/148.0 Mobile Safari/537.36';

let exchange: BuiltExchange;
let browser: Browser;
let user: { token: string; 'dunlin.account': string };
let phone: Phone;

beforeAll(async () => {
  const settings = { WEB_VIEW_HOSTS: listedHost, PC_URL: desktop };
  [exchange, browser] = await Promise.all([startBuiltExchange(settings), openChromium()]);
  user = await practiceSession(exchange.address);
});

afterAll(async () => {
  await browser.close();
  await exchange.close();
});

afterEach(() => phone.context.close());

/** A phone of the user; `strange` gathers every address elsewhere that anything in it asks for. */
async function openOwnPhone(options: Readonly<Record<string, unknown>> = {}): Promise<string[]> {
  phone = await openPhone(browser, user, { userAgent: android, serviceWorkers: 'block', ...options });
  const strange: string[] = [];
  phone.context.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(exchange.address)) strange.push(request.url());
  });
  return strange;
}

function webView(text: string): string {
  return `#/pages/web-view/web-view?${new URLSearchParams({ url: text }).toString()}`;
}

/** Answers an external host with a page; records the requests and their headers. */
async function answerOutside(
  context: BrowserContext,
  pattern: string,
  body: string,
): Promise<Record<string, string>[]> {
  const asked: Record<string, string>[] = [];
  await context.route(pattern, async (route) => {
    asked.push(await route.request().allHeaders());
    await route.fulfill({ contentType: 'text/html', body });
  });
  return asked;
}

describe('the web view', () => {
  const hostile = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:\\\\evil.example',
    `https://${listedHost}@evil.example/`,
    `https://${listedHost}%2F@evil.example/`,
    'http://evil.example/',
    `https://${listedHost}.evil.example/`,
    'https://docs.dun1in-help.example/',
    'https://xn--dunln-wpa.example/',
    'https://dосs.dunlin-help.example/',
    `https://${listedHost}./`,
    `https://${listedHost}:8443/`,
    `https://${listedHost}%2eevil.example/`,
    `https://${listedHost}\\.evil.example/`,
    'https://127.0.0.1/',
    ' https://evil.example',
    'https://evil.example\n',
    'https://evil.example/\u202Egpj',
    'blob:https://evil.example/1',
  ];

  it('never opens an address that misleads, typed or as a link', async () => {
    const strange = await openOwnPhone();
    const { page, context } = phone;
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await goToScreen(page, exchange.address, webView('https://example.org/'));
    const refused = page.getByText('This link is not opened');
    for (const text of hostile) {
      // As typed into the address bar, escaped and as it is.
      await goToScreen(page, exchange.address, webView('https://example.org/'));
      await page.getByText('This link opens outside Dunlin:').waitFor();
      await page.evaluate((hash) => void (location.hash = hash), webView(text));
      await refused.waitFor();
      expect(await page.locator('iframe').count(), text).toBe(0);
      expect(await page.getByRole('button', { name: 'Open outside' }).count(), text).toBe(0);
    }
    await page.evaluate(() => void (location.hash = '#/pages/web-view/web-view?url=//evil.example/&x=1'));
    await refused.waitFor();
    expect([dialogs, strange, context.pages().length]).toEqual([[], [], 1]);
  });

  it('shows where any other address leads, and opens it outside after a warning, without a trace of the user', async () => {
    await openOwnPhone();
    const { page, context } = phone;
    const asked = await answerOutside(context, 'https://example.org/**', '<title>Outside</title>');
    await goToScreen(page, exchange.address, webView('https://example.org/a?b=c'));
    await page.getByText('https://example.org/a?b=c').waitFor();
    await page.getByRole('button', { name: 'Open outside' }).click();
    const warning = page.getByRole('alertdialog', { name: 'Leave Dunlin?' });
    await warning.getByText('example.org', { exact: true }).waitFor();
    await warning.getByRole('button', { name: 'Stay' }).click();
    await warning.waitFor({ state: 'hidden' });
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: 'Open outside' }).click();
    const [outside] = await Promise.all([
      context.waitForEvent('page'),
      warning.getByRole('button', { name: 'Open outside' }).click(),
    ]);
    await outside.waitForURL('https://example.org/a?b=c');
    expect(await outside.evaluate(() => [globalThis.opener, document.referrer])).toEqual([null, '']);
    expect(Object.keys(asked[0] ?? {})).not.toContain('referer');
    expect(JSON.stringify(asked)).not.toContain(user.token);
  });

  it('shows a listed page in a sandbox that knows nothing of the app', async () => {
    const strange = await openOwnPhone();
    const { page, context } = phone;
    const probe = `<body><script>
      const tries = {
        parent: () => parent.document.title, storage: () => localStorage.length, cookie: () => document.cookie,
        top: () => { top.location.href = 'https://evil.example/'; throw 0; }, frame: () => { throw 0; },
      };
      const got = Object.entries(tries).filter(([, go]) => { try { go(); return true; } catch { return false; } });
      document.body.append('reached: ' + got.map(([name]) => name) + '; from: ' + document.referrer);
      document.body.onclick = () => { location.href = 'https://evil.example/'; };
    </script></body>`;
    const asked = await answerOutside(context, `https://${listedHost}/**`, probe);
    await goToScreen(page, exchange.address, webView(`https://${listedHost}/guide`));
    const frame = page.locator('iframe');
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms');
    const reached = page.frameLocator('iframe').getByText('reached: ; from:');
    await reached.waitFor();
    await page.getByText(`Shown from ${listedHost}`).waitFor();
    for (const name of ['referer', 'authorization', 'cookie']) expect(Object.keys(asked[0] ?? {})).not.toContain(name);
    expect(JSON.stringify(asked)).not.toContain(user.token);
    // The page goes elsewhere once it was read: the policy of the app leaves its frame empty.
    await reached.click();
    await until('the frame is stopped', async () => phone.complaints.some((text) => text.includes('frame-src')), 5_000);
    expect(strange.filter((url) => !url.startsWith(`https://${listedHost}/`))).toEqual([]);
    expect(page.url().startsWith(exchange.address)).toBe(true);
  });

  it('asks before it leaves for a community, by its true host', async () => {
    await openOwnPhone();
    const { page, context } = phone;
    const list = [
      { kind: 'telegram', name: 'Dunlin news', url: 'https://example.org/dunlin' },
      { kind: 'x', name: 'Not us', url: 'https://dunlin.example@evil.example/' },
    ];
    await context.route('**/api/common/community', (route) =>
      route.fulfill({ json: { code: 200, data: { list }, msg: 'success', type: 'ok' } }),
    );
    await goToScreen(page, exchange.address, '#/pages/Whiteskin/community');
    expect(await page.getByText('Not us').count()).toBe(0);
    await page.getByRole('button', { name: /Dunlin news/ }).click();
    await page.getByRole('alertdialog', { name: 'Leave Dunlin?' }).getByText('example.org', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    expect(context.pages()).toHaveLength(1);
  });

  it('is reached after log-in with the address that was asked for', async () => {
    phone = await openPhone(browser, {}, { userAgent: android, serviceWorkers: 'block' });
    const { page } = phone;
    await page.goto(`${exchange.address}/${webView('https://example.org/a b?c=d+e&f=*')}`);
    await page.getByRole('button', { name: /practice account/ }).click();
    await page
      .getByText('https://example.org/a%20b', { exact: false })
      .or(page.getByText('This link is not opened'))
      .waitFor();
    expect(new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('url')).toBe(
      'https://example.org/a b?c=d+e&f=*',
    );
  });
});

describe('an invitation', () => {
  /** What a camera reads from a picture. */
  async function readCode(file: string): Promise<string> {
    const { data, info } = await sharp(await readFile(file))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
  }

  async function savedPoster(page: Page): Promise<string> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save poster' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('dunlin-invitation.png');
    return download.path();
  }

  it('has a poster that leads to registration with the code filled in', async () => {
    await openOwnPhone();
    const { page, context } = phone;
    await goToScreen(page, exchange.address, '#/pages/Whiteskin/share');
    await page.getByRole('img', { name: /Poster with the invitation code/ }).waitFor();
    const dark = await savedPoster(page);
    const link = await readCode(dark);
    expect(link).toMatch(/^http:\/\/[^/]+\/#\/register\?invite=[2-9A-Z]{8}$/);
    expect(link).not.toContain(user.token);
    await page.getByRole('radio', { name: 'Light' }).click();
    await until('the poster is drawn again', async () => {
      const light = sharp(await readFile(await savedPoster(page))).extract({
        left: 0,
        top: 0,
        width: 1,
        height: 1,
      });
      return (await light.removeAlpha().raw().toBuffer()).equals(Buffer.from([255, 255, 255]));
    });
    const visitor = await browser.newContext({ userAgent: android });
    const other = await visitor.newPage();
    await other.goto(link);
    const code = new URLSearchParams(link.split('?')[1]).get('invite') ?? '';
    await until(
      'the code is filled in',
      async () => (await other.getByRole('textbox', { name: /Invitation/ }).inputValue()) === code,
    );
    await visitor.close();
    expect([phone.complaints, context.pages().length]).toEqual([[], 1]);
  });

  it('is handed to the share sheet of the system as a picture', async () => {
    await openOwnPhone();
    const { page } = phone;
    await page.addInitScript(() => {
      const shared: unknown[] = [];
      Object.assign(globalThis, { shared });
      Object.assign(navigator, {
        canShare: () => true,
        share: async (data: ShareData) => {
          shared.push({
            ...data,
            files: data.files?.map(({ name, type, size }) => ({ name, type, isSome: size > 10_000 })),
          });
        },
      });
    });
    await goToScreen(page, exchange.address, '#/pages/Whiteskin/share');
    await page.getByRole('img', { name: /Poster with/ }).waitFor();
    await page.getByRole('button', { name: 'Share poster' }).click();
    await page.getByRole('button', { name: 'Share invitation link' }).click();
    const shared = (await page.evaluate('shared')) as { files?: unknown; url?: string }[];
    expect(shared.map(({ files }) => files)).toEqual([
      [{ name: 'dunlin-invitation.png', type: 'image/png', isSome: true }],
      undefined,
    ]);
    expect(shared[1]?.url).toMatch(/#\/register\?invite=[2-9A-Z]{8}$/);
  });
});

describe('a computer', () => {
  const systems = {
    windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/148.0 Safari/537.36',
    macos: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/148.0 Safari/537.36',
    linux: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/148.0 Safari/537.36',
  };

  it.each(Object.entries(systems))('goes to the desktop product: %s', async (_, userAgent) => {
    await openOwnPhone({ userAgent, isMobile: false, hasTouch: false });
    await answerOutside(phone.context, `${desktop}**`, '<h1>The desktop product</h1>');
    await phone.page.goto(exchange.address);
    await phone.page.waitForURL(desktop);
  });

  it('stays when it comes back, in a column of 480 pixels', async () => {
    const viewport = { width: 1_280, height: 800 };
    await openOwnPhone({ userAgent: systems.windows, viewport, isMobile: false, hasTouch: false });
    const { page, context } = phone;
    await answerOutside(context, `${desktop}**`, '<h1>The desktop product</h1>');
    await page.goto(exchange.address);
    await page.waitForURL(desktop);
    const config = page.waitForResponse(/\/api\/web\/config/);
    await goToScreen(page, exchange.address, '#/pages/Whiteskin/version');
    await config;
    // What the launch call leads to, it leads to at once.
    await page.evaluate(() => fetch('/api/common/sysTime'));
    expect(page.url()).toBe(`${exchange.address}/#/pages/Whiteskin/version`);
    expect(await page.locator('main').boundingBox()).toMatchObject({ x: 400, width: 480 });
  });

  it('is not what a phone is', async () => {
    const strange = await openOwnPhone();
    const config = phone.page.waitForResponse(/\/api\/web\/config/);
    await goToScreen(phone.page, exchange.address, '#/pages/Whiteskin/version');
    await config;
    expect([strange, phone.page.url().startsWith(exchange.address)]).toEqual([[], true]);
  });
});

describe('the map', () => {
  it('finds the device at a tap, after the user and the browser agreed', async () => {
    const geolocation = { latitude: 35.68, longitude: 139.76 };
    const strange = await openOwnPhone({ geolocation, permissions: ['geolocation'] });
    const { page } = phone;
    await goToScreen(page, exchange.address, '#/choose-location');
    await page.getByRole('button', { name: 'Show where I am' }).click();
    await page.getByText('35.68000, 139.76000').waitFor();
    expect([strange, phone.complaints]).toEqual([[], []]);
  });

  it('shows a place while the exchange is down, on a page opened cold', async () => {
    await openOwnPhone({ serviceWorkers: 'allow' });
    const { page } = phone;
    await goToScreen(page, exchange.address, '#/open-location?lat=13.75&lng=100.5');
    await until('the device keeps the map', () =>
      page.evaluate(async () => {
        const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
        return kept.flat().some(({ url }) => /\/assets\/outlines-\w+\.json$/.test(url));
      }),
    );
    await storedOnDevice(page);
    await exchange.stop();
    await page.close();
    phone.complaints.length = 0;
    const cold = await phone.context.newPage();
    await cold.goto(`${exchange.address}/#/open-location?lat=48.85&lng=2.35&name=Paris`);
    await cold.getByText('48.85000, 2.35000').waitFor();
    const colours = () =>
      cold.evaluate(() => {
        const canvas = document.querySelector('canvas');
        const pixel = (x: number, y: number) =>
          String(canvas?.getContext('2d')?.getImageData(Math.round(x), Math.round(y), 1, 1).data);
        const { width = 0, height = 0 } = canvas ?? {};
        return [pixel(width * 0.5, height * 0.56), pixel(width * 0.02, height * 0.5)];
      });
    await until('land and sea are drawn', async () => {
      const [land, sea] = await colours();
      return land !== sea;
    });
  });
});
