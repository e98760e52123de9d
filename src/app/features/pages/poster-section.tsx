import { Trans, useLingui } from '@lingui/react/macro';
import { Download, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { locales } from '#protocol/core/locales.ts';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { type Theme, theme } from '#app/platform/device/theme.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { Section, Stack } from '#app/ui/layout/Section.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { drawPoster, posterFile, posterHeight, posterWidth } from './poster.ts';
import { saveFile, shareBySystem } from '#app/ui/overlays/share-file.ts';
import css from './share-screen.module.css';

interface PosterSectionProps {
  readonly title: string;
  readonly text: string;
  readonly code: string;
  readonly link: string;
}

interface Poster {
  readonly file: File;
  /** Address of the picture within this page. */
  readonly url: string;
}

type Made = { readonly poster: Poster } | 'drawing' | 'failed';

/** The poster in the theme and the language in force, drawn again when one of them changes. */
function usePoster({ title, text, code, link }: PosterSectionProps, look: Theme): Made {
  const { t } = useLingui();
  const locale = useObservable(language);
  const scan = t`Scan to open an account`;
  const codeLabel = t`Invitation code`;
  const [made, setMade] = useState<Made>('drawing');
  useEffect(() => {
    let url: string | null = null;
    let current = true;
    const draw = async () => {
      try {
        const canvas = document.createElement('canvas');
        const labels = { title, text, code, scan, codeLabel, host: new URL(link).host };
        drawPoster(canvas, labels, link, look, locales[locale].tag);
        const file = await posterFile(canvas);
        if (!current) return;
        url = URL.createObjectURL(file);
        setMade({ poster: { file, url } });
      } catch {
        if (current) setMade('failed');
      }
    };
    void draw();
    return () => {
      current = false;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [title, text, code, link, look, locale, scan, codeLabel]);
  return made;
}

/** A picture that invites: made here, shown, shared or saved. */
export function PosterSection(props: PosterSectionProps) {
  const { t } = useLingui();
  const { code } = props;
  const [look, setLook] = useState(() => theme.get());
  const made = usePoster(props, look);
  const poster = typeof made === 'string' ? null : made.poster;
  const save = () => {
    if (poster === null) return;
    saveFile(poster.file);
    toast.show({ type: 'success', title: t`Poster saved`, detail: t`It is in your downloads.` });
  };
  const share = async () => {
    if (poster === null) return;
    const outcome = await shareBySystem({ files: [poster.file], title: 'Dunlin', text: props.link });
    if (outcome === 'unavailable') save();
  };
  return (
    <Section title={t`Poster`} band>
      <Stack gap={4}>
        <Segmented
          label={t`Poster colours`}
          items={[
            { id: 'dark', label: t`Dark` },
            { id: 'light', label: t`Light` },
          ]}
          value={look}
          onChange={setLook}
        />
        {made === 'failed' ? (
          <Banner inset tone="warn" live>
            <Trans>The poster could not be drawn on this device. Share the link instead.</Trans>
          </Banner>
        ) : (
          <div className={css['poster']} aria-busy={poster === null}>
            {poster !== null && (
              <img
                className={css['picture']}
                src={poster.url}
                width={posterWidth}
                height={posterHeight}
                alt={t`Poster with the invitation code ${code} and its QR code`}
              />
            )}
          </div>
        )}
        <Button icon={<Icon of={Share2} size="row" />} disabled={poster === null} onClick={() => void share()}>
          <Trans>Share poster</Trans>
        </Button>
        <Button kind="outline" icon={<Icon of={Download} size="row" />} disabled={poster === null} onClick={save}>
          <Trans>Save poster</Trans>
        </Button>
        <span />
      </Stack>
    </Section>
  );
}
