import { fromUnits } from '../../contract/decimal.ts';
import type { ChainOfCoin } from '../../contract/entities/chain.ts';
import { assetScale } from '../ledger/assets.ts';
import { isWatched, type Chain, type ChainCoin, type Chains } from './chain.ts';

/**
 * The chains that coins live on, as people see them. Money can leave on those that have a node, while the audit holds
 * nothing against the coin.
 *
 * @param asset one coin, or undefined for all
 */
export function chainTerms(
  chains: Chains,
  asset: string | undefined,
  isHalted: (asset: string) => boolean,
): ChainOfCoin[] {
  return chains.all.flatMap((chain) =>
    chain.coins
      .filter((coin) => asset === undefined || coin.asset === asset)
      .map((coin) => termsOf(chain, coin, isWatched(chain) && !isHalted(coin.asset))),
  );
}

function termsOf(chain: Chain, coin: ChainCoin, withdrawOpen: boolean): ChainOfCoin {
  const shown = (units: bigint) => fromUnits(units, assetScale(coin.asset));
  return {
    asset: coin.asset,
    chain: chain.id,
    name: chain.name,
    watched: isWatched(chain),
    practice: chain.practice,
    depositMinimum: shown(coin.depositMinimum),
    creditConfirmations: coin.creditConfirmations,
    freeConfirmations: coin.freeConfirmations,
    blockMs: chain.blockMs,
    withdrawMinimum: shown(coin.withdrawMinimum),
    withdrawFee: shown(coin.withdrawFee),
    withdrawOpen,
  };
}
