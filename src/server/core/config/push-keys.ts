/** The sender's VAPID keys, by which push services identify it. */
export interface PushKeys {
  /** P-256 point in base64url; browsers subscribe with it. */
  readonly publicKey: string;
  readonly privateKey: string;
  /** How a push service reaches the operator: `mailto:` or `https:`. */
  readonly subject: string;
}
