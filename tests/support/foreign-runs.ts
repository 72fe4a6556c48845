/** A mark that stands before another one in every normalization form, in the other order. */
export const MARKS_OUT_OF_ORDER = '\u1b6c\u0301'

/** What runs in foreign texts consist of: every class of character, every delimiter of a format, every nesting. */
export const RUNS: readonly string[] = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\u00a0',
    '\u200b',
    '\0',
    'a',
    'A',
    '1',
    '0',
    '中',
    'ก',
    'ك',
    '😀',
    '\u0301',
    '\ud800',
  ],
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
    ';  ',
    '-',
    '/',
    '*',
    '_',
    '`',
    '#',
    '=',
    ':',
    '?',
    '!',
  ],
  ...['"', '”', ')', '…', '...', '|', '~', '$', '%', '^', '+', '@', 'a@b.', 'a=b; ', '--', '- ', '1. '],
  ...['word ', 'word, ', 'Mr. ', 'e.g. ', '."', '"",', '\\', '\\"', '"a":1,', '1e5,', '{"a":', '{', '[', '(', '[('],
  ...['<', '<p>', '<b>', '<!--', '<a href="', '<script>', '&amp;', '&nbsp;', '&', '```\n', '> ', 'http://a.b '],
  MARKS_OUT_OF_ORDER,
  ...[' and ', ', and ', 'It is one, and it is two, and ', 'not ', '*a_', '**', '[a](', '|a', 'a|\n'],
]

/** What a run stands behind and before. */
export const BEGINNINGS: readonly string[] = ['', 'It is. ']
export const END = 'A.'

/** A text of such a length, most of it one run. */
export const textWith =
  (run: string, beginning = '', end = END) =>
  (length: number): string =>
    beginning + run.repeat(Math.ceil(length / run.length)) + end
