import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { locales } from '#protocol/core/locales.ts';
import { displayCurrency } from '#app/platform/format/display-currency.ts';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { type Theme, chooseTheme, theme } from '#app/platform/device/theme.ts';
import { chooseTimeZone, offsetText, timeZone } from '#app/platform/format/time-format.ts';
import { type UpDown, chooseUpDown, chosenUpDown, upDownOfLanguage } from '#app/platform/device/up-down.ts';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { PickerField } from '#app/ui/controls/PickerField.tsx';
import { Section, Stack } from '#app/ui/layout/Section.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { timeOffsets } from './time-offsets.ts';
import styles from './display-settings.module.css';

/** How the app looks on this device: theme, colours of up and down, language, time zone. In force at once. */
export function DisplaySettings() {
  const { t } = useLingui();
  const current = useObservable(theme);
  const themes: readonly { id: Theme; label: string }[] = [
    { id: 'dark', label: t`Dark` },
    { id: 'light', label: t`Light` },
  ];
  const { name, tag } = locales[useObservable(language)];
  return (
    <Section title={t`Display`} band>
      <Stack gap={3}>
        <Segmented label={t`Theme`} items={themes} value={current} onChange={chooseTheme} />
        <UpDownPicker />
        <TimeZonePicker />
      </Stack>
      <ListRow
        light
        height={56}
        title={t`Language`}
        value={<span lang={tag}>{name}</span>}
        render={(link) => <Link to="/pages/mine/lang" {...link} />}
      />
      <ListRow
        light
        height={56}
        title={t`Display currency`}
        value={useObservable(displayCurrency)}
        render={(link) => <Link to="/pages/assets/rate" {...link} />}
      />
    </Section>
  );
}

/** The two colours as they will look, whatever is in force around them. */
function UpDownPreview({ colours }: { colours: UpDown }) {
  return (
    <span className={styles['preview']} data-updown={colours} aria-hidden>
      <span className={styles['up']}>
        <Icon of={ArrowUp} size="inline" />
      </span>
      <span className={styles['down']}>
        <Icon of={ArrowDown} size="inline" />
      </span>
    </span>
  );
}

function UpDownPicker() {
  const { t } = useLingui();
  const locale = useObservable(language);
  const [choice, setChoice] = useState<UpDown | 'language'>(() => chosenUpDown() ?? 'language');
  const options = [
    {
      value: 'language' as const,
      label: t`Language default`,
      leading: <UpDownPreview colours={upDownOfLanguage(locale)} />,
    },
    { value: 'green' as const, label: t`Green up, red down`, leading: <UpDownPreview colours="green" /> },
    { value: 'red' as const, label: t`Red up, green down`, leading: <UpDownPreview colours="red" /> },
    {
      value: 'cb' as const,
      label: t`Blue up, orange down`,
      detail: t`Easier to tell apart if you are colour-blind`,
      leading: <UpDownPreview colours="cb" />,
    },
  ];
  return (
    <PickerField
      label={t`Up and down colours`}
      value={choice}
      options={options}
      onChange={(next) => {
        setChoice(next);
        chooseUpDown(next === 'language' ? null : next, locale);
      }}
    />
  );
}

function TimeZonePicker() {
  const { t } = useLingui();
  const { choice } = useObservable(timeZone);
  const options = [
    { value: 'device', label: t`As on this device` },
    ...timeOffsets.map((each) => ({ value: String(each), label: offsetText(each) })),
  ];
  return (
    <PickerField
      label={t`Time zone`}
      value={String(choice)}
      options={options}
      searchable={false}
      onChange={(next) => chooseTimeZone(next === 'device' ? next : Number(next))}
    />
  );
}
