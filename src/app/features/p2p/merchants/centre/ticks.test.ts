import { expect, test } from 'vitest';
import { ticksOf } from './ticks.ts';

const deposit = {
  state: 'paid' as const,
  asset: 'USDT',
  required: '500',
  held: '500',
  missing: '0',
  available: '0',
  reason: null,
  updatedAt: null,
};
const whole = { verified: true, nickname: 'Harbour', methods: ['alipay' as const], deposit };

test('all four hold, in their order', () => {
  expect(ticksOf(whole).map(({ name, holds }) => [name, holds])).toEqual([
    ['verified', true],
    ['nickname', true],
    ['methods', true],
    ['deposit', true],
  ]);
});

test('what fails comes first and leads to its mending', () => {
  const short = ticksOf({ ...whole, deposit: { ...deposit, held: '250', missing: '250' } });
  expect(short[0]).toEqual({ name: 'deposit', holds: false, href: '#/pages/business/bzj' });
  expect(ticksOf({ ...whole, methods: [] })[0]?.name).toBe('methods');
  expect(ticksOf({ ...whole, deposit: { ...deposit, state: 'refund-review' } })[0]?.name).toBe('deposit');
});
