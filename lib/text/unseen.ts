/** Characters that nobody sees, or that turn the text around them: two names could differ in nothing else. */

/** Joiners do something in these scripts, where letters are joined or put on one another. */
const JOINING = [
  'Adlam',
  'Arabic',
  'Balinese',
  'Bengali',
  'Devanagari',
  'Gujarati',
  'Gurmukhi',
  'Hanifi_Rohingya',
  'Javanese',
  'Kannada',
  'Khmer',
  'Malayalam',
  'Mandaic',
  'Mongolian',
  'Myanmar',
  'Newa',
  'Nko',
  'Oriya',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
  'Tibetan',
]
const LETTER = `[${JOINING.map((script) => `\\p{Script=${script}}`).join('')}]`
const PICTURE = '\\p{Extended_Pictographic}'
const SKIN = '\\u{1F3FB}-\\u{1F3FF}'

/** Taken out before the rest is looked at: what is not seen by itself, but changes what is. */
const AT_WORK = new RegExp(
  [
    // Between two letters of a script that joins, and between two pictures of one emoji. What stands before a joiner is looked
    // at from the joiner on: from every mark, a run of marks would cost its square.
    `[\\u200C\\u200D](?<=${LETTER}\\p{M}*[\\u200C\\u200D])(?=${LETTER})`,
    `(?<=${PICTURE}[${SKIN}]?\\uFE0F?)\\u200D(?=${PICTURE})`,
    // The colourful or the plain form of a sign, a key with a digit on it.
    `(?<=[${PICTURE}${SKIN}])[\\uFE0E\\uFE0F]`,
    '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
    // Forms of one ideograph, of a Mongolian, a Myanmar and a Phags-pa letter, of a mathematical sign.
    '(?<=[\\p{Script=Han}])[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
    '(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F]',
    '(?<=[\\p{Script=Myanmar}\\p{Script=Phags_Pa}\\p{Sm}])\\uFE00',
  ].join('|'),
  'gu',
)

/**
 * Controls, line ends, all that Unicode wants no glyph for (soft hyphens, fillers, joiners, bidi controls, selectors, tags),
 * marks of annotation, and the blanks that count as symbols.
 */
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFC\u{1D159}]/u
const ALL_UNSEEN = new RegExp(UNSEEN, 'gu')

/** Does it hold characters that nobody sees, where they do nothing? */
export const hasUnseen = (text: string): boolean => UNSEEN.test(text.replace(AT_WORK, ''))

/** The text without any of them, for comparing. */
export const withoutUnseen = (text: string): string => text.replace(ALL_UNSEEN, '')

/** Is there nothing to read in it? */
export const isBlank = (text: string): boolean => withoutUnseen(text).trim() === ''
