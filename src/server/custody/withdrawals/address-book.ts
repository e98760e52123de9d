import type { ClientBase, Pool } from 'pg';
import type { BindingRequest } from '#protocol/accounts/entities/binding.ts';
import type { BookedAddress } from '#protocol/withdrawals/entities.ts';
import { addressBookMax, addressWaitMs } from '#protocol/core/limits.ts';
import { withPassword } from '#server/accounts/account/passwords/with-password.ts';
import { type AddressWaitRow, newAddressesWait } from '#server/accounts/account/withdrawal-hold.ts';
import type { RequestFacts } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { isUniqueViolation } from '#server/core/failures/postgres-errors.ts';
import { checkAddress } from './rules.ts';
import type { WithdrawalsDeps } from './deps.ts';

type Binding<Kind extends BindingRequest['kind']> = Extract<BindingRequest, { kind: Kind }>;

/** A user's withdrawal address book, changed by `POST bindAccount`. */
export interface AddressBook {
  /**
   * Adds an address. With the wait enabled, withdrawals to it are possible only after it.
   *
   * @throws Refusal `enterAddress`, `addressWrong`, `ownAddress`, `enterName` without a label, `alreadyProcessed` for
   *   an address that is in the book, `quantityOutOfRange` for a full book; those of the transaction password
   */
  add(owner: bigint, input: Binding<'address'>, facts: RequestFacts): Promise<BookedAddress>;
  /** @throws Refusal `notFound` for an address that is not the user's own */
  remove(owner: bigint, input: Binding<'address-remove'>): Promise<void>;
  /**
   * Enables or disables the wait for new addresses. Disabling it is what an attacker with a stolen session would do, so
   * it needs the transaction password and starts the withdrawal hold.
   *
   * @throws Refusal of the transaction password
   */
  setWait(owner: bigint, input: Binding<'address-wait'>, facts: RequestFacts): Promise<void>;
}

type AddressBookDeps = Pick<
  WithdrawalsDeps,
  'database' | 'clock' | 'chains' | 'notices' | 'transactionPasswords' | 'addressWaitByDefault'
>;

export function createAddressBook(deps: AddressBookDeps): AddressBook {
  const { database, chains, notices } = deps;

  return {
    async add(owner, { chain, address: text, label, ...proofs }, facts) {
      const address = checkAddress(chains, chain, owner, text);
      if (label === '') throw new Refusal('enterName');
      try {
        return await withPassword(deps, owner, proofs, facts, async (tx, now) => {
          const wait = await lockWait(tx, owner, deps.addressWaitByDefault);
          if ((await countBooked(tx, owner)) >= addressBookMax) {
            throw new Refusal('quantityOutOfRange', { addressesMax: addressBookMax });
          }
          const usableAt = wait ? now + addressWaitMs : now;
          const booked = await insertBooked(tx, owner, { chain, address, label, createdAt: now, usableAt });
          await notices.send(tx, owner, 'account', 'notice/address-added', { label, chain, address });
          return booked;
        });
      } catch (error) {
        if (isUniqueViolation(error, 'booked_addresses_once')) throw new Refusal('alreadyProcessed');
        throw error;
      }
    },

    async remove(owner, { id }) {
      await database.transaction(async (tx) => {
        const { rows } = await tx.client.query<{ label: string; chain: string; address: string }>(
          'DELETE FROM booked_addresses WHERE id = $1 AND owner = $2 RETURNING label, chain, address',
          [id, owner],
        );
        const [removed] = rows;
        if (removed === undefined) throw new Refusal('notFound');
        await notices.send(tx, owner, 'account', 'notice/address-removed', removed);
      });
    },

    async setWait(owner, { on, ...proofs }, facts) {
      if (on) {
        await database.pool.query('UPDATE users SET address_wait = true WHERE id = $1 AND NOT address_wait', [owner]);
        return;
      }
      await withPassword(deps, owner, proofs, facts, async (tx, now) => {
        // Already off, nothing changes: the hold is not restarted.
        if (!(await lockWait(tx, owner, deps.addressWaitByDefault))) return;
        await tx.client.query('UPDATE users SET address_wait = false, address_wait_ended_at = $2 WHERE id = $1', [
          owner,
          now,
        ]);
        await notices.send(tx, owner, 'account', 'notice/address-wait-off', {});
      });
    },
  };
}

/** From when withdrawals to an address of a user's book are possible, or null when it is not in the book. */
export async function bookedUsableAt(
  client: ClientBase,
  owner: bigint,
  chain: string,
  address: string,
): Promise<number | null> {
  const { rows } = await client.query<{ usable_at: string }>(
    'SELECT usable_at FROM booked_addresses WHERE owner = $1 AND chain = $2 AND address = $3',
    [owner, chain, address],
  );
  const row = rows[0];
  return row === undefined ? null : Number(row.usable_at);
}

/** A user's book, newest first. */
export async function listBooked(pool: Pool, owner: bigint): Promise<BookedAddress[]> {
  const { rows } = await pool.query<StoredAddress>(
    `SELECT id, chain, address, label, created_at, usable_at FROM booked_addresses
      WHERE owner = $1 ORDER BY id DESC LIMIT ${addressBookMax}`,
    [owner],
  );
  return rows.map(toBooked);
}

interface StoredAddress {
  readonly id: string;
  readonly chain: string;
  readonly address: string;
  readonly label: string;
  readonly created_at: string;
  readonly usable_at: string;
}

function toBooked({ id, chain, address, label, created_at, usable_at }: StoredAddress): BookedAddress {
  return { id, chain, address, label, createdAt: Number(created_at), usableAt: Number(usable_at) };
}

/** Whether new addresses wait. Locks the row, so that concurrent additions are serialised. */
async function lockWait(tx: Transaction, owner: bigint, byDefault: boolean): Promise<boolean> {
  const { rows } = await tx.client.query<AddressWaitRow>(
    'SELECT address_wait, address_wait_ended_at FROM users WHERE id = $1 FOR NO KEY UPDATE',
    [owner],
  );
  return rows[0] !== undefined && newAddressesWait(rows[0], byDefault);
}

async function countBooked(tx: Transaction, owner: bigint): Promise<number> {
  const { rows } = await tx.client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM booked_addresses WHERE owner = $1',
    [owner],
  );
  return rows[0]?.count ?? 0;
}

async function insertBooked(
  tx: Transaction,
  owner: bigint,
  { chain, address, label, createdAt, usableAt }: Omit<BookedAddress, 'id'>,
): Promise<BookedAddress> {
  const { rows } = await tx.client.query<StoredAddress>(
    `INSERT INTO booked_addresses (owner, chain, address, label, created_at, usable_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id, chain, address, label, created_at, usable_at`,
    [owner, chain, address, label, createdAt, usableAt],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('an address was not stored');
  return toBooked(row);
}
