/** Labels as systems spell them. */
import type { Json } from '@/lib/protocols/protocol'
import { SPACES, withoutOuter } from '@/lib/text/without-ending'

const TRUE = [
  'true',
  't',
  'yes',
  'y',
  '1',
  'correct',
  'right',
  'factual',
  'supported',
  'support',
  'supports',
  'non-error',
]
const FALSE = [
  'false',
  'f',
  'no',
  'n',
  '0',
  'incorrect',
  'wrong',
  'error',
  'non-factual',
  'nonfactual',
  'not factual',
  'unsupported',
  'not supported',
  'refuted',
  'refute',
  'refutes',
  'contradicted',
]
const ABSTAINED = [
  '',
  'none',
  'null',
  'nan',
  'na',
  'n/a',
  'unknown',
  'unsure',
  'abstain',
  'abstained',
  'error:',
  '-1',
  '2',
]

const MARKS = `#"'\`*${SPACES}`
/** The text without case, outer blanks, and the marks that models put around answers. */
export const bare = (value: string): string => withoutOuter(value.toLowerCase(), MARKS, `${MARKS}.!`)

/** A whole number as tables write it beside gaps, `1.0`, without its nought. */
const whole = (text: string): string => text.replace(/^(-?\d{1,15})\.0+$/, '$1')

/** True, false, null for an abstention, or undefined for what cannot be read. */
export function truthOf(value: Json | undefined): boolean | null | undefined {
  if (value === undefined) return undefined
  if (value === null || typeof value === 'boolean') return value
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = whole(bare(String(value))).replaceAll('_', ' ')
  if (TRUE.includes(text)) return true
  if (FALSE.includes(text)) return false
  return ABSTAINED.includes(text) ? null : undefined
}

/** One of these labels, told without case, blanks, hyphens and underscores; null for an abstention, undefined for anything else. */
export function labelAmong(
  value: Json | undefined,
  spellings: Readonly<Record<string, string>>,
): string | null | undefined {
  if (value === undefined) return undefined
  if (value === null) return null
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  const bareText = bare(String(value))
  for (const text of new Set([skeleton(bareText), skeleton(whole(bareText))])) {
    for (const [spelling, label] of Object.entries(spellings)) if (skeleton(spelling) === text) return label
    if (ABSTAINED.includes(text)) return null
  }
  return undefined
}

// -1 is another label than 1.
const skeleton = (text: string) => text.toLowerCase().replace(/(?!^-\d)[\s_-]+/g, '')
