import { toUnits, type Decimal } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import type { ChainCoin } from './chain.ts';
import { stepOf, type CountedCoin } from './chain-units.ts';

/** Credited after one block and available after six; USDT is available after two (spec point 9). */
function confirmations(asset: string): Pick<ChainCoin, 'creditConfirmations' | 'freeConfirmations'> {
  return { creditConfirmations: 1, freeConfirmations: asset === 'USDT' ? 2 : 6 };
}

/** Terms of one coin on a real chain, in the coin. */
interface Terms {
  readonly depositMinimum: Decimal;
  readonly withdrawMinimum: Decimal;
  readonly withdrawFee: Decimal;
}

const stable: Terms = { depositMinimum: '1', withdrawMinimum: '10', withdrawFee: '2' };

/** Terms per coin on real chains, proportionate to the fee; tokens not listed have those of a dollar. */
const termsOnEvm: Readonly<Record<string, Terms>> = {
  ETH: { depositMinimum: '0.001', withdrawMinimum: '0.01', withdrawFee: '0.0005' },
};

/** A coin of an EVM chain. @param contract of the token, or null for the native coin */
export function evmCoin(asset: string, contract: string | null, decimals: number): CountedCoin {
  return coin(asset, contract, decimals, termsOnEvm[asset] ?? stable);
}

/** USDT on TRON, at Tether's official contract. */
export const tronCoins: readonly ChainCoin[] = [
  coin('USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 6, { ...stable, withdrawFee: '1' }),
];

/**
 * Every coin that the faucet of practice mode hands out, on the test chain. Its terms are fractions of the faucet's
 * amounts, so they have a sensible size for each coin: for USDT a minimum of 1, a fee of 1, withdrawals from 10.
 */
export function testCoins(): readonly ChainCoin[] {
  return [...instruments.coins.values()].flatMap(({ id: asset, scale, faucetAmount }) => {
    if (faucetAmount === null) return [];
    const units = toUnits(faucetAmount, scale);
    return {
      asset,
      contract: null,
      step: 1n,
      depositMinimum: units / 10_000n,
      withdrawMinimum: units / 1_000n,
      withdrawFee: units / 10_000n,
      ...confirmations(asset),
    };
  });
}

function coin(asset: string, contract: string | null, decimals: number, terms: Terms): CountedCoin {
  const units = (amount: Decimal) => toUnits(amount, assetScale(asset));
  return {
    asset,
    contract,
    decimals,
    step: stepOf(asset, decimals),
    depositMinimum: units(terms.depositMinimum),
    withdrawMinimum: units(terms.withdrawMinimum),
    withdrawFee: units(terms.withdrawFee),
    ...confirmations(asset),
  };
}
