import type { ReactNode } from 'react';
import { Banner } from './Banner.tsx';

/** Why the last try of a form or an action failed, above its button and announced; nothing while `text` is null. */
export function FailureBanner({ text }: { text: ReactNode }) {
  if (text === null) return null;
  return (
    <Banner inset tone="danger" live>
      {text}
    </Banner>
  );
}
