import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, Share2 } from 'lucide-react';
import type { Robot } from '#protocol/robots/entities/robots.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { useCopy } from '#app/ui/controls/copying.ts';
import { Icon } from '#app/ui/icons.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { QrCode } from '#app/ui/lists/QrCode.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { useShareLink } from '#app/ui/overlays/sharing.ts';
import { shareLink } from '../parameters/share-link.ts';
import { useParameterFacts } from '../parameters/use-facts.ts';
import { strategyLabels } from '../robot-labels.ts';
import css from './share-sheet.module.css';

interface ShareSheetProps {
  readonly open: boolean;
  readonly robot: Pick<Robot, 'pair' | 'base' | 'quote' | 'strategy' | 'parameters'>;
  readonly onClose: () => void;
}

/** The parameters of a robot as a code and a link: who opens it tries them on past prices first. No amount goes with it. */
export function ShareSheet({ open, robot, onClose }: ShareSheetProps) {
  const { t, i18n } = useLingui();
  const factsOf = useParameterFacts();
  const copy = useCopy();
  const share = useShareLink();
  const link = shareLink(robot.pair, robot.parameters, location);
  const title = `${i18n._(strategyLabels[robot.strategy])} ${robot.base}/${robot.quote}`;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Share parameters`}
      footer={
        <div className={css['buttons']}>
          <Button icon={<Icon of={Copy} size="inline" />} onClick={() => copy(link, t`Link copied`)}>
            {t`Copy link`}
          </Button>
          <Button
            kind="primary"
            icon={<Icon of={Share2} size="inline" />}
            onClick={() => void share({ title, url: link }, t`Link copied`)}
          >
            {t`Share`}
          </Button>
        </div>
      }
    >
      <Stack inset gap={3}>
        <div className={css['code']}>
          <QrCode text={link} label={t`QR code of these parameters`} size={188} />
          <p className={css['title']}>{title}</p>
        </div>
        <FactsCard items={factsOf(robot.parameters, robot.quote)} />
        <p className={css['note']}>
          <Trans>Amounts and results are not shared. Who opens it tries the parameters on past prices first.</Trans>
        </p>
      </Stack>
    </Sheet>
  );
}
