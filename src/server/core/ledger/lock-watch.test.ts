import { expect, test } from 'vitest';
import { numbersLiteral, textsLiteral } from '../store/array-literals.ts';
import { createLockWatch, lockedTable } from './lock-watch.ts';

function watched() {
  const faults: string[] = [];
  const watch = createLockWatch((fault) => faults.push(fault));
  return {
    faults,
    run: (text: string) => watch(text, '', []),
    lock: (...keys: [owner: bigint, wallet: number, asset: string][]) =>
      watch('INSERT INTO balances', 'ledger-lock', [
        numbersLiteral(keys.map(([owner]) => owner)),
        numbersLiteral(keys.map(([, wallet]) => wallet)),
        textsLiteral(keys.map(([, , asset]) => asset)),
      ]),
  };
}

test('steps that follow the order are fine, also over locks already held', () => {
  const { run, lock, faults } = watched();
  run('BEGIN');
  run('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE');
  lock([100_001n, 0, 'BTC'], [100_002n, 0, 'BTC']);
  lock([100_001n, 0, 'BTC'], [11n, 0, 'BTC'], [3n, 0, 'BTC']);
  run('UPDATE users SET nickname = $1');
  run('COMMIT');
  run('BEGIN');
  lock([100_001n, 0, 'BTC'], [100_001n, 1, 'USDT']);
  expect(faults).toEqual([]);
});

test('a user after one with a larger id, and any user after the house, are reported', () => {
  const { run, lock, faults } = watched();
  run('BEGIN');
  lock([100_002n, 0, 'BTC']);
  lock([100_001n, 0, 'BTC']);
  run('ROLLBACK');
  run('BEGIN');
  lock([3n, 0, 'BTC']);
  lock([11n, 0, 'BTC']);
  expect(faults).toEqual([
    'balance 100001/spot/BTC is locked after 100002/spot/BTC',
    'balance 11/spot/BTC is locked after 3/spot/BTC',
  ]);
});

test('wallets of contracts come last; among themselves they have no order', () => {
  const { run, lock, faults } = watched();
  run('BEGIN');
  lock([100_002n, 3, 'USDT']);
  lock([100_001n, 1, 'USDT']);
  expect(faults).toEqual([]);
  lock([100_003n, 0, 'USDT']);
  expect(faults).toHaveLength(1);
});

test('rows of other tables come before balances', () => {
  const { run, lock, faults } = watched();
  run('BEGIN');
  lock([100_002n, 0, 'BTC']);
  run('UPDATE option_rounds SET phase = $1');
  expect(faults).toEqual(['a row of option_rounds is locked after balances: UPDATE option_rounds SET phase = $1']);
  run('COMMIT');
  run('UPDATE option_rounds SET phase = $1');
  expect(faults).toHaveLength(1);
});

test.each([
  ['SELECT * FROM deposits WHERE id = $1 FOR UPDATE', 'deposits'],
  ['select "id" from "reviews" where "reviews"."id" = $1 for update', 'reviews'],
  ['INSERT INTO attempts AS a (key) VALUES ($1) ON CONFLICT (key) DO UPDATE SET count = 1', 'attempts'],
  ['UPDATE withdrawals\n SET state = $2', 'withdrawals'],
  ['INSERT INTO withdrawals (owner) VALUES ($1)', null],
  ['SELECT * FROM users', null],
  ['UPDATE idempotency SET answer = $1', null],
])('sees what %s locks', (text, table) => {
  expect(lockedTable(text)).toBe(table);
});
