import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type Code, codes } from '#protocol/core/codes.ts';
import type { SwitchedOffReason } from '#protocol/core/products.ts';

/** The message of every code of the error catalogue (spec point 8): what happened, and what to do about it. */
export const errorMessages: Readonly<Record<Code, MessageDescriptor>> = {
  200: msg`Done.`,
  100: msg`That did not work. Check what you entered and try again.`,
  400: msg`This was already processed. Nothing was done twice.`,
  401: msg`Enter your transaction password to continue.`,
  404: msg`This no longer exists. Go back and refresh the list.`,
  500: msg`System busy. Try again in a minute.`,
  1001: msg`Log in to continue.`,
  2001: msg`The verification code is wrong. Check the latest message.`,
  2002: msg`The transaction password is wrong.`,
  2003: msg`Set a transaction password first, in Security.`,
  2004: msg`Verify your identity first.`,
  2005: msg`Not enough in this wallet. Enter a smaller amount or add funds.`,
  2006: msg`The current password is wrong.`,
  2007: msg`This invitation code does not exist. Check it, or leave the field empty.`,
  2008: msg`The passwords do not match. Enter them again.`,
  2009: msg`The login password is wrong.`,
  2010: msg`The account or the password is wrong.`,
  2011: msg`There is no such user. Check the account.`,
  2012: msg`This account already exists. Log in instead.`,
  2013: msg`This email is already linked. Use another one.`,
  2014: msg`This phone number is already linked. Use another one.`,
  2015: msg`This is not open yet.`,
  2016: msg`This account is disabled. Contact support.`,
  2017: msg`Verify your identity before P2P trading.`,
  2018: msg`Only the payment methods named in the advert are accepted.`,
  2019: msg`This nickname is taken. Choose another one.`,
  2020: msg`Set a nickname first.`,
  2021: msg`The risk of liquidation is too high. Add margin first.`,
  2022: msg`After the fee too little is left to withdraw. Enter a larger amount.`,
  2023: msg`Long: set take-profit above the price.`,
  2024: msg`Long: set stop-loss below the price.`,
  2025: msg`Short: set take-profit below the price.`,
  2026: msg`Short: set stop-loss above the price.`,
  2027: msg`After the fee too little is left to transfer. Enter a smaller amount.`,
  2028: msg`Part of this is the margin of an open position. Transfer less, or close the position first.`,
  2029: msg`Not enough funds. Enter a smaller amount.`,
  2030: msg`Enter an account: a complete email or a phone number.`,
  2031: msg`Enter a password of 6 to 18 characters that is not too simple.`,
  2032: msg`Enter the verification code.`,
  2033: msg`Enter an amount.`,
  2034: msg`Enter an address.`,
  2035: msg`Another merchant has this nickname. Choose another one.`,
  2036: msg`This receiving account was added before.`,
  2037: msg`This bank account was added before.`,
  2038: msg`Enter a name.`,
  2039: msg`Enter a document number.`,
  2040: msg`Upload all required photos.`,
  2041: msg`Set a transaction password before you do this.`,
  2042: msg`Link an email first.`,
  2043: msg`Link a phone number first.`,
  2044: msg`The verification expired. Request a new code.`,
  2045: msg`Too many attempts. Wait a while, then try again.`,
  2046: msg`This is your own deposit address. Enter another one.`,
  2047: msg`You have already applied. Your identity is under review.`,
  2048: msg`You have already applied. Your deposit is under review.`,
  2049: msg`Top up the security deposit first.`,
  2050: msg`The price is not valid. Check its step and its range.`,
  2051: msg`The price is beyond the market price. Move it closer.`,
  2052: msg`You cannot close more lots than are left.`,
  2053: msg`Close at least 1 lot.`,
  2054: msg`Choose an area.`,
  2055: msg`The option market is closed. Wait for the next round.`,
  2056: msg`The prize pool is full. Wait for the next round.`,
  2057: msg`Trading in this pair is closed for now.`,
  2058: msg`The currencies do not match. Choose the same one.`,
  2059: msg`The quantity is outside the allowed range.`,
  2060: msg`You have already joined this round.`,
  2061: msg`This round is no longer open. Wait for the next one.`,
  2062: msg`The amount is above the maximum of this subscription.`,
  2063: msg`The amount is below the minimum of this subscription.`,
  2064: msg`This subscription has ended or has not started.`,
  3001: msg`The amount is below the minimum withdrawal.`,
  3002: msg`You have already applied. Your withdrawal is under review.`,
  3003: msg`The address is not valid. Check it and the network.`,
  3004: msg`The amount is below the minimum purchase.`,
  4001: msg`That is your own account. Enter someone else’s.`,
  4002: msg`The order is being matched and cannot be cancelled now.`,
  4003: msg`This order can no longer be cancelled.`,
  4004: msg`The position cannot be closed now. Try again in a moment.`,
  4005: msg`The stop price is on the wrong side of the market price.`,
  4006: msg`The take-profit price is on the wrong side of the market price.`,
  4007: msg`The stop price is on the wrong side of the mark price.`,
  4008: msg`This has already been reviewed.`,
  4009: msg`You have an unfinished order. Finish it first.`,
  4010: msg`Your security deposit is being returned. Wait until the return is complete.`,
  4013: msg`Too busy right now. Try again in a moment.`,
  4014: msg`There is a problem with your account. Contact support.`,
  4015: msg`There is a problem with this order. Contact support.`,
  4016: msg`The order is below the minimum. Enter a larger amount.`,
  4017: msg`This order is finished. Go back to P2P trading.`,
  4018: msg`The message could not be sent. Check the address and try again.`,
  4020: msg`You have already received this income.`,
  4021: msg`The miner has not ended yet.`,
  4022: msg`The miner has started or ended already.`,
  4023: msg`There is no such miner.`,
  4024: msg`Not enough fuel. Add fuel first.`,
  4025: msg`The price of the miner has changed. Refresh and try again.`,
  4026: msg`This quantity of miners is not allowed.`,
  4027: msg`You reached the purchase limit of this miner.`,
  4028: msg`You have already checked in today. Come back tomorrow.`,
  4029: msg`The group password is wrong.`,
  4030: msg`The chat is being upgraded. Try again later.`,
  4031: msg`The security deposit is being refunded and cannot be paid again.`,
  4032: msg`You are muted in this group.`,
  5021: msg`The order was updated. Check it and place it again.`,
  5022: msg`The password was changed. Withdrawals are on hold for 24 hours.`,
  5023: msg`You cannot order from your own advert.`,
  21002: msg`Two of your orders were cancelled or not paid today. The next one costs 50% of a merchant deposit.`,
};

/** For a code that is not in the catalogue. */
export const systemBusy: MessageDescriptor = msg`System busy. Try again in a minute.`;

/** Of something that moves money whose end could not be found out, or that was not sent; by the name of the failure. */
export const outcomeMessages: Readonly<Record<string, MessageDescriptor>> = {
  OutcomeUnclear: msg`We could not confirm whether this was done. Check your records.`,
  TooManyOpen: msg`Nothing was sent. Wait until the pending check is complete.`,
};

/** Of something that moves money and did not reach the exchange before it was too late to do it. */
const tooLate: MessageDescriptor = msg`It did not reach the exchange in time, so it was not done.`;

/** Whatever is asked for while the exchange has no records to do it with. */
const paused: MessageDescriptor = msg`Paused while the exchange restores its records. Nothing was done; try again in a moment.`;

/** The message of a code; unknown codes are "system busy". */
export function messageOfCode(code: number): MessageDescriptor {
  return Object.hasOwn(errorMessages, code) ? errorMessages[code as Code] : systemBusy;
}

/** Why an image was not taken, and what to do about it. */
const imageMessages: Readonly<Record<string, MessageDescriptor>> = {
  type: msg`This file is not a JPG or PNG picture. Choose another one.`,
  size: msg`This picture is too large. Choose one of at most 10 MB.`,
  dimensions: msg`This picture has too many pixels. Choose a smaller one.`,
  damaged: msg`This picture is damaged. Take it again or choose another one.`,
};

/** Why a product is switched off for somebody. */
const switchedOffMessages: Readonly<Record<SwitchedOffReason, MessageDescriptor>> = {
  everyone: msg`Not available right now. Nothing was placed.`,
  country: msg`Not available in your country. Nothing was placed.`,
  'unknown-country': msg`Not available until we know your country: verify your identity. Nothing was placed.`,
};

/** Why nothing may leave the account now, where it is not a changed password. */
const holdMessages: Readonly<Record<string, MessageDescriptor>> = {
  'new-device': msg`This device is new to your account. Money can leave from it a day after you logged in.`,
  bought: msg`The value of coins that you bought from other people stays for a day. Send less, or later.`,
  'bought-price': msg`The value of coins that you bought from other people trades within 2% of the index price for a day.`,
};

/** Messages of the reasons that the data of some codes name. */
const messagesOfReasons: Readonly<Record<number, Readonly<Record<string, MessageDescriptor>>>> = {
  [codes.uploadPhotos]: imageMessages,
  [codes.notYetOpen]: switchedOffMessages,
  [codes.withdrawalHold]: holdMessages,
};

/**
 * The message of a refusal: that of its reason where its data name one with a message, else that of its code.
 *
 * @param isPaused whether the exchange restores its records: then it is busy with nothing else
 */
export function messageOfRefusal(code: number, data: unknown, isPaused = false): MessageDescriptor {
  const reason = typeof data === 'object' && data !== null && 'reason' in data ? data.reason : null;
  if (code === codes.busyRetry && reason === 'deadline-passed') return tooLate;
  if (code === codes.busyRetry && isPaused) return paused;
  const ofReasons = messagesOfReasons[code];
  const isKnown = ofReasons !== undefined && typeof reason === 'string' && Object.hasOwn(ofReasons, reason);
  return (isKnown ? ofReasons[reason] : undefined) ?? messageOfCode(code);
}
