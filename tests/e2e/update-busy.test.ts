import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { offlineList } from '../budgets/built-app.ts';
import { type DeployedExchange, openChromium, startDeployedExchange } from '../built-exchange.ts';
import { deploy, runsDeploy } from './deploy.ts';
import { storedOnDevice, openPhone, until, withWorker } from './phone.ts';

/** A newer build while the device still fetches files of the one before over a slow network. */

/** A file of the build that never comes: the worker fetches no others. */
let slowFile: string;
/** The worker asked for it, by itself or for a message: a browser asks once for what is on its way. */
let isSlowAsked = false;

let exchange: DeployedExchange;
let door: Server;
let browser: Browser;
let address: string;

/** Passes requests on to the exchange, and leaves the slow file without an answer. */
function openDoor(): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === slowFile) {
      isSlowAsked = true;
      return;
    }
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

/** The last file of the list of what is fetched once the page is idle. */
function lastFile(folder: string): string {
  const file = offlineList(folder).rest.findLast((name) => name.endsWith('.js'));
  if (file === undefined) throw new Error('the list names no script');
  return `/${file}`;
}

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startDeployedExchange(), openChromium()]);
  slowFile = lastFile(exchange.appFolder);
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
  await page.evaluate(
    (urls) => navigator.serviceWorker.controller?.postMessage({ type: 'keep', urls }),
    [address + slowFile],
  );
  await until('the worker asks for the slow file', () => Promise.resolve(isSlowAsked));
  await deploy(exchange.appFolder, 0);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const update = page.getByRole('button', { name: 'Update' });
  await Promise.all([page.waitForEvent('load', { timeout: 60_000 }), update.click()]);
  await page.getByRole('button', { name: 'English' }).waitFor();
  expect(await runsDeploy(page, 0)).toBe(true);
  await context.close();
});
