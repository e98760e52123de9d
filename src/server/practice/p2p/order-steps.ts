import { Retries } from '#server/core/jobs/retries.ts';
import { type OrderRow, referenceOf, type StoredOrder, toOrderRow } from '#server/p2p/orders/order-row.ts';
import type { PracticeMerchantsDeps } from './deps.ts';
import { type Temper, temperOf, tempers } from './tempers.ts';

/** Orders of practice merchants that one pass looks at; the rest wait for the next. */
const lookedAt = 500;
/** It asks this long after an order was taken. */
const askMs = 3_000;

const owners = tempers.map(({ id }) => id.toString());
const questionKey = (order: bigint) => `practice-question-${order.toString().padStart(8, '0')}`;

/**
 * Carries the orders of practice merchants on. What is due follows from the rows of the orders and from the merchant's
 * temper, so that nothing is remembered between passes or restarts.
 */
export function createOrderSteps(deps: PracticeMerchantsDeps): () => Promise<void> {
  const retries = new Retries<bigint>(deps.clock, (error, order) =>
    deps.logger.error({ err: error, order: order.toString() }, 'a practice merchant could not carry an order on'),
  );
  return async function carryOn() {
    const { rows } = await deps.database.pool.query<StoredOrder>(
      `(SELECT * FROM fiat_orders WHERE buyer = ANY ($1::bigint[]) AND ended_at IS NULL AND state = 'waiting-payment'
         ORDER BY id LIMIT ${lookedAt})
       UNION
       (SELECT * FROM fiat_orders WHERE seller = ANY ($1::bigint[]) AND ended_at IS NULL AND state <> 'appeal'
         ORDER BY id LIMIT ${lookedAt})`,
      [owners],
    );
    for (const row of rows.map(toOrderRow)) await retries.attempt(row.id, () => step(deps, row));
  };
}

async function step(deps: PracticeMerchantsDeps, row: OrderRow): Promise<void> {
  const now = deps.clock();
  const [buyer, seller] = [temperOf(row.buyer), temperOf(row.seller)];
  if (buyer !== null && row.state === 'waiting-payment') {
    // The countdown ends it, whether or not that was handled yet.
    if (now >= row.createdAt + buyer.payMs && now < row.payUntil) await pay(deps, row, buyer);
  }
  if (seller === null) return;
  if (seller.answerMs !== null && now >= row.createdAt + askMs) await ask(deps, row, seller);
  if (row.state === 'paid' && (await isReleaseDue(deps, row, seller, now))) await deps.acts.release(seller.id, row.id);
}

async function pay({ acts, database }: PracticeMerchantsDeps, row: OrderRow, temper: Temper): Promise<void> {
  if (temper.proves) {
    const { rowCount } = await database.pool.query('SELECT FROM fiat_proofs WHERE fiat_order = $1 LIMIT 1', [row.id]);
    if (rowCount === 0) await acts.prove(temper.id, row.id, await receipt(row));
  }
  await acts.markPaid(temper.id, row.id);
}

async function ask({ acts, database }: PracticeMerchantsDeps, row: OrderRow, { id }: Temper): Promise<void> {
  const key = questionKey(row.id);
  const { rowCount } = await database.pool.query('SELECT FROM chat_messages WHERE author = $1 AND key = $2', [id, key]);
  if (rowCount === 0) await acts.say(row.id, { house: 'order-question', author: id, key });
}

/** Who asks releases after an answer, or when none came for long. */
async function isReleaseDue(deps: PracticeMerchantsDeps, row: OrderRow, temper: Temper, now: number): Promise<boolean> {
  const { releaseMs, answerMs, id } = temper;
  const paidAt = row.paidAt ?? now;
  if (releaseMs === null || now < paidAt + releaseMs) return false;
  if (answerMs === null || now >= paidAt + answerMs) return true;
  const { rows } = await deps.database.pool.query<{ at: string }>(
    `SELECT a.at FROM chat_messages q JOIN chat_messages a ON a.group_id = q.group_id AND a.number > q.number
      WHERE q.author = $1 AND q.key = $2 AND a.author = $3 ORDER BY a.number LIMIT 1`,
    [id, questionKey(row.id), row.buyer],
  );
  const answeredAt = rows[0]?.at;
  return answeredAt !== undefined && now >= Number(answeredAt) + releaseMs;
}

const [receiptWidth, receiptHeight, lineHeight] = [240, 320, 16];

/** A picture in place of a payment proof: lines as on a receipt, of which nothing can be read. Another one each time. */
async function receipt(row: OrderRow): Promise<Buffer> {
  const reference = Number(referenceOf(row.id));
  const pixels = Buffer.alloc(receiptWidth * receiptHeight, 0xf6);
  for (let y = 24; y < receiptHeight - 24; y += 1) {
    const line = Math.floor(y / lineHeight);
    if (y % lineHeight > 6) continue;
    const length = 40 + ((reference * (line + 7)) % 150);
    pixels.fill(line === 2 ? 0x20 : 0x80, y * receiptWidth + 20, y * receiptWidth + 20 + length);
  }
  const { default: sharp } = await import('sharp');
  return sharp(pixels, { raw: { width: receiptWidth, height: receiptHeight, channels: 1 } })
    .png()
    .toBuffer();
}
