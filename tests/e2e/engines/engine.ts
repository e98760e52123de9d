import type { Page } from 'playwright';

/** A browser of another engine than the one that all other tests use, as far as a walk through the app needs it. */
export interface Engine {
  readonly name: string;
  /** What this machine lacks to run it, in words; null when it has everything. */
  readonly missing: string | null;
  /** Starts it with a fresh profile. @throws when it does not answer in time */
  start(): Promise<EngineBrowser>;
}

export interface EngineBrowser {
  /** As the browser names itself, for reports. */
  readonly version: string;
  newTab(): Promise<EngineTab>;
  /** Ends the browser and removes its profile. */
  close(): Promise<void>;
}

export interface EngineTab {
  /** Loads an address; resolves once its `load` event was fired. */
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  /**
   * Runs a function in the page, as Playwright does, so that helpers serve both. What goes in and comes out must be JSON.
   */
  readonly evaluate: Page['evaluate'];
  /** Real input, at the same time from every source. */
  perform(sources: readonly InputSource[]): Promise<void>;
  /** What the tab shows, as PNG. */
  screenshot(): Promise<Buffer>;
  /** Shows this tab instead of the one in front. */
  toFront(): Promise<void>;
  /** Uncaught errors of the pages that this tab showed. */
  complaints(): Promise<readonly string[]>;
}

/** Input as WebDriver and WebDriver BiDi take it alike (W3C WebDriver, "Actions"). Coordinates are CSS pixels of the viewport. */
export type InputSource =
  | {
      readonly type: 'pointer';
      readonly id: string;
      readonly parameters: { readonly pointerType: 'mouse' };
      readonly actions: readonly (
        | { readonly type: 'pointerMove'; readonly x: number; readonly y: number }
        | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: number }
      )[];
    }
  | {
      readonly type: 'key';
      readonly id: string;
      readonly actions: readonly { readonly type: 'keyDown' | 'keyUp'; readonly value: string }[];
    };

/** A function of a test and its argument as one expression that a page can run; answers JSON, `null` for nothing. */
export function asExpression(body: unknown, argument: unknown): string {
  const given = argument === undefined ? '' : JSON.stringify(argument);
  return `Promise.resolve((${String(body)})(${given})).then((value) => JSON.stringify(value) ?? 'null')`;
}
