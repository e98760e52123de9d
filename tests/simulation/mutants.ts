/** A fault that is put into the code of the exchange, to see whether a run finds it. */
export interface Mutant {
  readonly name: string;
  /** Below `src/server`. */
  readonly file: string;
  /** What stands there exactly once. */
  readonly from: string;
  readonly to: string;
}

/** Each keeps what it changes compiling, and most keep every journal in balance: those are the ones that are hard to find. */
export const mutants: readonly Mutant[] = [
  {
    name: 'a key that was used does its work again',
    file: 'core/idempotency/once.ts',
    from: '  if (claimed.rowCount === 1) {\n    const answer = await work();',
    to: '  if (claimed.rowCount !== null) {\n    const answer = await work();',
  },
  {
    name: 'a key is not remembered',
    file: 'core/idempotency/once.ts',
    from: "    await tx.client.query('UPDATE idempotency SET answer = $4 WHERE user_id = $1 AND call = $2 AND key = $3', [",
    to: "    await tx.client.query('DELETE FROM idempotency WHERE user_id = $1 AND call = $2 AND key = $3 AND $4 IS NOT NULL', [",
  },
  {
    name: 'a transfer that is too large takes what there is',
    file: 'custody/transfers/transfer.ts',
    from: '      { ...account, wallet: from, amount: -units },\n      { ...account, wallet: to, amount: units },',
    to: '      { ...account, wallet: from, amount: -(units < payer.available ? units : payer.available) },\n      { ...account, wallet: to, amount: units < payer.available ? units : payer.available },',
  },
  {
    name: 'an order freezes nothing',
    file: 'markets/spot/journals.ts',
    from: "    const kind = amount > 0n ? 'order-freeze' : 'order-release';",
    to: "    if (amount > 0n) return;\n    const kind = amount > 0n ? 'order-freeze' : 'order-release';",
  },
  {
    name: 'a cancelled order stays frozen',
    file: 'markets/spot/journals.ts',
    from: "    const kind = amount > 0n ? 'order-freeze' : 'order-release';",
    to: "    if (amount < 0n) return;\n    const kind = amount > 0n ? 'order-freeze' : 'order-release';",
  },
  {
    name: 'sellers pay no fee',
    file: 'markets/spot/journals.ts',
    from: '      ...feeOf(seller.owner, quote, sellerFee),\n',
    to: '',
  },
  {
    name: 'an order is acknowledged before it is durable',
    file: 'core/commit/group-commit.ts',
    from: '          this.#queue.sent(taken);\n          this.#answer();',
    to: '          this.#queue.sent(taken);\n          this.#answer();\n          this.#queue.settle(taken, worked.verdicts);',
  },
  {
    name: 'a writer ignores its fence',
    file: 'core/commit/writer-session.ts',
    from: '      if (Number(fence?.rows[0]?.epoch) !== this.#epoch) throw new FencedOut(this.writer);\n',
    to: '      void fence;\n',
  },
  {
    name: 'an unknown outcome is taken for a failure',
    file: 'core/commit/writer-session.ts',
    from: '        if (this.#isLoss(error)) throw new OutcomeUnknown(`a batch of ${this.writer}`, { cause: error });\n',
    to: '',
  },
  {
    name: 'opening a position is free',
    file: 'markets/contracts/journals.ts',
    from: "      [owner, part, -(margin + fee)],\n      [owner, 'locked', margin],\n      [houseOwners.fees, 'available', fee],",
    to: "      [owner, part, -margin],\n      [owner, 'locked', margin],",
  },
  {
    name: 'closing a position keeps its margin locked',
    file: 'markets/contracts/journals.ts',
    from: "      [owner, 'locked', 0n - margin],\n      [houseOwners.clearing, 'available', 0n - profit],\n      [houseOwners.fees, 'available', fee],\n      [houseOwners.insurance",
    to: "      [houseOwners.fees, 'available', -margin],\n      [houseOwners.clearing, 'available', 0n - profit],\n      [houseOwners.fees, 'available', fee],\n      [houseOwners.insurance",
  },
  {
    name: 'a lost stake goes back',
    file: 'markets/options/settling.ts',
    from: "  const back = outcome === 'loss' ? 0n : stake + profit;\n  return [",
    to: '  const back = stake + profit;\n  return [',
  },
  {
    name: 'a fixed term that ended returns nothing',
    file: 'earn/fixed-terms/journals.ts',
    from: '    ...(returnsPrincipal\n',
    to: '    ...(returnsPrincipal && interest < 0n\n',
  },
  {
    name: 'a conversion takes no fee',
    file: 'custody/conversions/conversion.ts',
    from: '      { ...account, owner: fees, asset: to, amount: fee },\n      { ...account, owner, asset: to, amount: gross - fee },',
    to: '      { ...account, owner, asset: to, amount: gross },',
  },
  {
    name: 'what was posted is not locked before',
    file: 'core/ledger/post.ts',
    from: 'unlocked.length === 0 ? Promise.resolve() : lockInOrder(tx, unlocked)',
    to: 'Promise.resolve()',
  },
  {
    name: 'a change of a balance is not published',
    file: 'custody/wallets/topic.ts',
    from: '          if (accounts.has(owner)) accounts.changed(',
    to: '          if (accounts.isEmpty) accounts.changed(',
  },
  {
    name: 'a spot order that ended is not published',
    file: 'markets/spot/topic.ts',
    from: 'accounts.changed(owner, { orders: orders.map(toOrder) });',
    to: "accounts.changed(owner, { orders: orders.filter(({ status }) => status === 'open').map(toOrder) });",
  },
  {
    name: 'a change of a contract order is not published',
    file: 'markets/contracts/topic.ts',
    from: 'accounts.changed(owner, { positions, contractOrders: orders });',
    to: 'accounts.changed(owner, { positions, contractOrders: [] });',
  },
  {
    name: 'a new notice is not published',
    file: 'accounts/notices/topic.ts',
    from: 'void (owner === null ? counts.countEverybody() : counts.count(owner))',
    to: 'void (owner === null ? counts.countEverybody() : undefined)',
  },
  {
    name: 'a level that left the book stays on screens',
    file: 'markets/spot/depth-topic.ts',
    from: "    for (const price of this.#levels.keys()) if (!next.has(price)) changes.push([price, '0']);\n",
    to: '',
  },
  {
    name: 'a restart forgets the take-profit of an order',
    file: 'markets/contracts/rows/stored-rows.ts',
    from: "takeProfitTicks: count(row['take_profit_ticks']),",
    to: 'takeProfitTicks: 1,',
  },
  {
    name: 'a restart forgets a resting order',
    file: 'markets/spot/store.ts',
    from: 'AND pair = ANY($1::text[]) ORDER BY id`,',
    to: 'AND pair = ANY($1::text[]) ORDER BY id OFFSET 1`,',
  },
];

/** @throws Error for a name of none */
export function mutantOf(wanted: string): Mutant {
  const mutant = mutants.find(({ name }) => name === wanted);
  if (mutant === undefined) throw new Error(`no mutant is named ${wanted}`);
  return mutant;
}
