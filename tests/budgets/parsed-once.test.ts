import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltExchange, openChromium, startBuiltExchange } from '../built-exchange.ts';
import { openPhone } from '../e2e/phone.ts';

/**
 * V8 parses a function again to know where in the file it is, once an error with a stack is made in it. React makes errors
 * while it is loaded, in a function that is all of it: 40 to 230 ms on the machine that this was found on. So index.html
 * switches stacks off until then; what remains are small functions.
 */
const longestMs = 6;

/** An event of a trace, its length in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly dur?: number;
}

let exchange: BuiltExchange;

beforeAll(async () => {
  exchange = await startBuiltExchange();
});
afterAll(() => exchange.close());

it('parses no library a second time while it starts, and has stacks afterwards', { timeout: 60_000 }, async () => {
  const browser = await openChromium();
  const { context, page } = await openPhone(browser);
  const session = await context.newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent);
  });
  const includedCategories = ['v8', 'v8.execute', 'disabled-by-default-v8.compile'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await page.goto(`${exchange.address}/#/`);
  await page.getByRole('list', { name: 'Pairs' }).waitFor();
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  expect(events.some(({ name }) => name === 'v8.evaluateModule')).toBe(true);
  const again = events.filter(({ name }) => name === 'V8.CollectSourcePositions').map(({ dur = 0 }) => dur / 1_000);
  expect(again.filter((ms) => ms > longestMs)).toEqual([]);
  expect(await page.evaluate(() => new Error('somewhere').stack)).toContain('at ');
  await context.close();
});
