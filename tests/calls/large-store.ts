import type { Pool } from 'pg';
import { noRegion } from '#server/p2p/collection-methods/rules.ts';
import { sealSecrets } from '#server/p2p/orders/order-secrets.ts';
import { secretBox } from '#server/core/secrets/secret-box.ts';

/** SQL for a column, over `n` from 1 on. */
type Values = Readonly<Record<string, string>>;

/** How a table is filled: rows, and what stands in columns whose type alone does not tell. */
interface Filling {
  readonly rows: number;
  readonly values: Values;
}

interface Column {
  readonly name: string;
  readonly type: string;
}

const now = '1790000000000';

/** What the open fiat order of the owner seals, as the exchange of these tests does; the others are not opened. */
function sealedOrder(owner: bigint): string {
  const sealed = sealSecrets(
    { secrets: secretBox(Buffer.alloc(32, 7)) },
    { id: 1_000_005n, buyer: owner, seller: 200_005n, method: 'bank' },
    {
      payee: {
        method: 'bank',
        holder: 'Mei Lin',
        account: '4000000000000002',
        bank: 'First Bank',
        branch: null,
        ...noRegion,
        qr: null,
      },
      buyerName: 'ADA LOVELACE',
    },
  );
  return `'${sealed}'`;
}

/** What a column without further say holds. */
function valueOf({ type }: Column): string {
  switch (type) {
    case 'bigint':
    case 'integer':
    case 'smallint':
      return 'n';
    case 'boolean':
      return 'false';
    case 'jsonb':
      return "'{}'::jsonb";
    case 'ARRAY':
      return "'{}'";
    case 'bytea':
      return "'\\x00'::bytea";
    default:
      return "'text ' || n";
  }
}

/**
 * Fills the tables that grow with use with about a million rows, a good part of them of one owner: the user whose
 * queries are looked at. Foreign keys and triggers are passed over; checks hold.
 */
export async function fillStore(pool: Pool, owner: bigint): Promise<void> {
  const mine = `CASE WHEN n % 3 = 0 THEN 200000 + n % 5000 ELSE ${owner} END`;
  const one = `CASE WHEN n = 1 THEN ${owner} ELSE 300000 + n END`;
  const asset = "(ARRAY['BTC', 'ETH', 'SOL', 'USDT'])[1 + n % 4]";
  const side = "(ARRAY['long', 'short'])[1 + n % 2]";
  const at = `${now}::bigint - (1000000 - n) * 1000`;
  const fillings: Readonly<Record<string, Filling>> = {
    ledger_entries: {
      rows: 500_000,
      values: {
        id: 'n + 1000000',
        owner: mine,
        journal_id: 'n + 1000000',
        available: '1',
        frozen: '0',
        locked: '0',
        fee: '0',
        at,
        wallet: 'n % 7',
        asset,
        kind: `CASE WHEN n % 50000 = 0 THEN 'deposit' ELSE 'trade' END`,
      },
    },
    spot_orders: {
      rows: 150_000,
      values: {
        id: 'n',
        owner: mine,
        pair: `CASE WHEN n % 40000 = 0 THEN 'SOLUSDT' ELSE 'BTCUSDT' END`,
        side: "'buy'",
        type: "'limit'",
        price: '100000000',
        amount: '100000000',
        filled: '100000000',
        filled_total: '1',
        fee: '0',
        status: "'filled'",
        created_at: at,
        updated_at: at,
      },
    },
    contract_orders: {
      rows: 60_000,
      values: {
        owner: mine,
        contract: "'BTCPERP'",
        side,
        type: "'limit'",
        lots: '1',
        filled_lots: '1',
        leverage: '10',
        reserve: '0',
        status: "'filled'",
        created_at: at,
        updated_at: at,
      },
    },
    contract_positions: {
      rows: 40_000,
      values: {
        owner: mine,
        contract: "'BTCPERP'",
        side,
        leverage: '10',
        lots: '0',
        cost: '0',
        margin: '0',
        opened_at: at,
        updated_at: at,
        opened_lots: '1',
        charged_day: '1',
      },
    },
    contract_closings: {
      rows: 40_000,
      values: { owner: mine, contract: "'BTCPERP'", side, lots: '1', insurance: 'n % 2', reason: "'manual'", at },
    },
    option_rounds: {
      rows: 30_000,
      values: {
        id: 'n',
        coin: "CASE WHEN n % 20000 = 0 THEN 'ETH' ELSE 'BTC' END",
        cycle: '60',
        strike_at: 'n',
        phase: "'settled'",
        strike: 'NULL',
        settlement: 'NULL',
      },
    },
    launch_projects: {
      rows: 30_000,
      values: {
        coin: "'SEI'",
        quote: "'USDT'",
        manner: "'pro-rata'",
        phase: "CASE WHEN n % 20000 = 0 THEN 'selling' ELSE 'ended' END",
        pieces: '10',
        piece: '1',
        piece_cost: '1',
        minimum: '1',
        maximum: '10',
        opens_at: '1',
        closes_at: '2',
        allotted: '0',
        paid: '0',
        list_hash: "'00'",
        pair: 'NULL',
        auction_ms: 'NULL',
      },
    },
    fixed_holdings: {
      rows: 40_000,
      values: {
        owner: mine,
        asset: "'USDT'",
        cycle: "'monthly'",
        days: '30',
        day_ms: '86400000',
        principal: '1000',
        promised: '30',
        interest: '1',
        cost: '0',
        state: "CASE WHEN n % 400 = 0 THEN 'not-earned' ELSE 'earned' END",
        closed_at: `CASE WHEN n % 400 = 0 THEN NULL ELSE ${now} END`,
        next_at: `CASE WHEN n % 400 = 0 THEN ${now} + 86400000000 END`,
      },
    },
    coin_applications: {
      rows: 40_000,
      values: {
        owner: mine,
        state: "'refused'",
        name: "'Avocet'",
        english_name: "'Avocet'",
        symbol: "'AVO'",
        issuance: "'10'",
        circulation: "'1'",
        holdings: "'1'",
        site: "''",
        explorer: "''",
        whitepaper: "''",
        region: "''",
        exchanges: "''",
        contract: "''",
        documents: "'{}'",
        submitted_at: 'n',
        decided_at: 'n',
      },
    },
    miners: {
      rows: 40_000,
      values: {
        owner: mine,
        number: 'n',
        name: "'Knot 40'",
        asset: "'USDT'",
        capacity: '60',
        burn: '1',
        days: '10',
        day_ms: '86400000',
        daily: '1',
        promised: '10',
        started_at: 'NULL',
        ran: '0',
        tank: '0',
        stopped_at: 'NULL',
        ended_at: `CASE WHEN n % 400 = 0 THEN NULL ELSE ${now} END`,
        collected: 'CASE WHEN n % 400 = 0 THEN 0 ELSE 10 END',
        aside: 'CASE WHEN n % 400 = 0 THEN 10 ELSE 0 END',
        done_at: `CASE WHEN n % 400 = 0 THEN NULL ELSE ${now} END`,
        due_at: 'NULL',
      },
    },
    team_members: {
      rows: 40_000,
      values: {
        member: 'n',
        direct: mine,
        indirect: mine,
        refused: 'NULL',
        refused_indirect: 'NULL',
        traded_at: now,
      },
    },
    team_sums: { rows: 40_000, values: { owner: mine, member: 'n', asset: "'USDT'" } },
    team_weeks: { rows: 40_000, values: { owner: mine, week: 'n', asset: "'USDT'" } },
    team_balances: {
      rows: 5_000,
      values: { owner: '200000 + n', asset: "'USDT'", held: 'n', owed: '0', credited: 'n', moved: '0' },
    },
    team_rebates: {
      rows: 40_000,
      values: {
        owner: mine,
        member: 'n',
        generation: '1',
        asset: "'USDT'",
        units: 'CASE WHEN n % 400 = 0 THEN -1 ELSE 1 END',
      },
    },
    miner_events: { rows: 40_000, values: { miner: 'n % 5000 + 1', what: "'filled'" } },
    loans: {
      rows: 40_000,
      values: {
        owner: mine,
        state: "CASE WHEN n % 9000 = 0 THEN 'running' ELSE 'repaid' END",
        asset: "'USDT'",
        principal: 'CASE WHEN n % 9000 = 0 THEN 10 ELSE 0 END',
        interest: '0',
        locked: 'CASE WHEN n % 9000 = 0 THEN 10 ELSE 0 END',
        warned: '0',
        ended_at: 'NULL',
        collateral: "'BTC'",
        wallet: "'spot'",
        next_at: 'NULL',
        sale_cause: 'NULL',
        sale_of: 'NULL',
        watch_price: 'NULL',
        calm_price: 'NULL',
      },
    },
    loan_events: { rows: 40_000, values: { loan: 'n', owner: mine, kind: "'repaid'", asset: "'USDT'" } },
    robots: {
      rows: 40_000,
      values: {
        owner: mine,
        strategy: "'grid'",
        pair: "'BTCUSDT'",
        base: "'BTC'",
        quote: "'USDT'",
        state: "CASE WHEN n % 9000 = 0 THEN 'paused' ELSE 'stopped' END",
        cause: "'user'",
        begin: 'NULL',
        parameters: `'{"strategy":"grid","lower":"1","upper":"2","lines":2,"spacing":"arithmetic"}'::jsonb`,
        quote_held: 'CASE WHEN n % 9000 = 0 THEN 10 ELSE 0 END',
        base_held: '0',
        returned: 'CASE WHEN n % 9000 = 0 THEN NULL ELSE 10 END',
        ended_at: `CASE WHEN n % 9000 = 0 THEN NULL ELSE ${at} END`,
        next_at: 'NULL',
        value_at: 'NULL',
        day: '20000',
      },
    },
    robot_trades: {
      rows: 40_000,
      values: { robot: 'n % 4000 + 6000', pair: "'BTCUSDT'", side: "'buy'", price: '1', amount: '1', total: '1' },
    },
    robot_values: { rows: 40_000, values: { robot: 'n % 40 + 8980', at } },
    robot_days: { rows: 40_000, values: { owner: mine, day: 'n % 20000', income: '1' } },
    launch_commitments: {
      rows: 30_000,
      values: {
        project: 'n',
        line: '1',
        owner: mine,
        wanted: '1',
        allotted: '1',
        served_at: 'CASE WHEN n % 9000 = 0 THEN NULL ELSE 1 END',
      },
    },
    option_entries: {
      rows: 30_000,
      values: { round_id: 'n', owner: String(owner), direction: "'up'", stake: '1', outcome: "'loss'", at },
    },
    deposits: {
      rows: 30_000,
      values: { owner: mine, asset, chain: "'TEST'", state: "'free'", at, updated_at: at },
    },
    withdrawals: {
      rows: 30_000,
      values: {
        owner: mine,
        asset,
        chain: "'TEST'",
        units: '10',
        fee: '1',
        state: "'confirmed'",
        nonce: 'n',
        raw: "'0x' || n",
        hash: "'0x' || n",
        created_at: at,
        updated_at: at,
      },
    },
    instant_transfers: { rows: 30_000, values: { payer: mine, recipient: '300000 + n', asset, at } },
    notices: {
      rows: 60_000,
      values: {
        owner: `CASE WHEN n % 100 = 0 THEN NULL ELSE ${owner} END`,
        kind: "CASE WHEN n % 30000 = 1 THEN 'account' ELSE 'trading' END",
        article_key: "'notice/welcome'",
        at,
      },
    },
    work_orders: { rows: 20_000, values: { owner: mine, state: "'closed'", at, updated_at: at, closed_at: at } },
    work_order_replies: {
      rows: 40_000,
      values: {
        work_order: '1 + n / 2',
        owner: mine,
        author: "'support'",
        client_id: 'NULL',
        kind: "'text'",
        at,
      },
    },
    // The conversations of the orders above, beside the few groups of the community.
    chat_groups: {
      rows: 20_000,
      values: {
        id: 'n + 1000000',
        key: 'NULL',
        kind: "'order'",
        fiat_order: 'n + 1000000',
        created_at: at,
        closed_at: 'NULL',
        hidden_at: 'NULL',
      },
    },
    chat_messages: {
      rows: 60_000,
      values: {
        group_id: 'CASE WHEN n <= 30000 THEN 1 + n % 6 ELSE 1000000 + (n - 30000) / 2 END',
        number: 'CASE WHEN n <= 30000 THEN 100 + n / 6 ELSE 1 + n % 2 END',
        author: mine,
        at,
        house: 'NULL',
        reply_to: 'NULL',
        mentions: "'[]'::jsonb",
      },
    },
    adverts: {
      rows: 30_000,
      values: {
        owner: mine,
        side: "(ARRAY['buy', 'sell'])[1 + n % 2]",
        asset: "'USDT'",
        currency: "'CNY'",
        price: '720',
        units: '1000',
        remaining: '1000',
        min: '1',
        max: '2',
        method_ids: "'{}'",
        payment_minutes: '15',
        verified_days: '0',
        finished_orders: '0',
        state: "'withdrawn'",
        created_at: at,
        updated_at: at,
      },
    },
    fiat_orders: {
      rows: 60_000,
      values: {
        id: 'n + 1000000',
        buyer: `CASE WHEN n % 2 = 1 THEN ${owner} ELSE 200000 + n % 5000 END`,
        seller: `CASE WHEN n % 2 = 1 THEN 200000 + n % 5000 WHEN n % 4 = 0 THEN ${owner} ELSE 300000 END`,
        merchant: '200000 + n % 5000',
        taker: mine,
        asset: "'USDT'",
        currency: "'CNY'",
        sealed: sealedOrder(owner),
        state: "CASE WHEN n = 5 THEN 'waiting-payment' ELSE 'completed' END",
        ended_at: `CASE WHEN n = 5 THEN NULL ELSE ${at} END`,
        ended_by: "CASE WHEN n = 5 THEN NULL ELSE 'seller' END",
        method: "'bank'",
        pay_until: '9000000000000',
        created_at: at,
        updated_at: at,
      },
    },
    fiat_order_events: { rows: 60_000, values: { fiat_order: 'n', at } },
    fiat_days: { rows: 20_000, values: { owner: mine, day: 'n' } },
    chat_people: {
      rows: 15_000,
      values: { user_id: one, handle: "lpad(n::text, 11, 'h')", rules_accepted: '1', accepted_at: at },
    },
    chat_members: {
      rows: 55_000,
      values: {
        group_id: 'CASE WHEN n <= 15000 THEN 1 ELSE 1000000 + (n - 15000) / 2 END',
        user_id: `CASE WHEN n > 15000 AND n % 2 = 0 THEN 200000 + n % 5000 ELSE ${one} END`,
        joined_at: at,
        read_through: '0',
      },
    },
    users: {
      rows: 5_000,
      values: { id: '200000 + n % 5000', invitation_code: "'large ' || n", language: "'en'", created_at: at },
    },
    sessions: { rows: 30_000, values: { user_id: '300000 + n', created_at: at, used_at: at } },
    attempts: { rows: 20_000, values: { ends_at: '0' } },
    idempotency: { rows: 30_000, values: { user_id: mine, at } },
  };
  const client = await pool.connect();
  try {
    await client.query("SET session_replication_role = replica; SET statement_timeout = '60s'");
    for (const [table, { rows, values }] of Object.entries(fillings)) {
      const { rows: columns } = await client.query<Column>(
        `SELECT column_name AS name, data_type AS type FROM information_schema.columns
          WHERE table_schema = 'public' AND table_name = $1
            AND (column_name = ANY ($2) OR is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO')`,
        [table, Object.keys(values)],
      );
      const names = columns.map(({ name }) => `"${name}"`).join(', ');
      const texts = columns.map((column) => values[column.name] ?? valueOf(column)).join(', ');
      try {
        await client.query(
          `INSERT INTO ${table} (${names}) SELECT ${texts} FROM generate_series(1, ${rows}) AS n ON CONFLICT DO NOTHING`,
        );
      } catch (error) {
        throw new Error(`${table} could not be filled`, { cause: error });
      }
    }
    await client.query('RESET session_replication_role');
    await client.query('ANALYZE');
  } finally {
    client.release(true);
  }
}
