/** The way to hold the screen; not in the DOM types, and not in every browser. */
interface LockedOrientation {
  readonly lock?: (orientation: 'landscape') => Promise<void>;
  readonly unlock?: () => void;
}

const orientation = (): LockedOrientation | undefined =>
  typeof screen === 'undefined' ? undefined : screen.orientation;

let isLocked = false;

/**
 * Turns the screen to landscape until `leaveLandscape`; for an installed app, since a browser's bars would turn with a
 * tab. Where the device refuses, the screen stays as it is held.
 */
export async function lockLandscape(): Promise<void> {
  const held = orientation();
  if (held?.lock === undefined) return;
  isLocked = await held.lock('landscape').then(
    () => true,
    () => false,
  );
}

/** Lets the screen turn as it is held again. */
export function leaveLandscape(): void {
  if (isLocked) orientation()?.unlock?.();
  isLocked = false;
}
