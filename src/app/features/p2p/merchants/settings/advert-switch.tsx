import { Trans, useLingui } from '@lingui/react/macro';
import type { OwnAdvert } from '#protocol/p2p/entities/trade.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Switch } from '#app/ui/controls/CheckBox.tsx';
import { CostSheet } from '#app/features/p2p/parts/cost-sheet.tsx';
import { costQuestionOf } from '#app/features/p2p/parts/cost-question.ts';
import { usePauseAdvert } from './mutations.ts';

/** Pauses one advert, or lets it be taken again; what it holds stays with it. */
export function AdvertSwitch({ advert: { id, paused, side, asset } }: { advert: OwnAdvert }) {
  const { t } = useLingui();
  const reachable = useReachable();
  const pause = usePauseAdvert();
  const question = costQuestionOf(pause.error);
  return (
    <>
      <Switch
        label={side === 'sell' ? t`Sell ${asset}: can be taken` : t`Buy ${asset}: can be taken`}
        checked={pause.isPending ? !pause.variables.paused : !paused}
        busy={pause.isPending}
        disabled={!reachable}
        onChange={(checked) => pause.mutate({ id, paused: !checked })}
      />
      <CostSheet
        question={question}
        busy={pause.isPending}
        practice={false}
        failure={null}
        label={<Trans>Resume the advert</Trans>}
        onClose={() => pause.reset()}
        onSend={() => pause.mutate({ id, paused: false, confirmed: true })}
      />
    </>
  );
}
