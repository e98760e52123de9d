import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import type { ContractOrder } from '#protocol/contracts/entities.ts';
import { answerKeyText, findAnswers } from '#server/core/idempotency/stored-answers.ts';
import { firstUser } from '#server/core/ledger/account.ts';
import type { ContractClient } from './contract-client.ts';

/** Accounts from this id on are people's. */
/** Of each kind of fault, this many are said. */
const saidMost = 5;

interface StoredOrder {
  readonly id: string;
  readonly status: ContractOrder['status'];
  readonly filledLots: number;
  /** What of it never changes, as a text. */
  readonly asked: string;
}

/** What people who trade contracts wrote down outside of the exchange, against what is stored. */
export class ContractLog {
  readonly #owners: ReadonlyMap<ContractClient, bigint>;
  /** How many requests of each person were compared with their stored answers, which never change. */
  readonly #compared = new Map<ContractClient, number>();

  private constructor(owners: ReadonlyMap<ContractClient, bigint>) {
    this.#owners = owners;
  }

  /** Learns who people are, before they have done much. @throws Error for one who is not stored */
  static async open(client: Client, people: readonly ContractClient[]): Promise<ContractLog> {
    const { rows } = await client.query<{ key: string; user_id: string }>(
      `SELECT key, user_id FROM idempotency WHERE call = 'POST transfer' AND key = ANY ($1)`,
      [people.map(({ transferKey }) => transferKey)],
    );
    const ids = new Map(rows.map((row) => [row.key, BigInt(row.user_id)]));
    const owners = people.map((person): [ContractClient, bigint] => {
      const id = ids.get(person.transferKey);
      if (id === undefined) throw new Error(`the transfer ${person.transferKey} was acknowledged and is not stored`);
      return [person, id];
    });
    return new ContractLog(new Map(owners));
  }

  /** The account of a person. */
  ownerOf(person: ContractClient): bigint {
    return this.#owners.get(person) ?? 0n;
  }

  /**
   * Each acknowledged order, cancellation and close is there exactly once, as it was answered, and nothing else is; lots of
   * both sides are equal. Seen in one snapshot. Answers are compared once: those of the requests since the last time.
   *
   * @returns one line per fault
   */
  async faults(client: Client): Promise<string[]> {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      const people = [...this.#owners.keys()];
      const kinds = [
        people.flatMap((person) => person.strangeEnds(this.#compared.get(person) ?? 0)),
        await this.#answerFaults(client),
        await orderFaults(client, people),
        await closingFaults(client, people),
        await sideFaults(client),
      ];
      for (const person of people) this.#compared.set(person, person.requests.length);
      return kinds.flatMap((faults) => [
        ...faults.slice(0, saidMost),
        ...(faults.length > saidMost ? [`and ${faults.length - saidMost} more of the kind`] : []),
      ]);
    } finally {
      await client.query('ROLLBACK');
    }
  }

  async #answerFaults(client: Client): Promise<string[]> {
    const asked = [...this.#owners].flatMap(([person, userId]) =>
      person.requests.slice(this.#compared.get(person) ?? 0).map((request) => ({ ...request, userId })),
    );
    const stored = await findAnswers(client, asked);
    return asked.flatMap((request) => {
      const { call, key, answer } = request;
      const found = stored.get(answerKeyText(request));
      if (typeof answer === 'number') {
        return found === undefined ? [] : [`${call} ${key} was refused with ${answer} and is stored as done`];
      }
      if (found === undefined) return [`${call} ${key} was acknowledged and its answer is not stored`];
      if (isDeepStrictEqual(found.answer, answer)) return [];
      return [`${call} ${key} was answered ${JSON.stringify(answer)} and is stored as ${JSON.stringify(found.answer)}`];
    });
  }
}

/** What of an order never changes. */
function askedText({ contract, side, type, lots, leverage, createdAt }: ContractOrder): string {
  return [contract, side, type, lots, leverage, createdAt].join(' ');
}

async function orderFaults(client: Client, people: readonly ContractClient[]): Promise<string[]> {
  const { rows } = await client.query<StoredOrder>(
    `SELECT id, status, filled_lots AS "filledLots", concat_ws(' ', contract, side, type, lots, leverage, created_at) AS asked
       FROM contract_orders WHERE owner >= $1`,
    [firstUser],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const placed = people.flatMap((person) => person.placed());
  const known = new Set(placed.map(({ id }) => id));
  const faults = known.size === placed.length ? [] : ['two requests were answered with the same contract order'];
  for (const order of placed) faults.push(...placedFaults(order, stored.get(order.id)));
  for (const id of stored.keys()) {
    if (!known.has(id)) faults.push(`contract order ${id} is stored and was never acknowledged`);
  }
  for (const { id, filledLots } of people.flatMap((person) => person.cancelled())) {
    const now = stored.get(id);
    if (now?.status !== 'cancelled' || now.filledLots !== filledLots) {
      faults.push(
        `contract order ${id} was reported as cancelled after ${filledLots} lots and is ${JSON.stringify(now)}`,
      );
    }
  }
  return faults;
}

function placedFaults(order: ContractOrder, stored: StoredOrder | undefined): string[] {
  if (stored === undefined) return [`contract order ${order.id} was acknowledged and is not stored`];
  const isSame =
    stored.asked === askedText(order) &&
    stored.filledLots >= order.filledLots &&
    (order.status === 'open' || stored.status === order.status);
  if (isSame) return [];
  return [`contract order ${order.id} was answered as ${JSON.stringify(order)} and is ${JSON.stringify(stored)}`];
}

/** Lots that people closed, by position, and positions against the orders that opened them. */
async function closingFaults(client: Client, people: readonly ContractClient[]): Promise<string[]> {
  const acknowledged = new Map<string, number>();
  for (const { id, lots } of people.flatMap((person) => person.closed())) {
    acknowledged.set(id, (acknowledged.get(id) ?? 0) + lots);
  }
  const { rows } = await client.query<{ position: string; lots: string }>(
    `SELECT position, sum(lots) AS lots FROM contract_closings WHERE owner >= $1 AND reason = 'manual' GROUP BY position`,
    [firstUser],
  );
  const stored = new Map(rows.map(({ position, lots }) => [position, Number(lots)]));
  const faults = [...new Set([...acknowledged.keys(), ...stored.keys()])].flatMap((id) => {
    const [said, done] = [acknowledged.get(id) ?? 0, stored.get(id) ?? 0];
    return said === done ? [] : [`${said} lots of position ${id} were acknowledged as closed and ${done} are stored`];
  });
  const apart = await client.query<{ id: string }>(
    `SELECT id FROM contract_orders AS placed FULL JOIN contract_positions AS position USING (id)
      WHERE coalesce(placed.owner, position.owner) >= $1
        AND coalesce(placed.filled_lots, -1) <> coalesce(position.opened_lots, 0)`,
    [firstUser],
  );
  return [...faults, ...apart.rows.map(({ id }) => `position ${id} has not the lots that its order was filled with`)];
}

/** For each lot that somebody is long, somebody is short. */
async function sideFaults(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ contract: string; off: string }>(
    `SELECT contract, sum(CASE side WHEN 'long' THEN lots ELSE -lots END) AS off
       FROM (SELECT contract, side, lots FROM contract_positions UNION ALL SELECT contract, side, lots FROM contract_nets) AS held
      GROUP BY contract HAVING sum(CASE side WHEN 'long' THEN lots ELSE -lots END) <> 0`,
  );
  return rows.map(({ contract, off }) => `longs of ${contract} are ${off} lots more than its shorts`);
}
