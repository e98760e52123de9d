import { useLingui } from '@lingui/react/macro';
import { Badge, type BadgeTone } from '#app/ui/lists/Badge.tsx';

const tones: Readonly<Record<string, BadgeTone>> = {
  safety: 'warn',
  fees: 'plain',
  product: 'accent',
  guide: 'accent',
};

/** What an article is about, in a word; nothing for a tag this build does not know. */
export function TagBadge({ tag }: { tag: string | null }) {
  const { t } = useLingui();
  const labels: Readonly<Record<string, string>> = {
    guide: t`Guide`,
    fees: t`Fees`,
    safety: t`Safety`,
    product: t`Product`,
  };
  const word = tag === null ? undefined : labels[tag];
  return word === undefined ? null : <Badge tone={tones[tag ?? ''] ?? 'plain'}>{word}</Badge>;
}
