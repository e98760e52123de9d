import type { Mutant } from './mutant.ts';

/** Faults in idempotency, the group commit and the ledger. */
export const commitMutants: readonly Mutant[] = [
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
    to: "    await tx.client.query('DELETE FROM idempotency WHERE user_id = $1 AND call = $2 AND key = $3 AND $4::text IS NOT NULL', [",
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
    missed:
      'Two sessions of one writer never write: there is one engine, and PostgreSQL ends the sessions of one that was killed.',
  },
  {
    name: 'an unknown outcome is taken for a failure',
    file: 'core/commit/writer-session.ts',
    from: '        if (this.#isLoss(error)) throw new OutcomeUnknown(`a batch of ${this.writer}`, { cause: error });\n',
    to: '',
    missed:
      'Everything has a key, so what is done again finds itself done; only the stream would show that views were not read again.',
  },
  {
    name: 'what was posted is not locked before',
    file: 'core/ledger/post.ts',
    from: 'unlocked.length === 0 ? Promise.resolve() : lockInOrder(tx, unlocked)',
    to: 'Promise.resolve()',
  },
  {
    name: 'another content under a known key is answered',
    file: 'core/idempotency/once.ts',
    from: "  if (stored.body_hash !== bodyHash(body)) throw new Refusal('alreadyProcessed');\n",
    to: '',
  },
  {
    name: 'memory stays ahead of a batch that failed',
    file: 'core/commit/group-commit.ts',
    from: '    else area.memory.abandon();\n    failed(',
    to: '    failed(',
  },
  {
    name: 'contracts are not read again after a batch that failed',
    file: 'core/commit/group-commit.ts',
    from: '      const reads = await current.reads;\n      await session.run((tx) => area.rebuildStale(tx));\n',
    to: '      const reads = await current.reads;\n',
  },
  {
    name: 'a command in doubt is answered as busy and forgotten',
    file: 'core/commit/group-commit.ts',
    from: '      this.#queue.putBackInDoubt(batch);\n',
    to: "      this.#queue.refuse(batch, new Refusal('busyRetry'));\n",
  },
  {
    name: 'balances are locked in the order they are named',
    file: 'core/ledger/post.ts',
    from: '  const sorted = [...wanted.values()].toSorted(compareBalanceKeys);\n',
    to: '  const sorted = [...wanted.values()];\n',
  },
  {
    name: 'a fee is collected and not paid',
    file: 'core/ledger/entry-lines.ts',
    from: '      payer.available -= amount;\n',
    to: '      payer.available -= 0n;\n',
  },
];
