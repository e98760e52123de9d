import { Trans, useLingui } from '@lingui/react/macro';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { fieldLabels } from '../application-labels.ts';
import css from '../listing.module.css';
import { bareAddress, longest } from '../steps.ts';
import { CoinLine } from './coin-line.tsx';
import type { StepFields } from './use-step.ts';

const links = ['site', 'explorer', 'whitepaper'] as const;
const samples = { site: 'avocet.example', explorer: 'explorer.example/avo', whitepaper: 'avocet.example/paper.pdf' };

/** The third step: where anybody can read about the coin, as its page will lead there. */
export function LinksStep({ fields: { draft, field, isRight } }: { fields: StepFields }) {
  const { i18n } = useLingui();
  return (
    <>
      <CoinLine draft={draft} />
      {links.map((name) => (
        <TextField
          kind="web"
          key={name}
          label={i18n._(fieldLabels[name])}
          placeholder={samples[name]}
          type="url"
          inputMode="url"
          limit={longest(name)}
          enterKeyHint={name === 'whitepaper' ? 'done' : 'next'}
          required
          {...field(name, bareAddress)}
        />
      ))}
      <section className={css['picture']}>
        <h3>
          <Trans>What the reviewer opens</Trans>
        </h3>
        <KeyValue
          roomy
          items={links.map((name) => ({
            id: name,
            key: i18n._(fieldLabels[name]),
            value: isRight(name) ? draft[name] : '–',
          }))}
        />
      </section>
    </>
  );
}
