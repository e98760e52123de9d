interface ImportMetaEnv {
  /** Base of the calls, with a slash at the end. */
  readonly API_BASE: string;
  /** Address or path of the stream. */
  readonly STREAM_BASE: string;
  /** Base of pictures and files users uploaded. */
  readonly FILE_BASE: string;
  /** Identifies this build; the exchange reports the newest one. */
  readonly BUILD: string;
  /** Words may be missing: see tools/app-build.ts. */
  readonly DRAFT: boolean;
}

declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
