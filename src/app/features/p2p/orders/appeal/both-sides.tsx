import { Trans, useLingui } from '@lingui/react/macro';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { Section } from '#app/ui/layout/Section.tsx';
import { useCounterpartyName } from '../counterparty-row.tsx';
import { proofsOf, ProofThumbs } from '../proofs/proof-picture.tsx';
import { lastStatement, ownParty } from './appeal-state.ts';
import { DestroyedText } from './destroyed-text.tsx';
import css from './appeal.module.css';

/** What each side says, shows and has done so far: drawn alike, the viewer's own first. */
export function BothSides({ detail }: { detail: P2pOrderDetail }) {
  const { t } = useLingui();
  const own = ownParty(detail);
  const other = own === 'buyer' ? 'seller' : 'buyer';
  const name = useCounterpartyName()(detail.order);
  return (
    <Section title={<Trans>Both sides</Trans>}>
      <div className={css['sides']}>
        <Side
          detail={detail}
          party={own}
          name={own === 'buyer' ? t`You, buyer` : t`You, seller`}
          figures={detail.self}
        />
        <Side detail={detail} party={other} name={name} figures={detail.counterparty} />
      </div>
    </Section>
  );
}

interface SideProps {
  detail: P2pOrderDetail;
  party: 'buyer' | 'seller';
  name: string;
  figures: P2pOrderDetail['self'];
}

function Side({ detail, party, name, figures }: SideProps) {
  const statements = detail.appeal?.statements.filter(({ by }) => by === party) ?? [];
  const { finished, completion } = figures;
  const said = lastStatement(detail, party);
  return (
    <section className={css['side']} aria-label={name}>
      <h3 className={css['sideName']}>{name}</h3>
      {said === null ? (
        <p className={css['quote']}>
          <Trans>Has said nothing yet.</Trans>
        </p>
      ) : (
        statements.map(({ at, text }) => (
          <p key={at} className={css['quote']}>
            {text ?? <DestroyedText />}
          </p>
        ))
      )}
      <ProofThumbs proofs={proofsOf(detail, party)} whose={name} />
      <dl className={css['figures']}>
        <div>
          <dt>
            <Trans>Finished orders</Trans>
          </dt>
          <dd>{formatNumber(String(finished))}</dd>
        </div>
        <div>
          <dt>
            <Trans context="share of orders">Completed</Trans>
          </dt>
          <dd>{completion === null ? '–' : `${formatNumber(completion, { decimals: 1 })}%`}</dd>
        </div>
      </dl>
    </section>
  );
}
