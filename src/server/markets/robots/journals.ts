import type { Ms, Units } from '#protocol/core/brand.ts';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import { houseOwners, type Posting, robotOwner } from '#server/core/ledger/account.ts';
import type { BalanceKey } from '#server/core/ledger/balance-row.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import { isOnContract } from './contracts/robot-contract.ts';
import type { RobotRow } from './tables.ts';

type Named = Pick<RobotRow, 'id' | 'owner' | 'strategy'>;

/** The wallet of its own account that a robot trades with. */
function robotWallet(row: Pick<RobotRow, 'strategy'>): 'spot' | 'contract' {
  return isOnContract(row) ? 'contract' : 'spot';
}

/** The balance of a coin that a robot trades with. */
export function robotKey({ id, strategy }: Pick<RobotRow, 'id' | 'strategy'>, asset: string): BalanceKey {
  return { owner: robotOwner(id), wallet: robotWallet({ strategy }), asset };
}

function available(owner: bigint, wallet: Wallet, asset: string, amount: Units): Posting {
  return { owner, wallet, asset, part: 'available', amount };
}

/** A robot’s name in the ledger. */
function robotReference(id: bigint): string {
  return `robot:${id}`;
}

/** What a person puts into a robot. */
export function starting({ id, owner, strategy }: Named, from: Wallet, asset: string, amount: Units, at: Ms): Journal {
  return {
    kind: 'robot-start',
    reference: robotReference(id),
    at,
    postings: [
      available(owner, from, asset, 0n - amount),
      available(robotOwner(id), robotWallet({ strategy }), asset, amount),
    ],
  };
}

/** An amount of a coin of a robot. */
export interface CoinAmount {
  readonly asset: string;
  readonly amount: Units;
}

/** All that a robot holds goes back to its owner’s spot wallet, and the service fee from there to the house. */
export function returning(
  { id, owner, strategy }: Named,
  held: readonly CoinAmount[],
  fee: readonly CoinAmount[],
  at: Ms,
): Journal[] {
  const move = (from: bigint, wallet: Wallet, to: bigint, amounts: readonly CoinAmount[]): Posting[] =>
    amounts.flatMap(({ asset, amount }) =>
      amount === 0n ? [] : [available(from, wallet, asset, 0n - amount), available(to, 'spot', asset, amount)],
    );
  const moved = [
    { kind: 'robot-return', postings: move(robotOwner(id), robotWallet({ strategy }), owner, held) },
    { kind: 'robot-fee', postings: move(owner, 'spot', houseOwners.fees, fee) },
  ] as const;
  return moved
    .filter(({ postings }) => postings.length > 0)
    .map((journal) => ({ ...journal, reference: robotReference(id), at }));
}

/** Free coins of the quant wallet go back to the spot wallet: a transfer between two wallets of one person. */
export function withdrawing(owner: bigint, asset: string, amount: Units, at: Ms): Journal {
  return {
    kind: 'transfer',
    reference: null,
    at,
    postings: [available(owner, 'quant', asset, 0n - amount), available(owner, 'spot', asset, amount)],
  };
}
