import {
  type AccountChange,
  accountFieldNames,
  accountFields,
  type AccountLatestField,
  accountLatestFields,
  type AccountRow,
  type AccountRowsField,
  accountRowsFields,
  type AccountState,
  type AccountUpdate,
  type RowsField,
} from './account-fields.ts';

/** What updates are merged into: the current account, or one update with the effect of all of them. */
export type MergedInto = 'state' | 'changes';

/** The fields in the order they are sent in. */
const sentFields = accountFieldNames.map((name) => ({ name, isAlways: 'always' in accountFields[name] }));

/** The merged rows of one field. */
class MergedRows {
  readonly rows = new Map<string, unknown>();
  readonly #field: RowsField<unknown>;
  readonly #keeps: MergedInto;
  readonly #byChangeMax: number;

  constructor(name: AccountRowsField, keeps: MergedInto, byChangeMax: number) {
    // Each row goes to the field it came in, so that the key of the field's own rows is what reads it.
    this.#field = accountFields[name] as unknown as RowsField<unknown>;
    this.#keeps = keeps;
    this.#byChangeMax = byChangeMax;
  }

  add(changed: readonly unknown[]): void {
    const { key, isGone, byChange } = this.#field;
    for (const row of changed) {
      const id = key(row);
      if (byChange === true) this.rows.delete(id);
      // Among changes a row that is gone stays: the next merge has yet to remove it.
      if (this.#keeps === 'state' && isGone?.(row) === true) this.rows.delete(id);
      else this.rows.set(id, row);
      if (byChange === true && this.rows.size > this.#byChangeMax) this.#dropOldest();
    }
  }

  #dropOldest(): void {
    const [oldest] = this.rows.keys();
    if (oldest !== undefined) this.rows.delete(oldest);
  }
}

/**
 * Updates of the account topic, merged by the rules of `accountFields`. The exchange, the hub and the page all merge by
 * it, so that it makes no difference which of them does, nor how updates are split.
 */
export class MergedAccount {
  readonly #keeps: MergedInto;
  readonly #byChangeMax: number;
  readonly #rows = new Map<AccountRowsField, MergedRows>();
  readonly #values = new Map<AccountLatestField, unknown>();

  /**
   * @param keeps a `state` must be given a snapshot first
   * @param byChangeMax rows held of each field in the order of changes; the ones that changed longest ago go
   */
  constructor(keeps: MergedInto, byChangeMax = Number.POSITIVE_INFINITY) {
    this.#keeps = keeps;
    this.#byChangeMax = byChangeMax;
  }

  add(change: AccountChange): void {
    for (const name of accountRowsFields) {
      const changed = change[name];
      if (changed === undefined || changed.length === 0) continue;
      let merged = this.#rows.get(name);
      if (merged === undefined) {
        merged = new MergedRows(name, this.#keeps, this.#byChangeMax);
        this.#rows.set(name, merged);
      }
      merged.add(changed);
    }
    for (const name of accountLatestFields) {
      const value = change[name] ?? null;
      if (value !== null) this.#values.set(name, value);
    }
  }

  /** How many rows are held. */
  get size(): number {
    let size = 0;
    for (const { rows } of this.#rows.values()) size += rows.size;
    return size;
  }

  /** Whether nothing was published. */
  get isEmpty(): boolean {
    return this.#values.size === 0 && this.size === 0;
  }

  /** The rows of a field, in its order. */
  rows<Name extends AccountRowsField>(name: Name): readonly AccountRow<Name>[] {
    return [...(this.#rows.get(name)?.rows.values() ?? [])] as AccountRow<Name>[];
  }

  /** The value of a field, or what it was in the beginning. */
  value<Name extends AccountLatestField>(name: Name): AccountState[Name] {
    return (this.#values.get(name) ?? accountFields[name].initial) as AccountState[Name];
  }

  /** The sum as one update, as it is sent: fields without news are absent unless they always are there. */
  read(): AccountUpdate {
    const update: { [field: string]: unknown } = {};
    for (const { name, isAlways } of sentFields) {
      const merged = this.#rows.get(name as AccountRowsField);
      if (merged !== undefined && merged.rows.size > 0) update[name] = [...merged.rows.values()];
      else if (this.#values.has(name as AccountLatestField))
        update[name] = this.#values.get(name as AccountLatestField);
      else if (isAlways) update[name] = accountFields[name].merge === 'rows' ? [] : null;
    }
    return update as AccountUpdate;
  }

  /** Forgets the rows, before a snapshot brings them again. Values stay: a snapshot need not hold all of them. */
  clearRows(): void {
    this.#rows.clear();
  }

  /** Forgets everything. */
  clear(): void {
    this.#rows.clear();
    this.#values.clear();
  }
}
