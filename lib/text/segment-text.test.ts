import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { segmentText } from './segment-text'

describe('segmentText', () => {
  it.each([
    ['Dr. Smith came at 5 p.m. yesterday. He left.', ['Dr. Smith came at 5 p.m. yesterday. ', 'He left.']],
    ['It costs $3.50.\n\nIs that much? No!  ', ['It costs $3.50.\n\n', 'Is that much? ', 'No!  ']],
    ['  A line\nthat goes on.\r\nAnother.', ['  A line\nthat goes on.\r\n', 'Another.']],
    ['See Paris.\n\nLondon too.\n1.\nRome', ['See Paris.\n\n', 'London too.\n', '1.\nRome']],
    ['東京は日本の首都です。人口は約1400万人です。', ['東京は日本の首都です。', '人口は約1400万人です。']],
    ['الماء يغلي. هل هذا صحيح؟ نعم.', ['الماء يغلي. ', 'هل هذا صحيح؟ ', 'نعم.']],
    ['Hello.  World.', ['Hello.  ', 'World.']],
    ['Is it blue?  Yes.  No.  Maybe.', ['Is it blue?  ', 'Yes.  ', 'No.  ', 'Maybe.']],
    ['Mr.  Smith met J.  Doe in St.  Louis.', ['Mr.  Smith met J.  Doe in St.  Louis.']],
    ['مرحبا بالعالم. 你好。世界！', ['مرحبا بالعالم. ', '你好。', '世界！']],
    ['Hello there. 你好。世界！ Good day.', ['Hello there. ', '你好。', '世界！ ', 'Good day.']],
    ['It is written 天气很好。Then it rains.', ['It is written 天气很好。', 'Then it rains.']],
    [
      'They asked «هل هذا صحيح؟» and left. यह सच है। Water boils.',
      ['They asked «هل هذا صحيح؟» and left. ', 'यह सच है। ', 'Water boils.'],
    ],
    ['They grow dates and figs. Both are sweet.', ['They grow dates and figs. ', 'Both are sweet.']],
    ['It stands in Figs. 1 and 2. It is small.', ['It stands in Figs. 1 and 2. ', 'It is small.']],
    ['Это верно. Правда?', ['Это верно. ', 'Правда?']],
  ])('%j', (text, segments) => {
    expect(segmentText(text)).toEqual(segments)
  })

  it('follows a given locale', () => {
    expect(segmentText('¿Qué es? Es agua.', 'es')).toEqual(['¿Qué es? ', 'Es agua.'])
  })

  it('keeps the marks that the English splitter swallows', () => {
    expect(segmentText('He said "one.Two" and left. She stayed.').join('')).toBe(
      'He said "one.Two" and left. She stayed.',
    )
    expect(segmentText('It ended.Then it began.')).toEqual(['It ended.', 'Then it began.'])
  })

  it('gives no segments for no text, and one for blanks', () => {
    expect(segmentText('')).toEqual([])
    expect(segmentText(' \n')).toEqual([' \n'])
  })

  const pieces = fc.constantFrom(
    'Mr. ',
    'A',
    'b.',
    '.C',
    '"',
    '”',
    '? ',
    '!',
    '\n',
    '\r',
    '\\n',
    ' ',
    '。',
    '水',
    '؟',
    '  B',
    'ك',
    '😀',
    '3.1',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
  )

  it('cuts any text into slices that concatenate to it', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(undefined, 'en', 'ja', 'th', 'ar'), (text, locale) => {
        expect(segmentText(text, locale).join('')).toBe(text)
      }),
    )
  })

  it('makes no segment of white space only, unless the text is nothing else', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(text.trim() !== '')
        expect(segmentText(text).filter((segment) => segment.trim() === '')).toEqual([])
      }),
    )
  })
})
