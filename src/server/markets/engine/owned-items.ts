import type { OwnerId } from '#protocol/core/brand.ts';

/** An item in a market that has an owner. */
interface Owned {
  readonly id: number;
  readonly owner: OwnerId;
}

/**
 * Orders or positions of one market, indexed by id and by owner: queries of one owner cost only what that owner has.
 * During a batch it remembers the previous state.
 */
export class OwnedItems<Item extends Owned> extends Map<number, Item> {
  readonly #byOwner = new Map<bigint, Map<number, Item>>();
  /** Items of an owner before the batch in progress; null for those that did not exist. */
  #before: Map<bigint, Map<number, Item | null>> | null = null;

  override set(id: number, item: Item): this {
    this.#remember(id, item.owner);
    const own = this.#byOwner.get(item.owner);
    if (own === undefined) this.#byOwner.set(item.owner, new Map([[id, item]]));
    else own.set(id, item);
    return super.set(id, item);
  }

  override delete(id: number): boolean {
    const item = this.get(id);
    if (item === undefined) return false;
    this.#remember(id, item.owner);
    const own = this.#byOwner.get(item.owner);
    own?.delete(id);
    if (own?.size === 0) this.#byOwner.delete(item.owner);
    return super.delete(id);
  }

  override clear(): void {
    this.#byOwner.clear();
    this.#before = null;
    super.clear();
  }

  /** Begins a batch: previous states are remembered. */
  hold(): void {
    this.#before ??= new Map();
  }

  /** The batch is committed. */
  release(): void {
    this.#before = null;
  }

  /** The number of items of one owner, including the batch in progress. */
  countOf(owner: OwnerId): number {
    return this.#byOwner.get(owner)?.size ?? 0;
  }

  /** Items of one owner, including the batch in progress. */
  of(owner: OwnerId): Item[] {
    return [...(this.#byOwner.get(owner)?.values() ?? [])];
  }

  /** Items of one owner as of the last commit, by id. */
  visible(owner: OwnerId): Item[] {
    const before = this.#before?.get(owner);
    const items = this.of(owner).filter(({ id }) => before?.has(id) !== true);
    for (const item of before?.values() ?? []) if (item !== null) items.push(item);
    return items.toSorted((a, b) => a.id - b.id);
  }

  /** All items as of the last commit. */
  allVisible(): Item[] {
    const before = this.#before;
    if (before === null || before.size === 0) return [...this.values()];
    return [...new Set([...this.#byOwner.keys(), ...before.keys()])].flatMap((owner) => this.visible(owner));
  }

  #remember(id: number, owner: OwnerId): void {
    if (this.#before === null) return;
    const own = this.#before.get(owner);
    const was = this.get(id) ?? null;
    if (own === undefined) this.#before.set(owner, new Map([[id, was]]));
    else if (!own.has(id)) own.set(id, was);
  }
}
