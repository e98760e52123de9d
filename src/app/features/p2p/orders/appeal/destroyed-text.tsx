import { Trans } from '@lingui/react/macro';

/** In place of a text of an appeal whose key was destroyed. */
export function DestroyedText() {
  return <Trans>This text was destroyed at the request of a person it is about.</Trans>;
}
