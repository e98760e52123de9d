import { useId, type ChangeEvent, type CSSProperties } from 'react';
import css from './Slider.module.css';
import { useStillSlide } from './still-press.ts';

const quarters = [0, 25, 50, 75, 100] as const;

interface SliderProps {
  /** What it sets, for readers. */
  label: string;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
  /** Where dots stand and where the thumb snaps to; ascending. */
  stops?: readonly number[];
  /** Text of a stop or value: "25%", "10×". */
  format?: (value: number) => string;
  /** Words under the stops; the last carries the unit. Default: the bare stop, `format` for the last. */
  labels?: readonly string[];
  disabled?: boolean;
}

/** A value near a stop is the stop: within 2% of the range. */
function snap(value: number, stops: readonly number[], range: number): number {
  return stops.find((stop) => Math.abs(stop - value) <= range * 0.02) ?? value;
}

/**
 * A share of 0 to 100% by default, dragged or set by keys: arrows by a step, Page keys by a tenth, Home and
 * End. `number` is right here: it is a position, and money is worked out exactly from it elsewhere.
 */
export function Slider(props: SliderProps) {
  const { label, value, onChange, min = 0, max = 100, step = 1, stops = quarters, disabled = false } = props;
  const format = props.format ?? ((at: number) => `${at}%`);
  const id = useId();
  const share = (at: number) => (max > min ? (at - min) / (max - min) : 0);
  const { set, handlers } = useStillSlide(onChange);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (disabled) return;
    const next = Number(event.target.value);
    const byKey = Math.abs(next - value) <= step;
    set(byKey ? next : snap(next, stops, max - min));
  };
  const style: CSSProperties & { '--at': number } = { '--at': share(value) };
  return (
    <div className={css['slider']} style={style} data-disabled={disabled || undefined}>
      <div className={css['track']} aria-hidden>
        {stops.map((stop) => (
          <i key={stop} data-on={stop <= value || undefined} style={{ left: `${share(stop) * 100}%` }} />
        ))}
      </div>
      <input
        id={id}
        type="range"
        className={css['input']}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-label={label}
        aria-valuetext={format(value)}
        aria-disabled={disabled || undefined}
        onChange={change}
        {...handlers}
      />
      <div className={css['labels']} aria-hidden>
        {stops.map((stop, index) => (
          <em key={stop} style={{ left: `${share(stop) * 100}%` }}>
            {props.labels?.[index] ?? (index === stops.length - 1 ? format(stop) : String(stop))}
          </em>
        ))}
      </div>
    </div>
  );
}
