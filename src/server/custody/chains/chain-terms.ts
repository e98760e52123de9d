import { fromUnits } from '#protocol/core/decimal.ts';
import type { ChainOfCoin } from '#protocol/chains/entities.ts';
import type { Gate } from '#server/core/gate/gate.ts';
import { assetScale } from '#server/core/assets.ts';
import { isWatched, type Chain, type ChainCoin, type Chains } from './chain.ts';

/**
 * The chains of coins, as shown to users. Withdrawals are possible on those with a node, unless stopped.
 *
 * @param asset one coin, or undefined for all
 */
export function chainTerms(chains: Chains, asset: string | undefined, gate: Pick<Gate, 'isStopped'>): ChainOfCoin[] {
  const isOpen = (chain: Chain, { asset: coin }: ChainCoin) =>
    isWatched(chain) && !gate.isStopped('withdrawal', { assets: [coin], chain: chain.id });
  return chains.all.flatMap((chain) =>
    chain.coins
      .filter((coin) => asset === undefined || coin.asset === asset)
      .map((coin) => termsOf(chain, coin, isOpen(chain, coin))),
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
