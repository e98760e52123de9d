import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import { type Pace, paceOf, slownessNow } from './pace.ts';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time of the thread in microseconds: unlike its duration it does not grow when the machine is busy. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** CPU milliseconds of each task of pages' main threads while `work` ran, the longest first. */
export async function tasksDuring(browser: Browser, page: Page, work: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const text = (await browser.stopTracing()).toString();
  const { traceEvents } = JSON.parse(text) as { readonly traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  return traceEvents
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && main.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1_000)
    .toSorted((a, b) => b - a);
}

/** Builds, styles and lays out a list of figures and takes it away: what a screen does when its data changes. */
function drawReference(): number {
  const host = document.createElement('div');
  host.style.cssText = 'position:fixed;inset:0;overflow:hidden;visibility:hidden;contain:strict';
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: 2 });
  for (let row = 0; row < 400; row += 1) {
    const line = document.createElement('p');
    for (let cell = 0; cell < 3; cell += 1) {
      const part = document.createElement('span');
      part.textContent = format.format((row * 7_919 + cell * 104_729) / 100);
      line.append(part);
    }
    host.append(line);
  }
  document.body.append(host);
  const height = host.scrollHeight;
  host.remove();
  return height;
}

/**
 * CPU milliseconds of a fixed piece of a page's work, median of 9: what tasks are measured against, since machines differ by
 * more than twice from day to day.
 */
export async function referenceTask(browser: Browser, page: Page): Promise<number> {
  const rounds = 9;
  const tasks = await tasksDuring(browser, page, async () => {
    for (let round = 0; round < rounds; round += 1) await page.evaluate(drawReference);
  });
  return tasks[Math.floor(rounds / 2)] ?? Number.NaN;
}

/**
 * Does something in between two measurements of the fixed work of `pace.ts` on a page.
 *
 * @param slowerBy how many times the browser slows the page on purpose: what is allowed is on a page that is slowed so
 */
export async function paceOfPage<Result>(
  page: Pick<Page, 'evaluate'>,
  work: () => Promise<Result>,
  slowerBy = 1,
): Promise<Pace & { readonly result: Result }> {
  const before = await page.evaluate(slownessNow);
  const result = await work();
  const after = await page.evaluate(slownessNow);
  return { result, ...paceOf(before / slowerBy, after / slowerBy) };
}

/** CPU milliseconds of `referenceTask` on two slow cores. */
const nominalReferenceMs = 15;

/**
 * Does something in between two measurements of `referenceTask`: what tasks may take is CPU time, which grows with a slow
 * processor and not with other work beside it.
 *
 * @param slowerBy how many times the browser slows the page on purpose: what is allowed is on a page that is slowed so
 */
export async function paceOfTasks<Result>(
  browser: Browser,
  page: Page,
  work: () => Promise<Result>,
  slowerBy = 1,
): Promise<Pace & { readonly result: Result }> {
  const before = await referenceTask(browser, page);
  const result = await work();
  const after = await referenceTask(browser, page);
  return { result, ...paceOf(...[before, after].map((ms) => ms / nominalReferenceMs / slowerBy)) };
}

/**
 * How long processors of this machine were given to other machines since it started, in hundredths of a second. Linux
 * books such a stall as time of the task that it hits. Zero where the system does not report it.
 */
export async function stolenTime(): Promise<number> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  // proc(5): user, nice, system, idle, iowait, irq, softirq, steal.
  return Number(/^cpu +(?:\d+ ){7}(\d+)/.exec(text)?.[1] ?? 0);
}
