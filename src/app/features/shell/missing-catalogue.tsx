import { Plural, Trans } from '@lingui/react/macro';
import { minuteMs } from '#protocol/core/durations.ts';
import { toast } from '#app/ui/overlays/toast.ts';

/** Long enough to be noticed by a user who looks elsewhere. */
const shownMs = minuteMs;

/** Says that messages, tickets or replies that waited to be sent are no longer on this device. */
export function reportMissingCatalogue(count: number): void {
  toast.show({
    type: 'error',
    title: <Plural value={count} one="# message you wrote was lost" other="# messages you wrote were lost" />,
    detail: <Trans>They were waiting to be sent, and this device lost them. Please write them again.</Trans>,
    durationMs: shownMs,
    key: 'lost-words',
  });
}
