/** The product's local storage keys (spec point 3); everything else the app keeps starts with `dunlin.`. */
export const storageKeys = {
  /** Persisted client state: `{ transfer, qiquan_id }`. */
  state: 'vuex',
  language: 'lang',
  token: 'token',
  theme: 'theme',
  fingerprintActive: 'isFinger',
  fingerprintFlag: 'fingerBool',
  faceFlag: 'isface',
  /** Up and down colours: `green`, `red` or `cb`. */
  upDown: 'dunlin.updown',
  /** Hours from UTC at which times are shown. */
  timeOffset: 'dunlin.offset',
  hideAmounts: 'dunlin.hide',
  /** How large articles are written: `small`, `normal`, `large` or `largest`. */
  textSize: 'dunlin.textSize',
  favourites: 'dunlin.favourites',
  /** Random id of the device, see `features/check-in/mutations.ts`. */
  device: 'dunlin.device',
} as const;
