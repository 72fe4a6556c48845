/**
 * Texts that PostgreSQL cannot keep, written so that it can and so that people see where something stood: NUL as U+2400,
 * half a surrogate pair as U+2426 with its four digits. Where a text has one of these signs itself, U+241B stands before
 * it, so that `unescapeText` gives back the very text.
 */

const NUL_SIGN = '\u2400'
const HALF_SIGN = '\u2426'
const OWN_SIGN = '\u241B'

// With the u flag, a surrogate is matched only where its other half is missing.
const TO_ESCAPE = /[\0\u2400\u2426\u241B]|\p{Surrogate}/gu
const ESCAPED = /\u241B([\u2400\u2426\u241B])|\u2400|\u2426(D[89A-F][\dA-F]{2})/g
const UNSTORABLE = /\0|\p{Surrogate}/u

/** Does the text hold NUL or half a surrogate pair? */
export const isUnstorable = (text: string): boolean => UNSTORABLE.test(text)

/** The text without NUL and half pairs, from which `unescapeText` makes the text again. */
export const escapeText = (text: string): string =>
  text.replace(TO_ESCAPE, (found) => {
    if (found === '\0') return NUL_SIGN
    if (found === NUL_SIGN || found === HALF_SIGN || found === OWN_SIGN) return OWN_SIGN + found
    return HALF_SIGN + found.charCodeAt(0).toString(16).toUpperCase()
  })

/** The text that `escapeText` was given; parts of what it made come back as parts, and join as they did before. */
export const unescapeText = (text: string): string =>
  text.replace(ESCAPED, (_found: string, escapedSign: string | undefined, half: string | undefined) => {
    if (escapedSign !== undefined) return escapedSign
    return half === undefined ? '\0' : String.fromCharCode(Number.parseInt(half, 16))
  })

/** How many characters of a text cannot be stored, by kind. */
export function countUnstorable(text: string): { nul: number; half: number } {
  const nul = text.split('\0').length - 1
  return { nul, half: text.match(/\p{Surrogate}/gu)?.length ?? 0 }
}
