import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AccountChange,
  accountFields,
  accountLatestFields,
  type AccountRowsField,
  accountRowsFields,
} from './account-fields.ts';
import { MergedAccount } from './account-merge.ts';

const id = fc.nat(4).map(String);
const revision = fc.nat(1_000);
const orders = fc.record({ id, status: fc.constantFrom('open', 'filled', 'cancelled'), revision });
const positions = fc.record({ id, lots: fc.nat(2), revision });
const passages = fc.record({ id, revision });
const balances = fc.record({ wallet: fc.constantFrom('spot', 'funding'), asset: id, revision });
const list = <Row>(row: fc.Arbitrary<Row>) => fc.array(row, { maxLength: 3 });

/**
 * What one area or several publish at once. Rows have what the merge looks at, and a figure that distinguishes them.
 */
const change = fc
  .record(
    {
      orders: list(orders),
      balances: list(balances),
      unread: fc.option(fc.nat(5)),
      positions: list(positions),
      contractOrders: list(orders),
      deposits: list(passages),
      withdrawals: list(passages),
      workOrders: list(passages),
      verification: fc.constantFrom('none', 'under-review', 'verified', 'rejected'),
    },
    { requiredKeys: [] },
  )
  .map((fields) => fields as unknown as AccountChange);

const changes = fc.array(fc.tuple(change, fc.boolean(), fc.boolean()), { maxLength: 12 });

/**
 * Every field in its current state. Rows in the order of their changes are compared in it; the others are found by
 * their key.
 */
function stateOf(merged: MergedAccount): object {
  const rows = accountRowsFields.map((name) => {
    const held: readonly object[] = merged.rows(name);
    const texts = held.map((row) => JSON.stringify(row));
    return [name, 'byChange' in accountFields[name] ? texts : texts.toSorted()] as const;
  });
  return Object.fromEntries([...rows, ...accountLatestFields.map((name) => [name, merged.value(name)] as const)]);
}

/** What changes come to, worked out from the end: of each key the last row, unless that is gone. */
function naiveRows(name: AccountRowsField, all: readonly AccountChange[]): string[] {
  const field: { key(row: unknown): string; isGone?(row: unknown): boolean } = accountFields[name];
  const seen = new Set<string>();
  const last: unknown[] = [];
  for (const row of all.flatMap((one): readonly unknown[] => one[name] ?? []).toReversed()) {
    if (seen.has(field.key(row))) continue;
    seen.add(field.key(row));
    last.unshift(row);
  }
  return last.filter((row) => field.isGone?.(row) !== true).map((row) => JSON.stringify(row));
}

describe('the account topic', () => {
  test('comes to the same however exchange and hub split what they send', () => {
    fc.assert(
      fc.property(changes, (published) => {
        const oneByOne = new MergedAccount('state');
        const exchange = new MergedAccount('changes');
        const hub = new MergedAccount('state', 50);
        const waiting = new MergedAccount('changes', 50);
        const page = new MergedAccount('state');
        const send = () => {
          if (!waiting.isEmpty) page.add(waiting.read());
          waiting.clear();
        };
        const tick = () => {
          if (exchange.isEmpty) return;
          const update = exchange.read();
          exchange.clear();
          hub.add(update);
          waiting.add(update);
        };
        for (const [one, isTick, isFrame] of published) {
          oneByOne.add(one);
          exchange.add(one);
          if (isTick) tick();
          if (isFrame) send();
        }
        tick();
        send();
        expect(stateOf(page)).toEqual(stateOf(oneByOne));
        expect(stateOf(hub)).toEqual(stateOf(oneByOne));
        // A tab that comes later begins with what the hub holds.
        const later = new MergedAccount('state');
        later.add(hub.read());
        expect(stateOf(later)).toEqual(stateOf(oneByOne));
      }),
    );
  });

  test('holds of each key the last row that was published, unless it is gone', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (published) => {
        const state = new MergedAccount('state');
        for (const one of published) state.add(one);
        for (const name of accountRowsFields) {
          const held: readonly object[] = state.rows(name);
          const texts = held.map((row) => JSON.stringify(row));
          expect(texts.toSorted()).toEqual(naiveRows(name, published).toSorted());
          if ('byChange' in accountFields[name]) expect(texts).toEqual(naiveRows(name, published));
        }
      }),
    );
  });

  test('is sent with orders, balances and unread notices always, and with the rest where there is news', () => {
    const merged = new MergedAccount('changes');
    expect(merged.isEmpty).toBe(true);
    expect(JSON.stringify(merged.read())).toBe('{"orders":[],"balances":[],"unread":null}');
    merged.add({ verification: 'verified', deposits: [], unread: 0 });
    expect(merged.isEmpty).toBe(false);
    expect(JSON.stringify(merged.read())).toBe('{"orders":[],"balances":[],"unread":0,"verification":"verified"}');
    merged.clear();
    expect(merged.isEmpty).toBe(true);
  });

  test('is sent without the fields whose rows are gone', () => {
    const state = new MergedAccount('state');
    const closed = { id: '1', lots: 0 };
    const positions = [{ ...closed, lots: 2 }, closed] as unknown as AccountChange['positions'];
    const orders = ['open', 'filled'].map((status) => ({ id: '1', status })) as unknown as AccountChange['orders'];
    state.add({ orders, positions, unread: 1 });
    expect(JSON.stringify(state.read())).toBe('{"orders":[],"balances":[],"unread":1}');
    const changes = new MergedAccount('changes');
    changes.add({ orders, positions });
    expect(changes.read()).toEqual({
      orders: [{ id: '1', status: 'filled' }],
      balances: [],
      unread: null,
      positions: [closed],
    });
  });

  test('sends its fields in one order, whichever came first', () => {
    fc.assert(
      fc.property(change, (fields) => {
        const merged = new MergedAccount('changes');
        for (const [name, data] of Object.entries(fields).toReversed()) merged.add({ [name]: data });
        const sent = Object.keys(merged.read());
        expect(sent).toEqual(Object.keys(accountFields).filter((name) => sent.includes(name)));
      }),
    );
  });

  test('drops the rows that changed longest ago, where a maximum is set', () => {
    const merged = new MergedAccount('state', 2);
    const deposits = ['1', '2', '1', '3'].map((name) => ({ id: name })) as unknown as AccountChange['deposits'];
    merged.add({ deposits });
    expect(merged.rows('deposits').map((row) => row.id)).toEqual(['1', '3']);
  });
});
