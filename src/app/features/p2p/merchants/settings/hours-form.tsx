import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { MerchantSettings } from '#protocol/p2p/entities/merchants.ts';
import type { OpeningHours } from '#protocol/p2p/opening-hours.ts';
import { formatOffset, hoursNow } from '#app/platform/format/time-format.ts';
import { Switch } from '#app/ui/controls/CheckBox.tsx';
import { PickerField } from '#app/ui/controls/PickerField.tsx';
import { Section, Stack } from '#app/ui/layout/Section.tsx';
import { useChangeSettings } from './mutations.ts';
import { clockText, halfHours, withTime } from './opening-times.ts';
import { SaveButton } from './save-button.tsx';
import css from './settings.module.css';

/** Nine to six, which one begins with. */
const usual = { from: 540, to: 1080 };

/** Hours of every day in which adverts can be taken; always without them. */
export function HoursForm({ settings }: { settings: MerchantSettings }) {
  const { t } = useLingui();
  const change = useChangeSettings();
  const [typed, setTyped] = useState<OpeningHours | null | undefined>(undefined);
  const hours = typed === undefined ? settings.hours : typed;
  const times = halfHours.map((minutes) => ({ value: String(minutes), label: clockText(minutes) }));
  // Hours set to the minute elsewhere are shown as they are.
  const options = (minutes: number) =>
    halfHours.includes(minutes) ? times : [{ value: String(minutes), label: clockText(minutes) }, ...times];
  const zone = formatOffset();
  return (
    <Section title={t`Opening hours`} band>
      <div className={css['row']}>
        <p className={css['name']}>
          <Trans>Only at certain hours</Trans>
        </p>
        <Switch
          label={t`Only at certain hours`}
          checked={hours !== null}
          onChange={(checked) => setTyped(checked ? { ...usual, offsetMinutes: hoursNow() * 60 } : null)}
        />
      </div>
      <Stack gap={3}>
        {hours !== null && (
          <div className={css['pair']}>
            {(['from', 'to'] as const).map((end) => (
              <PickerField
                key={end}
                label={
                  end === 'from'
                    ? t({ message: 'Opens', context: 'merchant hours' })
                    : t({ message: 'Closes', context: 'merchant hours' })
                }
                value={String(hours[end])}
                options={options(hours[end])}
                searchable={false}
                onChange={(minutes) => setTyped(withTime(hours, end, Number(minutes)))}
              />
            ))}
          </div>
        )}
        {hours !== null && (
          <p className={css['text']}>
            <Trans>Every day, in your time ({zone}). A close before the opening is on the next day.</Trans>
          </p>
        )}
        {typed !== undefined && (
          <SaveButton
            change={change}
            input={{
              hours: typed === null ? null : { ...typed, offsetMinutes: hoursNow() * 60 },
            }}
            saved={t`Opening hours saved`}
            onSaved={() => setTyped(undefined)}
          >
            <Trans>Save opening hours</Trans>
          </SaveButton>
        )}
        <span />
      </Stack>
    </Section>
  );
}
