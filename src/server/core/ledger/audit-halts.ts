import type { Logger } from '../log/log.ts';

/** The coins that the audit halts. */
export interface AuditHalts {
  assets(): ReadonlySet<string>;
  /**
   * Applies the halts of a report; coins that an operator resolved and a full check found clean are released.
   *
   * @returns whether any coin is newly halted; listeners are notified
   */
  take(halted: readonly string[]): boolean;
  /** Notified when coins are halted, with all halted coins. @returns unsubscribes */
  onHalt(listener: (assets: ReadonlySet<string>) => void): () => void;
}

/** Halted coins, none at first. */
export function auditHalts(logger: Pick<Logger, 'warn'>): AuditHalts {
  const listeners = new Set<(assets: ReadonlySet<string>) => void>();
  let haltedAssets: ReadonlySet<string> = new Set();

  return {
    assets: () => haltedAssets,
    take(halted) {
      const isWorse = halted.some((asset) => !haltedAssets.has(asset));
      const lifted = [...haltedAssets].filter((asset) => !halted.includes(asset));
      haltedAssets = new Set(halted);
      if (lifted.length > 0) logger.warn({ lifted }, 'a full check was clean: no longer halted');
      if (isWorse) for (const listener of listeners) listener(haltedAssets);
      return isWorse;
    },
    onHalt(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
