import type { OwnerId } from '../../../protocol/brand.ts';

/** Something in a market that belongs to somebody. */
interface Owned {
  readonly id: number;
  readonly owner: OwnerId;
}

/**
 * Orders or positions of one market by id, and by owner beside it: what is asked of one owner costs what that owner has,
 * never what all have. While a batch is on its way it remembers what was before it.
 */
export class OwnedItems<Item extends Owned> extends Map<number, Item> {
  readonly #byOwner = new Map<bigint, Map<number, Item>>();
  /** What items of an owner were before the batch on its way; null for those that were not there. */
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

  /** A batch begins: what it changes is remembered as it was. */
  hold(): void {
    this.#before ??= new Map();
  }

  /** The batch is committed. */
  release(): void {
    this.#before = null;
  }

  /** How many one owner has now. */
  countOf(owner: OwnerId): number {
    return this.#byOwner.get(owner)?.size ?? 0;
  }

  /** What one owner has now, also by a batch on its way. */
  of(owner: OwnerId): Item[] {
    return [...(this.#byOwner.get(owner)?.values() ?? [])];
  }

  /** What one owner had at the last commit, by id. */
  visible(owner: OwnerId): Item[] {
    const before = this.#before?.get(owner);
    const items = this.of(owner).filter(({ id }) => before?.has(id) !== true);
    for (const item of before?.values() ?? []) if (item !== null) items.push(item);
    return items.toSorted((a, b) => a.id - b.id);
  }

  #remember(id: number, owner: OwnerId): void {
    if (this.#before === null) return;
    const own = this.#before.get(owner);
    const was = this.get(id) ?? null;
    if (own === undefined) this.#before.set(owner, new Map([[id, was]]));
    else if (!own.has(id)) own.set(id, was);
  }
}
