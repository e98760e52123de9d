import { plural, t } from '@lingui/core/macro';
import { hourMs, minuteMs } from '#protocol/core/durations.ts';
import type { ChainOfCoin } from '#protocol/chains/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';

/** A number of blocks: "6 blocks". */
export function blocksText(count: number): string {
  return plural(count, { one: '# block', other: '# blocks' });
}

/** About how long something usually takes: "about 12 s", "about 2 min". */
function aboutText(ms: number): string {
  if (ms < minuteMs) {
    const seconds = Math.max(1, Math.ceil(ms / 1_000));
    return t`about ${seconds} s`;
  }
  if (ms < hourMs) {
    const minutes = Math.ceil(ms / minuteMs);
    return t`about ${minutes} min`;
  }
  const hours = Math.ceil(ms / hourMs);
  return t`about ${hours} h`;
}

/** An amount with its coin: "10 USDT". */
export function coinText(amount: string, asset: string): string {
  return `${formatNumber(amount)} ${asset}`;
}

/** When money that comes in over a chain is credited, in short. */
export function creditText(chain: ChainOfCoin): string {
  return chain.watched ? aboutText(chain.creditConfirmations * chain.blockMs) : t`after a review`;
}

/** What matters of a network to who deposits: when it is credited, and from which amount on. */
export function depositTermsText(chain: ChainOfCoin): string {
  const minimum = coinText(chain.depositMinimum, chain.asset);
  const credited = creditText(chain);
  return chain.watched ? t`Credited in ${credited} · min. ${minimum}` : t`Credited after a review · min. ${minimum}`;
}

/** What matters of a network to who withdraws: what it costs, and from which amount on. */
export function withdrawalTermsText(chain: ChainOfCoin): string {
  const fee = coinText(chain.withdrawFee, chain.asset);
  const minimum = coinText(chain.withdrawMinimum, chain.asset);
  return t`Fee ${fee} · min. ${minimum}`;
}
