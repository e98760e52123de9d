/** The highest of the `period` values that end at `index`. */
export function highestOf(values: Float64Array, index: number, period: number): number {
  let highest = values[index]!;
  for (let back = index - period + 1; back < index; back += 1) if (values[back]! > highest) highest = values[back]!;
  return highest;
}

/** The lowest of the `period` values that end at `index`. */
export function lowestOf(values: Float64Array, index: number, period: number): number {
  let lowest = values[index]!;
  for (let back = index - period + 1; back < index; back += 1) if (values[back]! < lowest) lowest = values[back]!;
  return lowest;
}
