import { createECDH, randomBytes } from 'node:crypto';
import type { Browser, CDPSession, Page } from 'playwright';
import webPush from 'web-push';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltExchange, openWholeChromium, startBuiltExchange } from '../built-exchange.ts';
import { goToScreen, openPhone, type Phone, practiceSession, until, withWorker } from './phone.ts';

/** Messages to a phone, from the tap that switches them on to what the service worker shows. */

const keys = webPush.generateVAPIDKeys();
/** No such host: what is sent there goes nowhere. */
const service = 'push.dunlin.invalid';
/** Keys that messages can be encrypted with: the exchange takes no device with others. */
const deviceKeys = {
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
};

let exchange: BuiltExchange;
let browser: Browser;
let own: Phone;

/** A browser without a push service of its own: subscriptions are held in the page, as the standard describes them. */
function subscribeHere({ host, keys: own }: { host: string; keys: Record<string, string> }): void {
  const kept = (value?: string) => {
    if (value !== undefined) localStorage.setItem('test.subscription', value);
    return localStorage.getItem('test.subscription') ?? '';
  };
  const subscription = {
    endpoint: `https://${host}/device`,
    toJSON: () => ({
      endpoint: `https://${host}/device`,
      keys: own,
    }),
    unsubscribe: async () => {
      kept('ended');
      return true;
    },
  } as unknown as PushSubscription;
  PushManager.prototype.subscribe = async (options) => {
    kept(JSON.stringify(options));
    return subscription;
  };
  PushManager.prototype.getSubscription = async () => (kept().startsWith('{') ? subscription : null);
}

beforeAll(async () => {
  const settings = {
    VAPID_PUBLIC_KEY: keys.publicKey,
    VAPID_PRIVATE_KEY: keys.privateKey,
    VAPID_SUBJECT: 'mailto:ops@dunlin.example',
    PUSH_SERVICES: service,
  };
  [exchange, browser] = await Promise.all([startBuiltExchange(settings), openWholeChromium()]);
  own = await openPhone(browser, { lang: 'en', ...(await practiceSession(exchange.address)) }, withWorker);
  await own.context.grantPermissions(['notifications'], { origin: exchange.address });
  await own.context.addInitScript(subscribeHere, { host: service, keys: deviceKeys });
});
afterAll(async () => {
  await browser.close();
  await exchange.close();
});

const openSwitches = async (page: Page) => {
  await page.getByRole('button', { name: 'Push notifications on this phone' }).click();
  await page.getByRole('switch', { name: 'Account' }).waitFor();
};
/** Switches one on and waits until the exchange has confirmed it: the switch itself turns with the tap. */
async function switchOn(page: Page, name: string): Promise<void> {
  const one = page.getByRole('switch', { name });
  await one.click();
  await page.locator(`[role="switch"][aria-label="${name}"][aria-checked="true"]:not([aria-busy])`).waitFor();
}

const isOn = (page: Page, name: string) => page.getByRole('switch', { name }).getAttribute('aria-checked');

it('switches kinds on by a tap, one by one, and remembers them', async () => {
  const { page } = own;
  await goToScreen(page, exchange.address, '#/pages/notice/list');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await openSwitches(page);
  for (const name of ['Account', 'Trading', 'System', 'Show amounts and names']) {
    expect(await isOn(page, name), name).toBe('false');
  }
  await switchOn(page, 'Account');
  await switchOn(page, 'Trading');
  const asked = await page.evaluate(() => localStorage.getItem('test.subscription'));
  expect(JSON.parse(asked ?? '')).toEqual({ userVisibleOnly: true, applicationServerKey: keys.publicKey });
  await page.reload();
  await openSwitches(page);
  expect(await isOn(page, 'Account')).toBe('true');
  expect(await isOn(page, 'System')).toBe('false');
  await page.keyboard.press('Escape');
});

/** What the page's service worker is called by the browser. */
async function registrationOf(session: CDPSession, address: string): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${address}/`);
      if (ours !== undefined) resolve(ours.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return found;
}

it('shows what comes in its language, once, and nothing of what cannot be read', async () => {
  const { page, context } = own;
  const session = await context.newCDPSession(page);
  const registrationId = await registrationOf(session, exchange.address);
  const deliver = (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin: exchange.address, registrationId, data });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const list = (await registration?.getNotifications()) ?? [];
      return list.map(({ title, body, lang, tag, data }) => ({ title, body, lang, tag, data: data as unknown }));
    });
  const text = { title: '收到转账', body: '', notice: '7', language: 'zh', at: Date.now() };
  await deliver(JSON.stringify(text));
  await deliver(JSON.stringify(text));
  await until('the message is shown', async () => (await shown()).length === 1);
  expect(await shown()).toEqual([
    {
      title: '收到转账',
      body: '',
      lang: 'zh-Hans',
      tag: 'notice-7',
      data: { address: '/#/pages/notice/details?id=7' },
    },
  ]);
  await deliver('<script>alert(1)</script>');
  await until('something is shown for it', async () => (await shown()).length === 2);
  expect((await shown()).map(({ title }) => title)).toContain('Dunlin');
});

it('ends with the session: the subscription goes, and so does what was shown', async () => {
  const { page } = own;
  await goToScreen(page, exchange.address, '#/pages/mine/userCenter');
  await page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).click();
  await page.getByRole('button', { name: 'Log out and lose the account' }).click();
  await until('the device forgot its subscription', async () =>
    page.evaluate(
      () => localStorage.getItem('test.subscription') === null || localStorage.getItem('test.subscription') === 'ended',
    ),
  );
  await until('no message is left', async () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return ((await registration?.getNotifications()) ?? []).length === 0;
    }),
  );
  expect(own.complaints).toEqual([]);
});
