import { fromUnits, toExactUnits, type Decimal } from '#protocol/core/decimal.ts';
import { type Chains, isWatched } from '../chains/chain.ts';
import { assets, assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';

/** What a user asks for. */
interface WithdrawalInput {
  readonly asset: string;
  readonly chain: string;
  readonly address: string;
  /** Amount debited, including the fee. */
  readonly amount: Decimal;
  readonly remark: string;
}

/** A request that is valid in itself. Amounts in the asset's smallest unit. */
export interface WithdrawalTerms {
  readonly asset: string;
  readonly chain: string;
  /** In the chain's normal form. */
  readonly address: string;
  readonly units: bigint;
  readonly fee: bigint;
  readonly remark: string;
  /** Confirmations that settle it: as many as make a deposit of the coin available. */
  readonly needed: number;
}

/**
 * Checks a request against the chain and its coin, in the order of the form (spec point 5).
 *
 * @throws Refusal `currencyMismatch` for a coin that does not live on the chain, `notYetOpen` for a chain without a
 *   node, `enterAddress`, `addressWrong`, `ownAddress`, `quantityOutOfRange` for an amount finer than the coin,
 *   `withdrawalInsufficientAfterFee`, which tells more than
 *   `belowMinimumWithdrawal` where both hold, `belowMinimumWithdrawal`, `operationFailed` without a remark
 */
export function checkInput(chains: Chains, owner: bigint, input: WithdrawalInput): WithdrawalTerms {
  const found = assets.has(input.asset) ? chains.coin(input.chain, input.asset) : null;
  if (found === null) throw new Refusal('currencyMismatch');
  const { chain, coin } = found;
  if (!isWatched(chain)) throw new Refusal('notYetOpen');
  const address = checkAddress(chains, input.chain, owner, input.address);

  const scale = assetScale(input.asset);
  const units = toExactUnits(input.amount, scale);
  // The chain transfers the amount without the fee.
  if (units === null || (units - coin.withdrawFee) % coin.step !== 0n) {
    throw new Refusal('quantityOutOfRange', { step: fromUnits(coin.step, scale) });
  }
  if (units <= 0n) throw new Refusal('enterAmount');
  if (units <= coin.withdrawFee) {
    throw new Refusal('withdrawalInsufficientAfterFee', { fee: fromUnits(coin.withdrawFee, scale) });
  }
  if (units < coin.withdrawMinimum) {
    throw new Refusal('belowMinimumWithdrawal', { minimum: fromUnits(coin.withdrawMinimum, scale) });
  }
  if (input.remark.trim() === '') throw new Refusal('operationFailed', { field: 'remark' });
  return {
    asset: input.asset,
    chain: input.chain,
    address,
    units,
    fee: coin.withdrawFee,
    remark: input.remark.trim(),
    needed: coin.freeConfirmations,
  };
}

/**
 * The normal form of a valid withdrawal address. Another user's deposit address is like any other.
 *
 * @throws Refusal `enterAddress`, `addressWrong` when it is invalid on the chain, `ownAddress` for the user's own
 *   deposit address (spec point 5)
 */
export function checkAddress(chains: Chains, chainId: string, owner: bigint, text: string): string {
  if (text.trim() === '') throw new Refusal('enterAddress');
  const chain = chains.get(chainId);
  const address = chain?.normaliseAddress(text.trim()) ?? null;
  if (chain === null || address === null) throw new Refusal('addressWrong');
  if (address === chain.normaliseAddress(chain.depositAddress(owner))) throw new Refusal('ownAddress');
  return address;
}
