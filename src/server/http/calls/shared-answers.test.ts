import { expect, test } from 'vitest';
import { edgeForTest, handlersForTest } from '../testing.ts';
import { SharedAnswers } from './shared-answers.ts';

const ticker = (last: string) => ({
  list: [{ pair: 'BTCUSDT', last, open: '1', high: '1', low: '1', volume: '0', turnover: '0', change: '0', at: 1 }],
});

function countingEdge() {
  let made = 0;
  const handlers = handlersForTest({
    'GET common/huobiTicket': async () => {
      made += 1;
      return ticker(String(made));
    },
  });
  return { app: edgeForTest({ handlers }), made: () => made };
}

test('however many ask within its time, one answer is made, and caches may store it', async () => {
  const { app, made } = countingEdge();
  const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject('/api/common/huobiTicket')));
  expect(made()).toBe(1);
  for (const { headers, statusCode } of answers) {
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=2',
      'content-type': 'application/json; charset=utf-8',
    });
  }
  const tag = String(answers[0]?.headers.etag);
  const again = await app.inject({ url: '/api/common/huobiTicket', headers: { 'if-none-match': tag } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('who comes with a session gets an answer of this moment, which no cache keeps', async () => {
  const { app, made } = countingEdge();
  await app.inject('/api/common/huobiTicket');
  const own = await app.inject({ url: '/api/common/huobiTicket', headers: { authorization: 'Bearer x' } });
  expect(own.headers['cache-control']).toBe('no-store');
  expect(own.headers.etag).toBeUndefined();
  expect(made()).toBe(2);
});

test('an answer is over after its time, a failure at once, and few are held', async () => {
  let nowMs = 0;
  const shared = new SharedAnswers(() => nowMs);
  let made = 0;
  const make = async () => (made += 1);
  await shared.give('a', 2, make);
  nowMs = 1_999;
  await shared.give('a', 2, make);
  expect(made).toBe(1);
  nowMs = 2_000;
  await shared.give('a', 2, make);
  expect(made).toBe(2);
  await expect(shared.give('b', 2, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  expect((await shared.give('b', 2, make)).text).toBe('3');
  for (let at = 0; at < 1_000; at += 1) await shared.give(`c${at}`, 60, make);
  const before = made;
  await shared.give('b', 2, make);
  expect(made).toBe(before + 1);
});
