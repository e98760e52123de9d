import { merchantDepositAsset } from '#protocol/p2p/currencies.ts';
import { escrowOwner, type LedgerAccount } from '#server/core/ledger/account.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import type { OrderRow } from './order-row.ts';

type Escrowed = Pick<OrderRow, 'id' | 'asset' | 'units' | 'buyer' | 'seller' | 'merchant'>;

const escrowOf = ({ id, asset }: Escrowed): LedgerAccount => ({
  owner: escrowOwner(id),
  wallet: 'fiat',
  asset,
  part: 'available',
});

/** Where a seller's coins come from: what an advert holds frozen, or the fiat wallet of a taker. */
function sellerAccount({ asset, seller }: Escrowed, part: 'available' | 'frozen'): LedgerAccount {
  return { owner: seller, wallet: 'fiat', asset, part };
}

function moved(order: Escrowed, from: LedgerAccount, to: LedgerAccount, at: number, kind: Journal['kind']): Journal {
  const postings = [
    { ...from, amount: 0n - order.units },
    { ...to, amount: order.units },
  ];
  return { kind, reference: order.id.toString(), at, postings };
}

/** Taken: the coins go into the order's own account. */
export function intoEscrow(order: Escrowed, at: number): Journal {
  const part = order.seller === order.merchant ? 'frozen' : 'available';
  return moved(order, sellerAccount(order, part), escrowOf(order), at, 'fiat-escrow');
}

/** Released: the coins are the buyer's. */
export function toBuyer(order: Escrowed, at: number): Journal {
  const buyer = { owner: order.buyer, wallet: 'fiat', asset: order.asset, part: 'available' } as const;
  return moved(order, escrowOf(order), buyer, at, 'fiat-trade');
}

/** Cancelled: the coins go back, behind the advert while that is still listed. */
export function backToSeller(order: Escrowed, isBehindAdvert: boolean, at: number): Journal {
  return moved(
    order,
    escrowOf(order),
    sellerAccount(order, isBehindAdvert ? 'frozen' : 'available'),
    at,
    'fiat-escrow',
  );
}

/** A part of a merchant's deposit goes to the side that was harmed. */
export function penaltyJournal(merchant: bigint, harmed: bigint, units: bigint, order: bigint, at: number): Journal {
  const account = { wallet: 'fiat', asset: merchantDepositAsset } as const;
  return {
    kind: 'merchant-penalty',
    reference: order.toString(),
    at,
    postings: [
      { ...account, owner: merchant, part: 'locked', amount: 0n - units },
      { ...account, owner: harmed, part: 'available', amount: units },
    ],
  };
}
