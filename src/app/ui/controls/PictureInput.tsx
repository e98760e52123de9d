import type { ChangeEvent, RefObject } from 'react';

interface PictureInputProps {
  /** For the button that opens it. */
  readonly picker: RefObject<HTMLInputElement | null>;
  readonly label: string;
  /** Media types that may be chosen. */
  readonly accept: string;
  /** Which camera takes it, where the device has one; without it the pictures of the device are offered. */
  readonly capture?: 'environment' | 'user';
  readonly onChoose: (file: File) => void;
}

/** The file field behind a button that asks for a picture. Readers have the button; the same file can be chosen again. */
export function PictureInput({ picker, label, onChoose, ...asked }: PictureInputProps) {
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (file !== undefined) onChoose(file);
  };
  return <input ref={picker} type="file" hidden aria-label={label} {...asked} onChange={onChange} />;
}
