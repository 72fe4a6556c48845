/** Headings of tables, made comparable. Pure. */

/** Marks around a word: tags of HTML, quotation marks of any script, and pictures with all that they are joined of. */
const DECORATION =
  /<[^<>]*>|\u200D|\u20E3|\uFE0F|[*()[\]\p{Quotation_Mark}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu

/** A heading as it is compared: words in lower case with single blanks, without decoration unless it is nothing else. */
export const headingOf = (column: string): string => wordsOf(column.replace(DECORATION, ' ')) || wordsOf(column)

const wordsOf = (text: string): string =>
  text
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/[_\-./:]+/g, ' ')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
