import { createHash } from 'node:crypto';
import type { Database, Transaction } from '#server/core/store/database.ts';
import type {
  BlockPayments,
  ChainBlock,
  OursOf,
  SignedTransfer,
  TransferStatus,
} from '#server/custody/chains/chain.ts';
import { lockChain } from './test-chain-blocks.ts';
import { TransferRefused } from '#server/custody/chains/transfer-refused.ts';

/** The content of a transfer; its JSON is its raw form, so the same content and nonce give the same hash. */
export interface Transfer {
  readonly to: string;
  readonly asset: string;
  readonly units: string;
  readonly nonce: number;
  /** Omitted for none, as before replacements existed. */
  readonly fee?: number;
}

/** The hash of a transfer on the test chain. */
export function hashOf(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}

/** A transfer as the chain takes it. */
export function signed(transfer: Transfer): SignedTransfer {
  const raw = JSON.stringify(transfer);
  return { raw, hash: hashOf(raw), nonce: transfer.nonce };
}

/** @throws TransferRefused for a nonce that leaves a gap, or that another transfer has for as high a fee or in a block */
export async function send(tx: Transaction, { raw, hash }: SignedTransfer, at: number): Promise<void> {
  const transfer = JSON.parse(raw) as Transfer;
  const { nonce, fee = 0 } = transfer;
  await lockChain(tx);
  const { rows } = await tx.client.query<{ known: boolean; next: number; mined: boolean; fee: number | null }>(
    `SELECT EXISTS (SELECT FROM test_chain_payments WHERE hash = $1) AS known,
            (SELECT coalesce(max(nonce) + 1, 0) FROM test_chain_payments) AS next,
            EXISTS (SELECT FROM test_chain_payments WHERE nonce = $2 AND height IS NOT NULL) AS mined,
            (SELECT fee FROM test_chain_payments WHERE nonce = $2 AND height IS NULL) AS fee`,
    [hash, nonce],
  );
  const state = rows[0];
  if (state === undefined || state.known) return;
  if (state.mined) throw new TransferRefused('nonce-used', `nonce ${nonce} is mined`);
  if (nonce > state.next) throw new TransferRefused('refused', `the next nonce is ${state.next}, not ${nonce}`);
  if (state.fee !== null && fee <= state.fee)
    throw new TransferRefused('refused', `nonce ${nonce} waits for ${state.fee}`);
  await tx.client.query('DELETE FROM test_chain_payments WHERE nonce = $1', [nonce]);
  await addPayment(tx, { ...transfer, hash, fee }, at);
}

/** Writes a payment that waits for its block. */
export async function addPayment(
  tx: Transaction,
  payment: Omit<Transfer, 'nonce'> & { readonly hash: string; readonly nonce: number | null },
  at: number,
): Promise<void> {
  await tx.client.query(
    `INSERT INTO test_chain_payments (hash, height, receiver, asset, units, nonce, fee, at)
     VALUES ($1, NULL, $2, $3, $4, $5, $6, $7)`,
    [payment.hash, payment.to, payment.asset, payment.units, payment.nonce, payment.fee ?? 0, at],
  );
}

/** The block of a height; null beyond the tip. */
export async function blockAt(database: Database, height: number): Promise<ChainBlock | null> {
  const { rows } = await database.pool.query<{ height: number; hash: string; parent: string; at: string }>(
    'SELECT height, hash, parent, at FROM test_chain_blocks WHERE height = $1',
    [height],
  );
  const row = rows[0];
  return row === undefined ? null : { ...row, at: Number(row.at) };
}

/** The payments of a block to addresses of the exchange. */
export async function paymentsOf(
  database: Database,
  block: Pick<ChainBlock, 'height' | 'hash'>,
  ours: OursOf,
): Promise<BlockPayments> {
  // Block and payments in one statement: a reorganisation between two would mix branches.
  const { rows } = await database.pool.query<{ hash: string | null; to: string; asset: string; units: string }>(
    `SELECT payment.hash, payment.receiver AS to, payment.asset, payment.units
       FROM test_chain_blocks AS block LEFT JOIN test_chain_payments AS payment USING (height)
      WHERE block.height = $1 AND block.hash = $2 ORDER BY payment.at, payment.hash`,
    [block.height, block.hash],
  );
  if (rows.length === 0) throw new Error(`block ${block.hash} is no longer on the chain`);
  const held = rows.flatMap((row) => (row.hash === null ? [] : [{ ...row, hash: row.hash }]));
  if (held.length === 0) return { payments: [], unread: [] };
  const own = await ours(held.map(({ to }) => to));
  const payments = held
    .filter(({ to }) => own.has(to))
    .map(({ hash, to, asset, units }) => ({ hash, index: 0, to, asset, units: BigInt(units) }));
  return { payments, unread: [] };
}

/** The nonce of the next transfer of the paying account. */
export async function nextNonce(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ next: number }>(
    'SELECT coalesce(max(nonce) + 1, 0) AS next FROM test_chain_payments',
  );
  return rows[0]?.next ?? 0;
}

/** How many transfers of the paying account are mined. */
export async function minedNonce(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ next: number }>(
    'SELECT coalesce(max(nonce) + 1, 0) AS next FROM test_chain_payments WHERE height IS NOT NULL',
  );
  return rows[0]?.next ?? 0;
}

/** How far a transfer is. */
export async function statusOf(database: Database, hash: string): Promise<TransferStatus> {
  const { rows } = await database.pool.query<{ height: number | null; tip: number }>(
    `SELECT height, (SELECT max(height) FROM test_chain_blocks) AS tip FROM test_chain_payments WHERE hash = $1`,
    [hash],
  );
  const row = rows[0];
  if (row === undefined) return { state: 'unknown' };
  return row.height === null ? { state: 'waiting' } : { state: 'mined', confirmations: row.tip - row.height + 1 };
}
