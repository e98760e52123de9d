import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type UIEvent } from 'react';
import { language } from '../../platform/language/language.ts';
import { useObservable } from '../../platform/observable.ts';
import { Skeleton } from '../../ui/layout/Skeleton.tsx';
import css from './carousel.module.css';
import { carouselQuery } from './queries.ts';
import { SlideArt } from './slide-art.tsx';

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
