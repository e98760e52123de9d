/** The mark, a dunlin in flight, as one shape in a box of 64 by 64. `tools/icons.ts` draws the icons of public/ from it. */
export const logoPath =
  'M63 36.2C58.6 31.6 54.4 29.4 50 28.4C48.8 23.6 43.2 22 38.6 25.2C37.2 16.4 30.6 7.4 17.4 1.6C21.2 10.2 22.4 19 21.8 28.8C15 31.8 7.6 37 1 45C9.2 43.2 15.8 43.2 21.6 44.6C20 50.2 16.6 56 10.6 62C21.4 59 29 53.4 33.4 45.6C41.6 44.4 47.6 39.8 49.9 32.4C54.2 32.2 58.6 33.6 63 36.2Z';
