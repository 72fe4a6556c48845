/** No pure reader of foreign text takes the square of its length, whatever a long run in it consists of. */
import { describe, it } from 'vitest'
import { detectContainer, detectDelimiter } from '@/lib/imports/reading/detect-container'
import { findJsonFault } from '@/lib/imports/reading/find-json-fault'
import { findRepeatedKey } from '@/lib/imports/reading/find-repeated-key'
import { inspectValue } from '@/lib/imports/reading/inspect-value'
import { parseJson } from '@/lib/imports/reading/parse-json'
import { parsePiece } from '@/lib/imports/reading/parse-piece'
import { isWellQuoted } from '@/lib/imports/reading/split-csv'
import { storedSource } from '@/lib/imports/reading/stored-source'
import { stretches } from '@/lib/llm/count-tokens'
import { withoutFences } from '@/lib/llm/render-prompt'
import { storableJson } from '@/lib/llm/storable'
import { MatrixProblem } from '@/lib/rater-matrix/reading/matrix-problem'
import { readCsv } from '@/lib/rater-matrix/reading/read-csv'
import { readJson } from '@/lib/rater-matrix/reading/read-json'
import { decodeText } from '@/lib/search/decode-text'
import { dayOf, pageKey } from '@/lib/search/hits'
import { readableHtml } from '@/lib/search/readable-html'
import { editOperations } from '@/lib/text/edit-operations'
import { countUnstorable, escapeText, unescapeText } from '@/lib/text/escape-text'
import { excerpt } from '@/lib/text/excerpt'
import { slidingPassages } from '@/lib/text/passages'
import { placeFuzzily } from '@/lib/text/place-fuzzily'
import { placeUnits } from '@/lib/text/place-units'
import { bm25 } from '@/lib/text/rank-passages'
import { sameTextIgnoringSpace } from '@/lib/text/same-text'
import { scriptLocale } from '@/lib/text/script-locale'
import { segmentText } from '@/lib/text/segment-text'
import { storableText } from '@/lib/text/storable'
import { comparableText, foldText } from '@/lib/text/text-similarity'
import { countWords } from '@/lib/text/word-count'
import { wordDiff } from '@/lib/text/word-diff'
import { indexWords, searchWords } from '@/lib/text/words'
import { expectLinearTime } from './support/linear-time'

/** What a run consists of: every class of character, every delimiter of a format, every nesting. */
const RUNS = [
  ...[' ', '\t', '\n', '\r', '\r\n', '\u00a0', '\u200b', '\0', 'a', 'A', '1', '中', 'ก', 'ك', '😀', '\u0301', '\ud800'],
  ...[
    '.',
    '. ',
    '.A',
    '.\n',
    '.  A',
    '1.',
    '؟',
    '؟ ',
    '。',
    ',',
    ';',
    '-',
    '/',
    '*',
    '_',
    '`',
    '#',
    '=',
    '"',
    '”',
    ')',
  ],
  ...['word ', 'word, ', 'Mr. ', 'e.g. ', '."', '"",', '\\', '\\"', '"a":1,', '1e5,', '{"a":', '{', '[', '(', '[('],
  ...['<', '<p>', '<b>', '<!--', '<a href="', '<script>', '&amp;', '&nbsp;', '&', '```\n', '> ', 'http://a.b '],
]
const BEGINNINGS = ['', 'It is. ']
const END = 'A.'

/** A message for the person whose file it is, and no other error. */
function orProblem(read: () => unknown) {
  try {
    read()
  } catch (error) {
    if (!(error instanceof MatrixProblem)) throw error
  }
}

/** Not to be read as JSON: where does it go wrong? */
const fault = (text: string) => parseJson(text).ok || findJsonFault(text)
/** In a record that can be read. */
function inRecord(text: string) {
  const value = { [text]: text, list: [text] }
  const json = JSON.stringify(value)
  return [parseJson(json), storedSource(value, json), findRepeatedKey(json, value), inspectValue(value)]
}

const READERS: Record<string, (text: string) => unknown> = {
  'the kind of a file': (text) => detectContainer(Buffer.from(text), false),
  'the kind of a file that begins with an object': (text) => detectContainer(Buffer.from(`{"a":"${text}`), false),
  'the delimiter of CSV': detectDelimiter,
  'the quotes of CSV': (text) => isWellQuoted(text, ','),
  'a fault in JSON': fault,
  'a fault in a text of JSON': (text) => fault(`{"a":"${text}`),
  'a fault in a list of JSON': (text) => fault(`[${text}`),
  'a record': inRecord,
  'a line': (text) => parsePiece({ line: 1, bytes: Buffer.from(text), cut: false }),
  'ratings in CSV': (text) => orProblem(() => readCsv(text)),
  'ratings in quotes': (text) => orProblem(() => readCsv(`a,b\n1,"${text}`)),
  'ratings in JSON': (text) => orProblem(() => readJson(text)),
  'a page': readableHtml,
  'the text of a page': (text) => readableHtml(`<html><body><h1>A</h1><p>Some text, here.${text} and more</p></body>`),
  'the characters of a page': (text) => decodeText(Buffer.from(text), null),
  'an address': (text) => pageKey(`https://www.example.org/${text}`),
  'a date': dayOf,
  sentences: (text) => segmentText(text),
  words: countWords,
  'words to search by': searchWords,
  'words to rank by': indexWords,
  passages: (text) => slidingPassages(text),
  'ranked passages': (text) => bm25('ocean', [text]),
  'a script': scriptLocale,
  'an excerpt': (text) => excerpt(text, 100),
  'a text to store': storableText,
  'a text to store and give back': (text) => [unescapeText(text), escapeText(text), countUnstorable(text)],
  'a text to compare': (text) => [foldText(text), comparableText(text), sameTextIgnoringSpace(text, `${text} `)],
  'a difference': (text) => [wordDiff(text, `${text} more`), editOperations(text, `${text} more`)],
  'places of units': (text) => placeUnits(text, [{ key: 's1', text: 'A' }]),
  'places of changed units': (text) => [
    placeFuzzily(text, [{ key: 's1', text: 'Something else.' }]),
    placeFuzzily(`It is so. ${text}`, [{ key: 's1', text: text.slice(1) }]),
  ],
  'tokens of a model': stretches,
  'fences of a prompt': withoutFences,
  'an answer of a model': (text) => storableJson(JSON.stringify({ text })),
}

describe('time in proportion to the text', () => {
  it.each(Object.entries(READERS))('%s', (_, read) => {
    for (const run of RUNS)
      for (const beginning of BEGINNINGS)
        expectLinearTime(read, (length) => beginning + run.repeat(Math.ceil(length / run.length)) + END, 5_000, run)
  })
})
