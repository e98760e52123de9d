import { storageKeys } from '#protocol/core/storage-keys.ts';
import { observable } from '#app/platform/observable.ts';
import { readStored, writeStored } from '#app/platform/storage/storage.ts';
import { type TextSize, textSizes } from '#app/ui/lists/ArticleText.tsx';

function stored(): TextSize {
  const kept = readStored(storageKeys.textSize);
  return textSizes.find((size) => size === kept) ?? 'normal';
}

/** How large articles are written on this device, beside the text size of the device itself. */
export const textSize = observable<TextSize>(stored());

export function chooseTextSize(size: TextSize): void {
  writeStored(storageKeys.textSize, size);
  textSize.set(size);
}
