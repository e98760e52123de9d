import { addDecimals, fromUnits, subtractDecimals, toExactUnits } from '#protocol/core/decimal.ts';
import { backedProducts } from '#protocol/core/products.ts';
import { assets, assetScale } from '#server/core/assets.ts';
import { systemClock } from '#server/core/clock/clock.ts';
import type { Config } from '#server/core/config/config.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { writeOperatorLog } from '#server/core/gate/operator-log.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import type { Database } from '#server/core/store/database.ts';
import { type CoverTarget, fundByOperator } from '#server/earn/backing/funding.ts';
import { readBacking } from '#server/earn/backing/store.ts';
import { type Command, say, UsageError } from '../command.ts';
import { productNamed } from '../product-names.ts';
import { readSigned } from '../signed-options.ts';

const usage = 'backing [fund|take PRODUCT COIN AMOUNT --reason TEXT [--by NAME]]';

/** @throws UsageError for anything but a product, a coin and an amount above zero that the coin can have */
function targetOf([productText, coinText, amount, ...more]: readonly string[]): CoverTarget {
  const product = productNamed(productText, backedProducts);
  if (product === undefined || more.length > 0) {
    throw new UsageError(`${usage}: PRODUCT is one of ${backedProducts.join(', ')}.`);
  }
  const asset = coinText?.toUpperCase() ?? '';
  if (!assets.has(asset)) throw new UsageError(`There is no coin ${coinText ?? ''}.`);
  const units = toExactUnits(amount ?? '', assetScale(asset));
  if (units === null || units <= 0n) {
    throw new UsageError(`AMOUNT is above zero, with at most ${assetScale(asset)} places.`);
  }
  return { product, asset, units };
}

async function show(database: Database): Promise<boolean> {
  const accounts = await readBacking(database.pool);
  const lines = accounts.map(({ product, asset, held, promised, lent }) => {
    const free = subtractDecimals(held, promised);
    const line = `${product}  ${asset}  held ${held}, promised ${promised}, free ${free}`;
    return product === 'loans' ? `${line}, lent ${lent}, funded ${addDecimals(held, lent)}` : line;
  });
  say(lines.length === 0 ? 'No product holds anything.' : lines.join('\n'));
  return true;
}

/** Funds an account, or takes free cover out of it, with who and why in the log of the same transaction. */
async function move(database: Database, isIn: boolean, args: readonly string[], config: Config): Promise<boolean> {
  const { words, by, reason } = readSigned(args);
  const target = targetOf(words);
  const { product, asset, units } = target;
  const at = systemClock();
  const source = config.mode === 'practice' ? 'practice' : 'treasury';
  const amount = fromUnits(units, assetScale(asset));
  try {
    await database.transaction(async (tx) => {
      await fundByOperator(tx, createLedger(), { ...target, units: isIn ? units : 0n - units }, source, at);
      const subject = `${product} ${asset} ${isIn ? '' : '-'}${amount}`;
      await writeOperatorLog(tx, { what: 'backing', scope: null, subject, sessions: [] }, { by, reason, at });
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.codeName !== 'insufficientWalletBalance') throw error;
    say(
      isIn ? `The ${source} account has less than ${amount} ${asset}.` : `Less than ${amount} ${asset} is free there.`,
    );
    return false;
  }
  say(isIn ? `${amount} ${asset} moved into ${product}.` : `${amount} ${asset} of free cover taken out of ${product}.`);
  return true;
}

/** Commands for what stands behind the products. */
export const backingCommands: Readonly<Record<string, Command>> = {
  backing: {
    usage,
    meaning:
      'What each product holds and has promised, and what loans have lent out. fund moves coins of the treasury in, take moves free cover back; in practice mode practice coins.',
    run(database, args, config) {
      const [act, ...rest] = args;
      if (act === undefined) return show(database);
      if (act !== 'fund' && act !== 'take') throw new UsageError(usage);
      return move(database, act === 'fund', rest, config);
    },
  },
};
