import { merchantDepositAsset, type PaymentMethod, paymentMethods } from '#protocol/p2p/currencies.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { houseOwners, type LedgerAccount } from '#server/core/ledger/account.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { depositJournal } from '#server/p2p/merchants/journals.ts';
import { requiredUnits } from '#server/p2p/merchants/rules.ts';
import { lockMerchant, writeMerchant } from '#server/p2p/merchants/store.ts';
import { noRegion } from '#server/p2p/collection-methods/rules.ts';
import { insertMethod, readMethods } from '#server/p2p/collection-methods/store.ts';
import { nicknameKey } from '#server/accounts/account/nicknames/nicknames.ts';
import type { PracticeMerchantsDeps } from './deps.ts';
import { type Temper, tempers } from './tempers.ts';

/** The coin that merchants of practice mode deal in, and what each is topped up to have available. */
export const practiceCoin = 'USDT';
const availableTarget = '100000';

const accountOf = (owner: bigint): LedgerAccount => ({
  owner,
  wallet: 'fiat',
  asset: practiceCoin,
  part: 'available',
});

/** Accounts that nobody holds: their numbers are made up, and no bank has them. */
const accounts: Readonly<Record<PaymentMethod, (temper: Temper) => { account: string; bank: string | null }>> = {
  alipay: ({ id }) => ({ account: `practice-${id}@alipay.example`, bank: null }),
  wechat: ({ id }) => ({ account: `practice-${id}`, bank: null }),
  bank: ({ id }) => ({ account: `40000000000000${id}`, bank: 'Practice Bank' }),
  paypal: ({ id }) => ({ account: `practice-${id}@paypal.example`, bank: null }),
};

/** Makes the merchants of practice mode, once: verified, with accounts of every method and a deposit. */
export async function foundMerchants({ database, ledger, secrets, clock }: PracticeMerchantsDeps): Promise<void> {
  if (secrets === null) throw new Error('practice mode has no key for what users keep secret');
  for (const temper of tempers) {
    const changed = await database.transaction(async (tx) => {
      const now = clock();
      await insertUser(tx, temper, now);
      const methods = await readMethods(tx.client, secrets, temper.id);
      for (const method of paymentMethods) {
        if (methods.some((one) => one.method === method)) continue;
        const holder = `${temper.firstName} ${temper.lastName}`;
        const details = { ...noRegion, holder, branch: null, ...accounts[method](temper) };
        await insertMethod(tx, secrets, temper.id, { method, qr: null, createdAt: now, ...details });
      }
      const deposit = await lockMerchant(tx, temper.id);
      if (deposit.state === 'paid') return topUp(tx, ledger, temper.id, 0n, now);
      await writeMerchant(tx, { ...deposit, state: 'paid', units: requiredUnits, reason: null }, now);
      return topUp(tx, ledger, temper.id, requiredUnits, now);
    });
    ledger.changed(changed);
  }
}

async function insertUser({ client }: Transaction, temper: Temper, now: number): Promise<void> {
  const { id, nickname, firstName, lastName } = temper;
  await client.query(
    `INSERT INTO users (id, nickname, nickname_key, invitation_code, verification, merchant, practice, language, created_at)
     VALUES ($1, $2, $3, $4, 'verified', true, true, 'en', $5) ON CONFLICT (id) DO NOTHING`,
    [id, nickname, nicknameKey(nickname), `house-${id}`, now],
  );
  await client.query(
    `INSERT INTO verifications (owner, document_type, country, first_name, last_name, number, document_key, front, back,
                                held, state, submitted_at, decided_at)
     SELECT $1::bigint, 'passport', 'SG', $2, $3, '', 'practice merchant ' || $1, '', '', '', 'verified', 0, 0
      WHERE NOT EXISTS (SELECT FROM verifications WHERE owner = $1::bigint)`,
    [id, firstName, lastName],
  );
}

/** Fills what a merchant has available out of the coins of practice, and pays a deposit with it. */
async function topUp(
  tx: Transaction,
  ledger: Pick<Ledger, 'lockBalances' | 'postMany'>,
  owner: bigint,
  deposit: bigint,
  now: number,
) {
  const keys = [owner, houseOwners.practice].map((of) => ({ owner: of, wallet: 'fiat', asset: practiceCoin }) as const);
  const held = (await ledger.lockBalances(tx, keys)).find((row) => row.owner === owner);
  const target = toUnits(availableTarget, assetScale(merchantDepositAsset));
  const missing = target + deposit - (held?.available ?? 0n);
  if (missing * 2n < target && deposit === 0n) return [];
  const funding = {
    kind: 'practice',
    reference: 'merchants',
    at: now,
    postings: [
      { ...accountOf(houseOwners.practice), amount: 0n - missing },
      { ...accountOf(owner), amount: missing },
    ],
  } as const;
  return ledger.postMany(tx, deposit === 0n ? [funding] : [funding, depositJournal(owner, deposit, null, now)]);
}

/** Tops up merchants that sold much. */
export async function fundMerchants({
  database,
  ledger,
  clock,
}: Pick<PracticeMerchantsDeps, 'database' | 'ledger' | 'clock'>): Promise<void> {
  for (const { id } of tempers) {
    ledger.changed(await database.transaction((tx) => topUp(tx, ledger, id, 0n, clock())));
  }
}
