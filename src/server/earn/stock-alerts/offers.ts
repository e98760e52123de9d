import type { NoticeSubject } from '#protocol/content/entities.ts';
import type { StockAlert } from '#protocol/stock-alerts/entities.ts';
import { ppmPlaces } from '#protocol/core/fees.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Database } from '#server/core/store/database.ts';
import type { NoticeFacts } from '#server/accounts/notices/tables.ts';
import { leftOf as leftOfFixed } from '../fixed-terms/rows.ts';
import { readOffer } from '../fixed-terms/store.ts';
import { leftOf as leftOfModel } from '../mining/rules.ts';
import { allModels, readFreeCover } from '../mining/store.ts';

/** A product on sale, whether it can be bought now, and what a notice says of it. */
export interface Offer {
  readonly item: bigint;
  readonly asset: string;
  readonly canBeBought: boolean;
  readonly article: string;
  readonly facts: NoticeFacts;
  readonly subject: NoticeSubject;
}

type Reading = Pick<Database, 'pool' | 'drizzle'>;

/** Percent have two places more than shares. */
const percentPlaces = ppmPlaces - 2;

async function fixedTerms({ pool }: Reading): Promise<Offer[]> {
  const offers = await readOffer(pool);
  return offers.map(({ product, freeCover }) => {
    const { left } = leftOfFixed(product, freeCover);
    return {
      item: product.id,
      asset: product.asset,
      canBeBought: left >= product.minimum,
      article: 'notice/fixed-term-back',
      facts: {
        asset: product.asset,
        rate: fromUnits(product.ratePpm, percentPlaces),
        left: fromUnits(left, assetScale(product.asset)),
      },
      subject: { kind: 'fixed-term-product', product: product.id.toString() },
    };
  });
}

async function minerModels(reading: Reading): Promise<Offer[]> {
  const [models, cover] = [await allModels(reading), await readFreeCover(reading.pool)];
  return models
    .filter(({ onSale }) => onSale)
    .map((model) => {
      const left = leftOfModel(model, cover.get(model.asset) ?? 0n);
      return {
        item: model.id,
        asset: model.asset,
        canBeBought: left > 0,
        article: 'notice/miner-back',
        facts: {
          miner: model.name,
          price: fromUnits(model.price, assetScale(model.asset)),
          asset: model.asset,
          left: left.toString(),
        },
        subject: { kind: 'miners-on-sale' },
      };
    });
}

/** Everything of a kind that is on sale, sold out or not: as much as operators have opened. */
export function onSaleOf(reading: Reading, product: StockAlert['product']): Promise<Offer[]> {
  return product === 'fixed-term' ? fixedTerms(reading) : minerModels(reading);
}
