import type { Config } from '../config/config.ts';
import { isSafeNats } from '../config/safe-nats.ts';
import { houseOwners } from '../ledger/account.ts';
import type { Database } from '../store/database.ts';
import { readMode } from './store-identity.ts';

/** One requirement of live mode. */
export interface LiveCheck {
  /** The setting or the part of the store it checks. */
  readonly name: string;
  /** Null: it could not be checked; the start checks again. */
  readonly ok: boolean | null;
  /** Why live mode requires it. */
  readonly why: string;
  /** What to do when it is not met. */
  readonly remedy: string;
}

type Pool = Database['pool'];

/** A seed with fewer possible values can be brute-forced. */
const seedLeast = 1_000_000_000;

/** Mnemonics printed in manuals: bots empty their accounts within seconds. */
const publishedMnemonics: ReadonlySet<string> = new Set([
  `${'test '.repeat(11)}junk`,
  `${'abandon '.repeat(11)}about`,
  `${'abandon '.repeat(23)}art`,
]);

type LiveConfig = Pick<
  Config,
  'priceSource' | 'seed' | 'walletSeed' | 'publicOrigin' | 's3' | 'role' | 'natsUrl' | 'natsInsecure'
>;

/** Live-mode requirements on the settings, whatever mode they name. */
export function configChecks(config: LiveConfig): LiveCheck[] {
  return [
    {
      name: 'PRICE_SOURCE',
      ok: config.priceSource !== 'simulated',
      why: 'Simulated prices are made up here: real money must not be traded at them.',
      remedy: 'Name the exchanges to follow, as in PRICE_SOURCE=htx,binance,okx.',
    },
    {
      name: 'SEED',
      ok: config.seed >= seedLeast,
      why: 'Who knows the seed can work out what is drawn from it; the default is public.',
      remedy: `Set SEED to a random number of 10 to 15 digits and keep it secret.`,
    },
    {
      name: 'WALLET_SEED',
      ok: config.walletSeed !== null && !publishedMnemonics.has(config.walletSeed),
      why: 'Every deposit address and the paying account come from it; one that is published belongs to everybody.',
      remedy: 'Set WALLET_SEED to a mnemonic (BIP-39, English) of your own, and keep a copy off this machine.',
    },
    {
      name: 'PUBLIC_ORIGIN',
      ok: config.publicOrigin !== null,
      why: 'Passkeys belong to it: without it they belong to whatever name a proxy passes on.',
      remedy: 'Set PUBLIC_ORIGIN to where people open the app, as in https://dunlin.example.',
    },
    {
      name: 'NATS_URL',
      ok: config.role === 'all' || config.natsInsecure || (config.natsUrl !== null && isSafeNats(config.natsUrl)),
      why: 'Session tokens, orders and answers cross it, and whoever may connect could stop the exchange.',
      remedy:
        'Name tls:// servers with a user and a password, or set NATS_INSECURE=1 for a network that nobody else reaches.',
    },
    {
      name: 'S3_ENDPOINT',
      ok: config.s3 === null || isPrivate(new URL(config.s3.endpoint)),
      why: 'Photos of identity documents would cross the network as they are.',
      remedy: 'Set S3_ENDPOINT to an address that begins with https://, or to one of this machine.',
    },
  ];
}

/**
 * PostgreSQL settings required for durability, each with the only value that loses acknowledged commits. See its
 * manual, 19.5 "Write Ahead Log".
 */
const durability = [
  { name: 'fsync', why: 'Without it a power cut loses or corrupts what was acknowledged.' },
  { name: 'full_page_writes', why: 'Without it a power cut in the middle of a write leaves torn pages.' },
  { name: 'synchronous_commit', why: 'When off, a crash loses the last orders and payouts that were acknowledged.' },
] as const;

/** Whether the connection cannot be read in transit. */
function isPrivate({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
  );
}

/** Live-mode requirements on the store. @param pool null: it is not running, and nothing can be checked */
export async function storeChecks(pool: Pool | null): Promise<LiveCheck[]> {
  const checks: LiveCheck[] = [];
  for (const { name, why } of durability) {
    checks.push({
      name: `PostgreSQL ${name}`,
      ok: pool === null ? null : (await shown(pool, name)) !== 'off',
      why,
      remedy: `Set ${name} = on in postgresql.conf, or for the database or its user, and reload.`,
    });
  }
  checks.push(
    {
      name: 'mode of the data',
      ok: pool === null ? null : (await readMode(pool)) !== 'practice',
      why: 'Data that practice mode began is never opened live: its money is not real.',
      remedy: 'Name other data with DATA_DIR or DATABASE_URL.',
    },
    {
      name: 'practice coins',
      ok: pool === null ? null : !(await holdsPracticeCoins(pool)),
      why: 'Coins that were handed out for practice could be withdrawn as real ones.',
      remedy: 'Name other data with DATA_DIR or DATABASE_URL.',
    },
  );
  return checks;
}

/** All requirements of a live start, for the start itself and `npm run operator -- preflight`. */
export async function liveChecks(config: LiveConfig, pool: Pool | null): Promise<LiveCheck[]> {
  return [...configChecks(config), ...(await storeChecks(pool))];
}

/** Unmet requirements, one line each; empty for none. */
export function missingText(checks: readonly LiveCheck[]): string {
  return checks
    .filter(({ ok }) => ok === false)
    .map(({ name, why, remedy }) => `  ${name}: ${why} ${remedy}`)
    .join('\n');
}

async function shown(pool: Pool, name: (typeof durability)[number]['name']): Promise<string | undefined> {
  const { rows } = await pool.query<Record<string, string>>(`SHOW ${name}`);
  return rows[0]?.[name];
}

/** Practice coins are issued by one house account, which then has a negative balance. */
async function holdsPracticeCoins(pool: Pool): Promise<boolean> {
  const { rows: tables } = await pool.query<{ there: boolean }>(`SELECT to_regclass('balances') IS NOT NULL AS there`);
  if (tables[0]?.there !== true) return false;
  const { rows } = await pool.query<{ held: boolean }>(
    `SELECT EXISTS (SELECT FROM balances WHERE owner = $1 AND (available <> 0 OR frozen <> 0 OR locked <> 0)) AS held`,
    [houseOwners.practice],
  );
  return rows[0]?.held === true;
}
