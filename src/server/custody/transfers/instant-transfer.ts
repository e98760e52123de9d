import type { Pool } from 'pg';
import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import type { InstantTransfer } from '#protocol/wallets/entities/movement.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { maskId, shownName, type Recipient } from './recipient.ts';

/** A payment to another user; `units` in the asset's smallest unit. */
interface InstantPayment {
  readonly payer: bigint;
  readonly recipient: Recipient;
  readonly asset: string;
  readonly units: bigint;
  readonly remark: string;
}

/** The payment as shown to the payer, and the payer as shown to the recipient. */
export interface PaidInstantly {
  readonly transfer: InstantTransfer;
  readonly payerShown: string;
  readonly changed: readonly BalanceRow[];
}

/**
 * Pays from spot wallet to spot wallet, without a fee (spec point 9). The transaction password is checked before, in
 * the same transaction, and so is whether anything may leave.
 *
 * @throws Refusal `insufficientWalletBalance`
 */
export async function payInstantly(
  tx: Transaction,
  ledger: Pick<Ledger, 'post'>,
  payment: InstantPayment,
  at: number,
): Promise<PaidInstantly> {
  const { payer, recipient, asset, units, remark } = payment;
  const payerShown = await shownName(tx.client, payer);
  const { rows } = await tx.client.query<{ id: string }>(
    `INSERT INTO instant_transfers (payer, recipient, asset, amount, remark, payer_shown, recipient_shown, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [payer, recipient.userId, asset, units, remark, payerShown, recipient.shown, at],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a payment without an id');
  const account = { wallet: 'spot', asset, part: 'available' } as const;
  const changed = await ledger.post(tx, {
    kind: 'instant-transfer',
    reference: `instant-transfer:${id}`,
    at,
    postings: [
      { ...account, owner: payer, amount: -units },
      { ...account, owner: recipient.userId, amount: units },
    ],
  });
  const amount = fromUnits(units, assetScale(asset));
  const { shown: counterparty, shownId: counterpartyId } = recipient;
  const transfer = { id, direction: 'out', counterparty, counterpartyId, asset, amount, remark, at } as const;
  return { transfer, payerShown, changed };
}

interface StoredTransfer {
  readonly id: string;
  readonly direction: 'in' | 'out';
  readonly counterparty: string;
  readonly counterparty_id: string;
  readonly asset: string;
  readonly amount: string;
  readonly remark: string;
  readonly at: string;
}

/**
 * One page of a user's instant transfers, newest first.
 *
 * @throws Refusal `operationFailed` for an invalid cursor
 */
export async function instantTransferPage(
  pool: Pool,
  owner: bigint,
  query: CheckedInput<'GET freeTransferForWalletLog'>,
): Promise<CallOutput<'GET freeTransferForWalletLog'>> {
  if (query.cursor !== undefined && !/^\d{1,18}$/.test(query.cursor)) throw new Refusal('operationFailed');
  // Each direction has its own index, so each is read separately.
  const { rows } = await pool.query<StoredTransfer>(
    `SELECT * FROM (
       (SELECT id, 'out' AS direction, recipient_shown AS counterparty, recipient AS counterparty_id, asset, amount, remark, at
          FROM instant_transfers WHERE payer = $1 AND ($2::bigint IS NULL OR id < $2) AND $3::text IS DISTINCT FROM 'in'
         ORDER BY id DESC LIMIT $4)
       UNION ALL
       (SELECT id, 'in', payer_shown, payer, asset, amount, remark, at
          FROM instant_transfers
         WHERE recipient = $1 AND ($2::bigint IS NULL OR id < $2) AND $3::text IS DISTINCT FROM 'out'
         ORDER BY id DESC LIMIT $4)
     ) AS own ORDER BY id DESC LIMIT $4`,
    [owner, query.cursor ?? null, query.direction ?? null, query.size + 1],
  );
  const shown = rows.slice(0, query.size);
  return {
    list: shown.map(({ counterparty_id: counterpartyId, ...row }) => ({
      ...row,
      counterpartyId: maskId(counterpartyId),
      amount: fromUnits(BigInt(row.amount), assetScale(row.asset)),
      at: Number(row.at),
    })),
    next: rows.length > query.size ? (shown.at(-1)?.id ?? null) : null,
  };
}
