import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { moneyDeadlineHeader } from '#protocol/core/limits.ts';
import { PersistentClient } from '../faults/persistent-client.ts';
import type { StoredRequest } from '../faults/tapping-client.ts';

/** How an exchange of these tests takes one request; null cuts its connection. */
type Take = (isLate: boolean) => object | null;

const done = { code: codes.success, data: { id: '7' } };
const beyondMarket = { code: codes.delegationPriceBeyondMarket, data: null };
const deadlinePassed = { code: codes.busyRetry, data: { reason: 'deadline-passed' } };

class Person extends PersistentClient<'POST currency', object, { id: string }> {
  override deadlineMs: number | null = 300;

  constructor() {
    super({ token: 'token', name: 'person', random: () => 0.5 });
  }

  protected nextRequest(): StoredRequest<'POST currency', object, { id: string }> {
    return this.request('POST currency', {});
  }

  protected keptOf(data: Record<string, unknown>): { id: string } {
    return { id: String(data['id']) };
  }
}

let server: Server | null = null;

afterEach(() => server?.close());

/** One request of a person, to an exchange that takes its tries one way after the other, the last one again and again. */
async function answerTo(...ways: readonly Take[]): Promise<unknown> {
  let tries = 0;
  server = createServer((request: IncomingMessage, response) => {
    const way = ways[Math.min(tries, ways.length - 1)];
    tries += 1;
    const answer = way?.(Date.now() > Number(request.headers[moneyDeadlineHeader])) ?? null;
    if (answer === null) request.socket.destroy();
    else response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const person = new Person();
  let asked = 0;
  await person.tradeThrough(
    () => `http://127.0.0.1:${port}`,
    () => (asked += 1) > 1,
  );
  return person.requests[0]?.answer;
}

test('a refusal at once is the end', async () => {
  let tries = 0;
  const refuse = () => ((tries += 1), beyondMarket);
  expect(await answerTo(refuse)).toBe(codes.delegationPriceBeyondMarket);
  expect(tries).toBe(1);
});

test('a refusal after a try without an answer is no end: that try may arrive later, and is known after the deadline', async () => {
  const answer = await answerTo(
    () => null,
    () => beyondMarket,
    (isLate) => (isLate ? done : beyondMarket),
  );
  expect(answer).toEqual({ id: '7' });
});

test('it is the end where nothing was done by the deadline', async () => {
  const answer = await answerTo(
    () => null,
    () => beyondMarket,
    (isLate) => (isLate ? deadlinePassed : beyondMarket),
  );
  expect(answer).toBe(codes.delegationPriceBeyondMarket);
});

test('what the exchange was away for is not done once the deadline has passed', async () => {
  const busy = { code: codes.busyRetry, data: null };
  expect(await answerTo((isLate) => (isLate ? deadlinePassed : busy))).toBe(codes.busyRetry);
});
