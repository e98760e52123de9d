/** Hours from UTC that clocks stand at somewhere, in summer or winter, beside whole hours. */
const parts = [-9.5, -3.5, -2.5, 3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75, 13.75];
const whole = Array.from({ length: 27 }, (_, index) => index - 12);

/** The hours from UTC a user may choose, west to east: those that any place has. */
export const timeOffsets: readonly number[] = [...whole, ...parts].toSorted((one, other) => one - other);
