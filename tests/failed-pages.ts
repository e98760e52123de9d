import type { Page } from 'playwright';
import { afterEach } from 'vitest';
import { openBrowsers } from './built-exchange.ts';
import { unansweredRequests } from './unanswered-requests.ts';

/**
 * What every open page shows when a test fails, so that a failure on a busy machine can be explained without another
 * one: where it is, what is read first, what lies over it, and what it waits for.
 */
const textMost = 600;
const requestsMost = 20;
/** A page that hangs must not hold the report up. */
const readMostMs = 2_000;

afterEach((context) => {
  context.onTestFailed(async () => {
    for (const browser of openBrowsers)
      for (const page of browser.contexts().flatMap((each) => each.pages())) {
        const waiting = unansweredRequests(page.context()).slice(0, requestsMost).join(', ');
        process.stdout.write(
          `${context.task.name}\n  ${await describePage(page)}\n  unanswered: ${waiting || 'none'}\n`,
        );
      }
  });
});

async function describePage(page: Page): Promise<string> {
  const shown = page.evaluate((most) => {
    const overlays = [...document.querySelectorAll('[role$="dialog"], dialog[open]')];
    const { innerText } = document.body;
    return JSON.stringify({
      path: location.hash,
      text: innerText.replaceAll(/\s+/g, ' ').slice(0, most),
      overlays: overlays.map((each) => each.getAttribute('aria-label') ?? each.textContent?.slice(0, 80)),
      signedIn: localStorage.getItem('token') !== null,
      online: navigator.onLine,
      served: navigator.serviceWorker?.controller?.state ?? null,
      busy: document.querySelectorAll('[aria-busy="true"]').length,
    });
  }, textMost);
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve('the page does not answer'), readMostMs).unref();
  });
  return Promise.race([shown.catch((error: unknown) => String(error)), late]);
}
