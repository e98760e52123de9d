import type { Logger } from '../log/log.ts';

/** The coins that the audit halts. */
export interface AuditHalts {
  assets(): ReadonlySet<string>;
  /**
   * The coins a report halts; those that an operator resolved and a full check found clean are no longer among them.
   *
   * @returns whether one of them was not halted before: listeners are told
   */
  take(halted: readonly string[]): boolean;
  /** Told when coins are halted, with all of them. @returns stops the listening */
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
