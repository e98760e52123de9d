import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeployedExchange, openChromium, startDeployedExchange } from '../built-exchange.ts';
import { deploy, runsDeploy } from './deploy.ts';
import { storedOnDevice, openPhone, withWorker } from './phone.ts';

/** A newer build while the device still fetches files of the one before over a slow network. */

/** A file of the build that never comes. */
const slowFile = '/assets/slow-Aaaaaaaa.js';

let exchange: DeployedExchange;
let door: Server;
let browser: Browser;
let address: string;

/** Passes requests on to the exchange, and leaves the slow file without an answer. */
function openDoor(): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === slowFile) return;
    const pass = async () => {
      const { method = 'GET', url = '/' } = request;
      const answer = await fetch(exchange.address + url, { method, redirect: 'manual' });
      const headers = [...answer.headers].filter(
        ([name]) => !/^(?:content-(?:length|encoding)|connection)$/.test(name),
      );
      response.writeHead(answer.status, Object.fromEntries(headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
    pass().catch(() => response.destroy());
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startDeployedExchange(), openChromium()]);
  door = await openDoor();
  address = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await browser.close();
  door.closeAllConnections();
  door.close();
  await exchange.close();
});

it('is activated at once, although files of the previous build are still being cached', async () => {
  const { page, context } = await openPhone(browser, { lang: 'en' }, withWorker);
  await page.goto(`${address}/#/pages/mine/lang`);
  await page.getByRole('button', { name: 'English' }).waitFor();
  await storedOnDevice(page);
  const asked = new Promise<void>((resolve) => {
    door.on('request', ({ url }) => (url === slowFile ? resolve() : undefined));
  });
  await page.evaluate(
    (urls) => navigator.serviceWorker.controller?.postMessage({ type: 'keep', urls }),
    [address + slowFile],
  );
  await asked;
  await deploy(exchange.appFolder, 0);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const update = page.getByRole('button', { name: 'Update' });
  await Promise.all([page.waitForEvent('load', { timeout: 60_000 }), update.click()]);
  await page.getByRole('button', { name: 'English' }).waitFor();
  expect(await runsDeploy(page, 0)).toBe(true);
  await context.close();
});
