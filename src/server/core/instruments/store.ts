import type { Database, Transaction } from '../store/database.ts';
import {
  type ContractRow,
  type ListedCoin,
  type ListedPair,
  type InstrumentsContent,
  pairOfRow,
  type PairRow,
} from './listed.ts';

interface CoinColumns {
  readonly id: string;
  readonly name: string;
  readonly scale: number;
  readonly display_decimals: number;
  readonly faucet_amount: string | null;
  readonly listed_at: string;
}

interface PairColumns {
  readonly base: string;
  readonly quote: string;
  readonly name: string;
  readonly price_decimals: number;
  readonly amount_decimals: number;
  readonly min_amount: string;
  readonly max_amount: string;
  readonly min_total: string;
  readonly maker_fee_ppm: number;
  readonly taker_fee_ppm: number;
  readonly tags: string[];
  readonly listed_at: string;
  readonly state: PairRow['state'];
  readonly opens_at: string | null;
  readonly cancels_at: string | null;
  readonly closes_at: string | null;
  readonly reference_price: string | null;
}

interface ContractColumns {
  readonly id: string;
  readonly base: string;
  readonly kind: string | null;
  readonly wallet: ContractRow['wallet'];
  readonly lot_size: string;
  readonly max_lots: number;
  readonly open_fee_ppm: number;
  readonly close_fee_ppm: number;
  readonly overnight_fee_ppm: number;
  readonly listed_at: string;
}

const coinColumns = 'id, name, scale, display_decimals, trim_scale(faucet_amount) AS faucet_amount, listed_at';
const pairColumns = `pair.base, pair.quote, coin.name, price_decimals, amount_decimals, trim_scale(min_amount) AS min_amount,
  trim_scale(max_amount) AS max_amount, trim_scale(min_total) AS min_total, maker_fee_ppm, taker_fee_ppm, tags,
  pair.listed_at, state, opens_at, cancels_at, closes_at, trim_scale(reference_price) AS reference_price`;

const contractColumns = `id, base, kind, wallet, trim_scale(lot_size) AS lot_size, max_lots, open_fee_ppm, close_fee_ppm,
  overnight_fee_ppm, listed_at`;

const timeOf = (text: string | null) => (text === null ? null : Number(text));

function coinOf(row: CoinColumns): ListedCoin {
  return {
    id: row.id,
    name: row.name,
    scale: row.scale,
    displayDecimals: row.display_decimals,
    faucetAmount: row.faucet_amount,
    listedAt: Number(row.listed_at),
  };
}

function pairOf(row: PairColumns): ListedPair {
  return pairOfRow(
    {
      base: row.base,
      quote: row.quote,
      priceDecimals: row.price_decimals,
      amountDecimals: row.amount_decimals,
      minAmount: row.min_amount,
      maxAmount: row.max_amount,
      minTotal: row.min_total,
      makerFeePpm: row.maker_fee_ppm,
      takerFeePpm: row.taker_fee_ppm,
      tags: row.tags,
      listedAt: Number(row.listed_at),
      state: row.state,
      opensAt: timeOf(row.opens_at),
      cancelsAt: timeOf(row.cancels_at),
      closesAt: timeOf(row.closes_at),
      referencePrice: row.reference_price,
    },
    row.name,
  );
}

function contractOf(row: ContractColumns): ContractRow {
  return {
    id: row.id,
    base: row.base,
    kind: row.kind,
    wallet: row.wallet,
    lotSize: row.lot_size,
    maxLots: row.max_lots,
    openFeePpm: row.open_fee_ppm,
    closeFeePpm: row.close_fee_ppm,
    overnightFeePpm: row.overnight_fee_ppm,
    listedAt: Number(row.listed_at),
  };
}

/** Everything that is listed, in order. */
export async function readInstruments({ pool }: Pick<Database, 'pool'>): Promise<InstrumentsContent> {
  const coins = await pool.query<CoinColumns>(`SELECT ${coinColumns} FROM listed_coins ORDER BY nth`);
  const pairs = await pool.query<PairColumns>(
    `SELECT ${pairColumns} FROM listed_pairs AS pair JOIN listed_coins AS coin ON coin.id = pair.base ORDER BY pair.nth`,
  );
  const contracts = await pool.query<ContractColumns>(`SELECT ${contractColumns} FROM listed_contracts ORDER BY nth`);
  return { coins: coins.rows.map(coinOf), pairs: pairs.rows.map(pairOf), contracts: contracts.rows.map(contractOf) };
}

/** A coin as this transaction sees it, or null. */
export async function readCoin({ client }: Pick<Transaction, 'client'>, id: string): Promise<ListedCoin | null> {
  const { rows } = await client.query<CoinColumns>(`SELECT ${coinColumns} FROM listed_coins WHERE id = $1`, [id]);
  return rows[0] === undefined ? null : coinOf(rows[0]);
}

const onePair = `SELECT ${pairColumns} FROM listed_pairs AS pair JOIN listed_coins AS coin ON coin.id = pair.base
  WHERE pair.id = $1`;

/** A pair as this transaction sees it, or null. */
export async function readPair({ client }: Pick<Transaction, 'client'>, id: string): Promise<ListedPair | null> {
  const { rows } = await client.query<PairColumns>(onePair, [id]);
  return rows[0] === undefined ? null : pairOf(rows[0]);
}

/** A pair, locked until the transaction ends, or null. */
export async function lockPair({ client }: Pick<Transaction, 'client'>, id: string): Promise<ListedPair | null> {
  const { rows } = await client.query<PairColumns>(`${onePair} FOR NO KEY UPDATE OF pair`, [id]);
  return rows[0] === undefined ? null : pairOf(rows[0]);
}

type Client = Pick<Transaction['client'], 'query'>;

/** Adds a coin. @returns false when there is one of that id */
export async function insertCoin(client: Client, coin: ListedCoin): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO listed_coins (id, name, scale, display_decimals, faucet_amount, listed_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`,
    [coin.id, coin.name, coin.scale, coin.displayDecimals, coin.faucetAmount, coin.listedAt],
  );
  return rowCount === 1;
}

/** Adds a pair of two listed coins. @returns false when there is one already */
export async function insertPair(client: Client, pair: Omit<PairRow, 'name'>): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO listed_pairs (id, base, quote, price_decimals, amount_decimals, min_amount, max_amount, min_total,
         maker_fee_ppm, taker_fee_ppm, tags, listed_at, state, opens_at, cancels_at, closes_at, reference_price)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) ON CONFLICT (id) DO NOTHING`,
    [
      pair.base + pair.quote,
      pair.base,
      pair.quote,
      pair.priceDecimals,
      pair.amountDecimals,
      pair.minAmount,
      pair.maxAmount,
      pair.minTotal,
      pair.makerFeePpm,
      pair.takerFeePpm,
      pair.tags,
      pair.listedAt,
      pair.state,
      pair.opensAt,
      pair.cancelsAt,
      pair.closesAt,
      pair.referencePrice,
    ],
  );
  return rowCount === 1;
}

/** Adds a contract. @returns false when there is one of that id */
export async function insertContract(client: Client, row: ContractRow): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO listed_contracts (id, base, kind, wallet, lot_size, max_lots, open_fee_ppm, close_fee_ppm,
         overnight_fee_ppm, listed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING`,
    [
      row.id,
      row.base,
      row.kind,
      row.wallet,
      row.lotSize,
      row.maxLots,
      row.openFeePpm,
      row.closeFeePpm,
      row.overnightFeePpm,
      row.listedAt,
    ],
  );
  return rowCount === 1;
}

/** The contracts that follow a base, as this transaction sees them. */
export async function contractsFollowing({ client }: Pick<Transaction, 'client'>, base: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM listed_contracts WHERE base = $1 ORDER BY nth', [
    base,
  ]);
  return rows.map(({ id }) => id);
}

/** What may change of a pair's row. */
type PairChange = Partial<
  Pick<
    PairRow,
    | 'minAmount'
    | 'maxAmount'
    | 'minTotal'
    | 'makerFeePpm'
    | 'takerFeePpm'
    | 'tags'
    | 'state'
    | 'opensAt'
    | 'cancelsAt'
    | 'closesAt'
    | 'listedAt'
  >
>;

const changeable: Readonly<Record<keyof PairChange, string>> = {
  minAmount: 'min_amount',
  maxAmount: 'max_amount',
  minTotal: 'min_total',
  makerFeePpm: 'maker_fee_ppm',
  takerFeePpm: 'taker_fee_ppm',
  tags: 'tags',
  state: 'state',
  opensAt: 'opens_at',
  cancelsAt: 'cancels_at',
  closesAt: 'closes_at',
  listedAt: 'listed_at',
};

/** Changes a pair's row, which is locked. */
export async function updatePair(client: Client, id: string, change: PairChange): Promise<void> {
  const names = (Object.keys(changeable) as (keyof PairChange)[]).filter((name) => change[name] !== undefined);
  const columns = names.map((name, nth) => `${changeable[name]} = $${nth + 2}`);
  await client.query(`UPDATE listed_pairs SET ${columns.join(', ')} WHERE id = $1`, [
    id,
    ...names.map((name) => change[name]),
  ]);
}
