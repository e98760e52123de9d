import { Trans } from '@lingui/react/macro';
import { usePracticeMode } from '../../platform/session/launch-config.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import css from './support.module.css';

/** Says who reads a work order in practice mode: nobody, unless whoever runs the exchange does. */
export function PracticeNote({ order }: { order?: string }) {
  const isPractice = usePracticeMode();
  if (isPractice !== true) return null;
  const command = order === undefined ? 'orders' : `answer ${order} TEXT`;
  return (
    <Banner inset>
      <Trans>
        Practice mode: no staff reads this. Whoever runs this exchange can answer on its machine:{' '}
        <code className={css['code']}>npm run operator -- {command}</code>
      </Trans>
    </Banner>
  );
}
