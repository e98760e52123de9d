import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type UIEvent, useRef, useState } from 'react';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import css from './carousel.module.css';
import { carouselQuery } from './queries.ts';

/** Slides side by side that a finger moves; they never move by themselves. */
export function Carousel() {
  const { t } = useLingui();
  const { data, isError } = useQuery(carouselQuery(useObservable(language)));
  const track = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const slides = data?.list ?? [];
  const follow = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const { scrollLeft, scrollWidth } = currentTarget;
    if (slides.length > 0)
      setCurrent(Math.min(slides.length - 1, Math.round((scrollLeft * slides.length) / scrollWidth)));
  };
  const show = (index: number) => {
    const slide = track.current?.children[index];
    slide?.scrollIntoView({ block: 'nearest', inline: 'center' });
  };
  if (isError && slides.length === 0) return null;
  return (
    <section className={css['carousel']} aria-label={t`Highlights`}>
      {slides.length === 0 && (
        <div className={css['waiting']}>
          <Skeleton height="120px" />
        </div>
      )}
      {slides.length > 0 && (
        <ul ref={track} className={css['track']} onScroll={follow}>
          {slides.map((slide) => (
            <li key={slide.key} className={css['cell']}>
              <a className={css['slide']} data-art={slide.art} href={`#${slide.to}`}>
                <span className={css['words']}>
                  <span className={css['title']}>{slide.title}</span>
                  <span className={css['text']}>{slide.text}</span>
                </span>
                <SlideArt art={slide.art} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <div className={css['dots']}>
        {slides.map((slide, index) => {
          const number = index + 1;
          return (
            <button
              key={slide.key}
              type="button"
              className={css['dot']}
              aria-label={t`Slide ${number}: ${slide.title}`}
              aria-current={index === current ? 'true' : undefined}
              onClick={() => show(index)}
            />
          );
        })}
      </div>
    </section>
  );
}

type Art = 'practice' | 'market' | 'offline' | 'safety';

/** Coins on a tray with a pencil over them: money one can rub out. */
function Practice() {
  return (
    <>
      <path className={css['ground']} d="M10 78h76" />
      <ellipse className={css['quiet']} cx="36" cy="70" rx="18" ry="6" />
      <ellipse className={css['quiet']} cx="36" cy="60" rx="18" ry="6" />
      <ellipse className={css['soft']} cx="36" cy="50" rx="18" ry="6" />
      <path className={css['quiet']} d="M18 50v20M54 50v20" />
      <path className={css['accent']} d="M52 44 76 14l9 7-24 30-12 4z" />
      <path className={css['fine']} d="m70 21 9 7" />
    </>
  );
}

/** Candles that rise, and the line of their average. */
function Market() {
  return (
    <>
      <path className={css['ground']} d="M8 78h80" />
      <path className={css['down']} d="M22 44v28M22 50h-5v14h10V50z" />
      <path className={css['up']} d="M40 34v34M40 40h-5v18h10V40z" />
      <path className={css['down']} d="M58 36v24M58 40h-5v12h10V40z" />
      <path className={css['up']} d="M76 12v42M76 20h-5v24h10V20z" />
      <path className={css['line']} d="M10 66c14 2 20-12 32-16s22 2 44-30" />
    </>
  );
}

/** A phone that extends below a sky without waves. */
function Offline() {
  return (
    <>
      <rect className={css['quiet']} x="32" y="24" width="34" height="58" rx="6" />
      <path className={css['soft']} d="M38 34h22v8H38z" />
      <path className={css['fine']} d="M38 50h22M38 58h16M38 66h19" />
      <path className={css['quiet']} d="M20 20a40 40 0 0 1 58 0M30 14a30 30 0 0 1 10-4" />
      <path className={css['warn']} d="m74 8 14 14M88 8 74 22" />
    </>
  );
}

/** A ledger whose two sides weigh the same. */
function Safety() {
  return (
    <>
      <path className={css['quiet']} d="M48 20v54M32 78h32" />
      <path className={css['accent']} d="M18 30h60" />
      <circle className={css['soft']} cx="48" cy="18" r="6" />
      <path className={css['quiet']} d="m20 30-9 24h18zM76 30l-9 24h18z" />
      <path className={css['up']} d="M11 54a9 8 0 0 0 18 0z" />
      <path className={css['up']} d="M67 54a9 8 0 0 0 18 0z" />
    </>
  );
}

const drawings: Readonly<Record<Art, () => ReactElement>> = {
  practice: Practice,
  market: Market,
  offline: Offline,
  safety: Safety,
};

/** The drawing of a slide; decoration. */
function SlideArt({ art }: { art: Art }) {
  const Drawing = drawings[art];
  return (
    <svg className={css['art']} width="96" height="88" viewBox="0 0 96 88" aria-hidden focusable={false}>
      <Drawing />
    </svg>
  );
}
