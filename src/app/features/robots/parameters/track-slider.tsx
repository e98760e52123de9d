import type { CSSProperties } from 'react';
import { useStillSlide } from '#app/ui/controls/still-press.ts';
import css from './track-slider.module.css';

/** One end of what is chosen. */
interface Thumb {
  /** What it sets, for readers. */
  readonly label: string;
  /** A whole position. */
  readonly value: number;
  /** The value in words, for readers. */
  readonly text: string;
  readonly onChange: (value: number) => void;
}

interface TrackSliderProps {
  readonly min: number;
  readonly max: number;
  /** One thumb, or the lower and the higher of two, which never meet. */
  readonly thumbs: readonly [Thumb] | readonly [Thumb, Thumb];
  /** Where a tick stands. */
  readonly mark?: number | undefined;
}

/**
 * A bare track with one thumb or two, dragged or set by keys. `number` is right here: these are positions, and money is
 * worked out exactly from them elsewhere. A scroll that starts on it changes nothing.
 */
export function TrackSlider({ min, max, thumbs, mark }: TrackSliderProps) {
  const share = (at: number) => (max > min ? (at - min) / (max - min) : 0);
  const [first, second] = thumbs;
  const isShown = mark !== undefined && mark >= min && mark <= max;
  const style: CSSProperties & Record<'--from' | '--to' | '--mark', number> = {
    '--from': share(first.value),
    '--to': share(second?.value ?? first.value),
    '--mark': isShown ? share(mark) : 0,
  };
  return (
    <div className={css['slider']} data-thumbs={thumbs.length} style={style}>
      <div className={css['track']} />
      {isShown && <i className={css['mark']} />}
      <ThumbInput
        {...{ min, max }}
        thumb={first}
        // Where both are at the right end, only the lower one can move.
        isAbove={second !== undefined && share(first.value) > 0.5}
        within={(value) => (second === undefined ? value : Math.min(value, second.value - 1))}
      />
      {second !== undefined && (
        <ThumbInput {...{ min, max }} thumb={second} within={(value) => Math.max(value, first.value + 1)} />
      )}
    </div>
  );
}

interface ThumbInputProps extends Pick<TrackSliderProps, 'min' | 'max'> {
  readonly thumb: Thumb;
  readonly isAbove?: boolean;
  readonly within: (value: number) => number;
}

function ThumbInput({ min, max, thumb, isAbove = false, within }: ThumbInputProps) {
  const { set, handlers } = useStillSlide((value) => {
    if (value !== thumb.value) thumb.onChange(value);
  });
  return (
    <input
      type="range"
      className={css['input']}
      min={min}
      max={max}
      step={1}
      value={thumb.value}
      aria-label={thumb.label}
      aria-valuetext={thumb.text}
      data-above={isAbove || undefined}
      onChange={(event) => set(within(Number(event.target.value)))}
      {...handlers}
    />
  );
}
