import type { BlockPayments, SignedTransfer, WatchedChain } from '#server/custody/chains/chain.ts';
import type { OpenTestChain } from '#server/main/open-chains.ts';
import type { TestChain } from '#server/practice/test-chain/test-chain.ts';
import type { Agenda } from './agenda.ts';
import type { Draws } from './draws.ts';
import type { FaultKind } from './faults.ts';
import type { History } from './history.ts';

/**
 * What may be wrong with the chain for a while: it makes no blocks, or does not answer; it shows the payments of a block
 * twice, or not at the first look; transfers that are sent to it are mined and move nothing.
 */
export type ChainFault = Extract<
  FaultKind,
  'chain still' | 'chain silent' | 'log doubled' | 'log hidden' | 'transfer reverted'
>;

/** What becomes of the payments of blocks that are replaced: they are mined again at once, or later, or never. */
const fates = ['again', 'later', 'lost'] as const;

/** Deeper than any number of confirmations that the exchange waits for. */
const depthMost = 9;
const perBlockMost = 1_000;
/** A question that a silent chain does not answer fails within this. */
const patienceMs = 4_000;

interface ChainDeps {
  readonly agenda: Agenda;
  readonly history: History;
  readonly draws: Draws;
}

/** The test chain that the exchange follows, and what is wrong with it. It outlives the processes of the exchange. */
export class FaultyChain {
  /** Hashes of transfers that move nothing when they are mined. */
  readonly reverted = new Set<string>();
  readonly #deps: ChainDeps;
  readonly #faults = new Set<ChainFault>();
  /** Blocks whose payments were asked for. */
  readonly #seen = new Set<string>();
  #reorganise: (depth: number, fate: (typeof fates)[number]) => Promise<void> = () => Promise.resolve();

  constructor(deps: ChainDeps) {
    this.#deps = deps;
  }

  /** @returns ends the fault */
  begin(fault: ChainFault): () => void {
    this.#faults.add(fault);
    return () => void this.#faults.delete(fault);
  }

  /** Opens it for a process of the exchange. @param openTestChain of the exchange's code */
  opener(openTestChain: OpenTestChain): OpenTestChain {
    return async (deps) => {
      const { append, dropBlocks, tipOf } = await import('#server/practice/test-chain/test-chain-blocks.ts');
      const { database, clock, salt } = deps;
      this.#reorganise = (depth, fate) =>
        database.transaction(async (tx) => {
          // The first block stays.
          const dropped = Math.min(depth, (await tipOf(tx.client)).height);
          if (dropped === 0) return;
          await dropBlocks(tx, dropped, fate === 'lost');
          for (let made = 0; made <= dropped; made += 1)
            await append(tx, { at: clock(), salt: salt() }, fate === 'later' ? 0 : perBlockMost);
        });
      return this.#over(await openTestChain(deps));
    };
  }

  /** Replaces its newest blocks. It is done by the process that runs now, so that it dies with it. */
  reorganise(): void {
    const { draws, history } = this.#deps;
    const depth = 1 + draws.below(depthMost);
    const fate = draws.oneOf(fates);
    history.add('fault chain reorganised', `${depth} blocks, ${fate}`);
    this.#reorganise(depth, fate).catch((error: unknown) => history.add('chain stays as it was', String(error)));
  }

  #over(chain: TestChain): TestChain {
    const answered = this.#answered.bind(this);
    return {
      ...chain,
      networkId: () => answered(() => chain.networkId()),
      canPay: () => answered(() => chain.canPay()),
      tip: () => answered(() => chain.tip()),
      block: (height) => answered(() => chain.block(height)),
      payments: (block, ours) => answered(async () => this.#shown(block.hash, await chain.payments(block, ours))),
      nextNonce: () => answered(() => chain.nextNonce()),
      minedNonce: () => answered(() => chain.minedNonce()),
      payable: (asset) => answered(() => chain.payable(asset)),
      sign: (...terms) => answered(() => chain.sign(...terms)),
      replace: (...terms) => answered(() => chain.replace(...terms)),
      send: (transfer) => this.#send(chain, transfer),
      status: (hash) => answered(() => this.#statusOf(chain, hash)),
      mineWhenNeeded: async () => !this.#faults.has('chain still') && chain.mineWhenNeeded(),
    };
  }

  /** @throws Error after a while when it does not answer */
  async #answered<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    if (!this.#faults.has('chain silent')) return question();
    return this.#timeOut();
  }

  async #timeOut(): Promise<never> {
    const { agenda, draws } = this.#deps;
    await new Promise<void>((resolve) => {
      agenda.plan('exchange', draws.next() * patienceMs, resolve);
    });
    throw new Error('timeout: the chain does not answer');
  }

  /** Of what a silent chain is sent it takes about half: nobody hears whether. */
  async #send(chain: TestChain, transfer: SignedTransfer): Promise<void> {
    const { history, draws } = this.#deps;
    if (this.#faults.has('transfer reverted') && (await chain.status(transfer.hash)).state === 'unknown') {
      history.add('transfer reverted', transfer.hash);
      this.reverted.add(transfer.hash);
    }
    if (!this.#faults.has('chain silent')) return chain.send(transfer);
    if (draws.happens(0.5)) {
      history.add('transfer sent without an answer', transfer.hash);
      await chain.send(transfer);
    }
    return this.#timeOut();
  }

  async #statusOf(chain: TestChain, hash: string): ReturnType<WatchedChain['status']> {
    const status = await chain.status(hash);
    return status.state === 'mined' && this.reverted.has(hash) ? { ...status, state: 'failed' } : status;
  }

  /** The payments of a block as they are shown this time. */
  #shown(block: string, { payments, unread }: BlockPayments): BlockPayments {
    const moving = payments.filter(({ hash }) => !this.reverted.has(hash));
    const isFirst = !this.#seen.has(block);
    this.#seen.add(block);
    if (moving.length > 0 && isFirst && this.#faults.has('log hidden')) {
      this.#deps.history.add('log hidden', block);
      return { payments: [], unread };
    }
    if (moving.length > 0 && this.#faults.has('log doubled')) {
      this.#deps.history.add('log doubled', block);
      return { payments: [...moving, ...moving], unread };
    }
    return { payments: moving, unread };
  }
}
