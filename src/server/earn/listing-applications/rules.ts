import type { ListingApplication } from '#protocol/listing-applications/entities.ts';
import type { Config } from '#server/core/config/config.ts';
import type { NewListing } from '#server/core/instrument-acts/list.ts';
import { quoteAsset } from '#server/core/instruments/listed.ts';
import type { coinApplications, ListingTerms } from './tables.ts';

/** A stored application. */
export type ApplicationRow = typeof coinApplications.$inferSelect;

/** The terms of a coin that an operator has said nothing of. */
function usualTerms(mode: Config['mode']): ListingTerms {
  return {
    coin: { scale: 8, displayDecimals: 4, faucetAmount: mode === 'practice' ? '1000' : null },
    pair: {
      priceDecimals: 4,
      amountDecimals: 2,
      minAmount: '0.01',
      maxAmount: '100000',
      minTotal: '5',
      makerFee: '0.0008',
      takerFee: '0.001',
      tags: [],
      referencePrice: '1',
    },
  };
}

/** What an accepted application lists: the coin, and its pair, which trades at once. */
export function listingOf(
  row: Pick<ApplicationRow, 'symbol' | 'englishName' | 'terms'>,
  mode: Config['mode'],
): NewListing {
  const { coin, pair } = row.terms ?? usualTerms(mode);
  return {
    coin: { id: row.symbol, name: row.englishName, ...coin },
    pair: { ...pair, quote: quoteAsset, state: 'open', opensAt: null },
  };
}

/** An application as its owner sees it. */
export function shownApplication(row: ApplicationRow): ListingApplication {
  const { owner: _owner, asked: _asked, terms: _terms, isHeard: _heard, id, documents, texts, ...shown } = row;
  return { ...shown, id: id.toString(), documents: documents.length, texts: [...texts] };
}
