import type { Queryable } from '#server/core/store/database.ts';
import type { Ms } from '#protocol/core/brand.ts';
import type { AuditFinding, AuditPart, RowCheck } from '#server/core/ledger/audit-parts.ts';
import { sumOfAdded } from '#server/core/ledger/audit-sums.ts';
import { insuranceEntries } from './liquidations/insurance-entries.ts';
import { settlingAsset } from './listed-contracts.ts';
import { decimalPlaces } from '#protocol/core/decimal.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { isWholeSince, movedFor } from '#server/core/ledger/audit-references.ts';
import { goldIndex } from '../candles/gold-index.ts';
import { listedWallets, wrongSides } from './rows/both-sides.ts';

const finding = (text: string): AuditFinding => ({ asset: settlingAsset, text });

/** What liquidations paid into or took from the insurance fund and the shortfall matches their closings. */
async function wrongInsurance(client: Queryable, now: Ms): Promise<AuditFinding[]> {
  let booked = 0n;
  for (const { sum, owner, kind } of insuranceEntries) {
    const entries = `SELECT id, at, available AS amount FROM ledger_entries
                      WHERE owner = ${owner} AND kind = '${kind}' AND id > $1`;
    booked += await sumOfAdded(client, sum, entries, now);
  }
  const closings = 'SELECT id, at, insurance AS amount FROM contract_closings WHERE insurance <> 0 AND id > $1';
  const said = await sumOfAdded(client, 'contract closings', closings, now);
  return booked === said ? [] : [finding(`insurance and shortfall moved by ${booked} and closings say ${said}`)];
}

/**
 * What a lot is worth at a price of one tick, and the opening fee, of each contract, as a table of a query. Neither ever changes.
 * Ticks are those of the pair that it follows, or of gold.
 */
const terms = `(SELECT listed.id AS contract, listed.open_fee_ppm,
       listed.lot_size * 10::numeric ^ (money.scale - coalesce(pair.price_decimals, ${decimalPlaces(goldIndex.tickSize)})) AS tick_lot
  FROM listed_contracts AS listed JOIN listed_coins AS money ON money.id = '${settlingAsset}'
  LEFT JOIN listed_pairs AS pair ON pair.base = listed.base AND pair.quote = money.id
OFFSET 0)`;

/** What is left of a resting order freezes its margin, rounded up, and its fee. What was filled of one opened its position. */
const orders: RowCheck = {
  name: 'contracts: orders',
  table: 'contract_orders',
  open: "status = 'open'",
  asset: `'${settlingAsset}'`,
  beside: `JOIN ${terms} AS terms ON terms.contract = item.contract
    LEFT JOIN contract_positions AS opened ON opened.id = item.id
    CROSS JOIN LATERAL (SELECT item.price_ticks * (item.lots - item.filled_lots) * terms.tick_lot AS value) AS resting`,
  wrong: `item.filled_lots <> coalesce(opened.opened_lots, 0) OR (item.status = 'filled') <> (item.filled_lots = item.lots)
    OR item.filled_lots > item.lots
    OR item.reserve <> CASE item.status WHEN 'open'
      THEN div(resting.value + item.leverage - 1, item.leverage) + div(resting.value * terms.open_fee_ppm, 1000000) ELSE 0 END`,
  says: `'contract order ' || item.id || ' froze or opened something else than its lots'`,
};

/**
 * The open part of a position equals what was opened less what was closed, and its sums are those of its closings, each of which
 * made the difference of its price and its cost. What it paid in fees is what the ledger took for it.
 */
const positions: RowCheck = {
  name: 'contracts: positions',
  table: 'contract_positions',
  open: 'lots > 0',
  asset: `'${settlingAsset}'`,
  beside: `JOIN ${terms} AS terms ON terms.contract = item.contract
    ${movedFor(houseOwners.fees, 'item.id::text', `'${settlingAsset}'`, 'paid')}
    CROSS JOIN LATERAL (
    SELECT coalesce(sum(lots), 0) AS lots, coalesce(sum(cost), 0) AS cost, coalesce(sum(profit), 0) AS profit,
           coalesce(sum(fee), 0) AS fee, coalesce(sum(insurance), 0) AS insurance,
           coalesce(sum(open_fee), 0) AS open_fee, coalesce(sum(overnight_fee), 0) AS overnight_fee,
           coalesce(bool_or(profit <> (price_ticks * terms.tick_lot * lots - cost) * CASE side WHEN 'long' THEN 1 ELSE -1 END),
                    false) AS is_off
      FROM contract_closings AS closing
     WHERE closing.owner = item.owner AND closing.id > item.id AND closing.position = item.id) AS closed`,
  wrong: `closed.is_off OR item.lots + closed.lots <> item.opened_lots OR item.cost + closed.cost <> item.opened_cost
    OR closed.profit <> item.realised OR closed.fee <> item.close_fee OR closed.insurance <> item.insurance
    OR closed.open_fee <> item.open_fee_closed OR closed.overnight_fee <> item.overnight_fee_closed
    OR (${isWholeSince('item.opened_at')} AND paid.available <> item.open_fee + item.close_fee + item.overnight_fee)`,
  says: `'position ' || item.id || ' is not what was opened less what was closed, or paid other fees'`,
};

/** Fills name positions from here on: all of a position that was ordered later are known. */
const named = '(SELECT coalesce(max(id), 0) FROM contract_trades WHERE taker_position IS NULL)';

/**
 * What was opened of a position is what its fills say, in lots and by their prices; and each fill that closed lots of it made a
 * closing of as many at its price.
 */
const fills: RowCheck = {
  name: 'contracts: fills',
  table: 'contract_positions',
  open: 'lots > 0',
  asset: `'${settlingAsset}'`,
  beside: `JOIN ${terms} AS terms ON terms.contract = item.contract
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(lots) FILTER (WHERE opens), 0) AS lots,
             coalesce(sum(price_ticks * lots * terms.tick_lot) FILTER (WHERE opens), 0) AS cost,
             coalesce(bool_or(NOT opens AND NOT EXISTS (
               SELECT FROM contract_closings AS closing
                WHERE closing.position = item.id AND closing.id > fill.id AND closing.at = fill.at
                  AND closing.lots = fill.lots AND closing.price_ticks = fill.price_ticks)), false) AS is_off
        FROM (SELECT id, lots, price_ticks, at, true AS opens FROM contract_trades WHERE maker_position = item.id AND maker_position > 0
              UNION ALL
              SELECT id, lots, price_ticks, at, (taker_side = 'buy') = (item.side = 'long') FROM contract_trades
               WHERE taker_position = item.id AND taker_position > 0) AS fill) AS filled`,
  wrong: `item.id > ${named}
    AND (filled.is_off OR filled.lots <> item.opened_lots OR filled.cost <> item.opened_cost)`,
  says: `'position ' || item.id || ' was not filled with what was opened and closed of it'`,
};

/** What must hold of every order and every position. */
const contractRows: readonly RowCheck[] = [orders, positions, fills];

/**
 * What resting orders and open positions hold, the accounts of contracts against their rows, and positions against their
 * closings.
 */
export function contractsAudit(clock: () => number): AuditPart {
  return {
    name: 'contracts',
    rows: contractRows,
    holds: `
      SELECT owner, wallet, '${settlingAsset}' AS asset, reserve::numeric AS frozen, 0::numeric AS locked
        FROM contract_orders JOIN ${listedWallets} USING (contract) WHERE status = 'open'
       UNION ALL
      SELECT owner, wallet, '${settlingAsset}', 0, margin::numeric
        FROM contract_positions JOIN ${listedWallets} USING (contract) WHERE lots > 0`,
    async find(client) {
      return [...(await wrongSides(client)), ...(await wrongInsurance(client, clock()))];
    },
  };
}
