import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MatrixOptionsInput, matrixOptionsSchema } from '@/lib/quality/rater-matrix/contract'
import { codeMatrix } from './coded-matrix'
import { MatrixProblem } from './matrix-problem'
import { readInput } from './read-input'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (file: string | Uint8Array, options: MatrixOptionsInput = {}) => {
  const parsed = matrixOptionsSchema.parse(options)
  const input = readInput(typeof file === 'string' ? bytes(file) : file, parsed)
  if (input.kind === 'comparison') return input.compared
  return codeMatrix(input.matrix, parsed)
}

const spansCsv = (...rows: string[]) => ['annotator,item,length,start,end,label', ...rows].join('\n')

/** Beginnings of one span more than a text may have. */
const MANY = Array.from({ length: 1_001 }, (_, at) => at)

const PROBLEMS: [string, string | Uint8Array, RegExp, MatrixOptionsInput?][] = [
  ['nothing', '  \n', /empty/],
  ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), /workbook/],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x75, 0), /UTF-16/],
  ['Latin-1', Uint8Array.of(...bytes('unit,a,b\n1,x,'), 0xe9), /^Line 2: .*not UTF-8/],
  ['NUL', 'unit,a,b\n1,x\0,y', /^Line 2: A NUL/],
  ['a heading alone', 'unit,a,b\n', /no rows/],
  ['a ragged row', 'unit,a,b\n1,x,y\n2,x', /^Line 3: This row has 2 fields, the heading has 3/],
  ['a heading twice', 'unit,a,a\n1,x,y', /Columns stand twice.*"a"/],
  ['an unnamed column', 'unit,,b\n1,x,y', /Column 2 has no name/],
  ['an open quote', 'unit,a,b\n1,"x\n""x",y\n2,"x,y\n3,x,y\n', /^Line 4: .*never closed/],
  ['an open quote in the heading', 'unit,"a,b\n1,x,y', /^Line 1: .*never closed/],
  ['a formula', 'unit,a,b\n1,x,y\n2,=SUM(A1),y', /^Line 3, column "a": A formula/],
  ['a single rater', 'unit,a\n1,x', /Only one column/],
  ['no ratings', 'unit,a,b\n1,,NA', /No unit has a rating/],
  [
    'texts for labels',
    `unit,a,b\n${Array.from({ length: 120 }, (_, i) => `${i},t${i},x`).join('\n')}`,
    /column "a".*120|Column "a": There are 12[01] different labels/,
  ],
  ['an undeclared label', 'unit,a,b\n1,x,y\n2,z,y', /^Line 3, column "a": "z" is not among/, { categories: 'x,y' }],
  ['an unknown order', 'unit,a,b\n1,low,high', /order of the labels is not known/, { level: 'ordinal' }],
  ['no number', 'unit,a,b\n1,2,x', /^Line 2, column "b": "x" is not a number/, { level: 'interval' }],
  ['a rater who is not there', 'unit,a,b\n1,x,y', /no column "c"; there are "unit", "a", "b"/, { raters: 'a,c' }],
  ['a rating twice', 'unit,rater,label\n1,a,x\n1,b,x\n1,a,y', /^Line 4: "a" rated the unit "1" twice, first on line 2/],
  ['several measures', 'measure,unit,annotator,value\nm,1,a,x\nn,1,a,x', /--where "measure=m"/],
  ['lopsided distances', 'unit,a,b\n1,x,y', /not the same in both directions/, { distances: ',x,y\nx,0,1\ny,2,0' }],
  ['broken JSON lines', '{"unit":1,"a":"x","b":"y"}\n{"unit":2,', /^Line 2: This is not JSON/],
  ['broken JSON', '[1,\n2,,3]', /This is not JSON/],
  ['JSON of nothing known', '{"hello": 1}', /neither a list of records/],
  ['ragged JSON rows', '[["x","y"],["x"]]', /^Record 2: This unit has 1 entries/],
  ['a boundary outside', '{"length":5,"segmentations":{"a":[5],"b":[1]}}', /boundary at 5, outside of 1 to 4/],
  [
    'a span behind its text',
    spansCsv('a,1,9,2,10,x'),
    /^Line 2, column "start": a, 1: .*ends behind the text, which has 9/,
  ],
  ['a span without characters', spansCsv('a,1,9,2,2,x'), /^Line 2, .*has no characters/],
  ['a place that is none', spansCsv('a,1,9,2,2.5,x'), /^Line 2, column "end": This is no place in a text/],
  ['a span with one end', spansCsv('a,1,9,,3,x'), /^Line 2, column "start": This is no place/],
  ['a label alone', spansCsv('a,1,9,,,x'), /^Line 2, column "label": There is a label and no span/],
  ['no length', spansCsv('a,1,,2,3,x'), /^Line 2, column "text": How long the text is/],
  ['two lengths', spansCsv('a,1,9,2,3,x', 'b,1,8,2,4,x'), /^Line 3, column "length": The text of "1" is another/],
  ['nobody', spansCsv(',1,9,2,3,x'), /^Line 2, column "annotator": There is no name/],
  ['a label left out', spansCsv('a,1,9,2,3,x', 'b,1,9,2,3,'), /^Line 3, column "start": This span has no label/],
  [
    'an item in two responses',
    'annotator,item,response,length,start,end\na,1,r1,9,2,3\nb,1,r2,9,2,4',
    /^Line 3, column "response": "1" belongs to "r1" in another row/,
  ],
  ['nothing, and then a span', spansCsv('a,1,9,,,', 'a,1,9,2,3,x'), /^Line 3, .*"a" marked something in "1" and has/],
  ['a span, and then nothing', spansCsv('a,1,9,2,3,x', 'a,1,9,,,'), /^Line 3, .*"a" marked something in "1" and has/],
  [
    'a span of four parts',
    '{"length":4,"spans":{"a":[[0,2,"x","y"]],"b":[]}}',
    /^Record 1, column "spans.a.0": A span is start, end and perhaps a label/,
  ],
  [
    'more spans than are compared',
    spansCsv(...MANY.map((at) => `a,1,2000,${at},${at + 1},x`)),
    /^Line 1002, .*more than 1000/,
  ],
  ['a span twice', spansCsv('a,1,9,2,3,x', 'b,1,9,,,', 'a,1,9,2,3,x'), /^Line 4, .*is marked twice/],
  [
    'spans that overlap',
    spansCsv('a,1,9,2,5,x', 'a,1,9,4,6,x'),
    /^Line 3, .*may not overlap/,
    { overlapping: 'false' },
  ],
  [
    'an undeclared label of a span',
    spansCsv('a,1,9,2,5,z'),
    /^Line 2, .*one of the labels x, y/,
    { categories: 'x,y' },
  ],
  [
    'an option of ratings',
    spansCsv('a,1,9,2,5,x', 'b,1,9,2,6,x'),
    /option "where" is for ratings/,
    { where: 'item=1' },
  ],
  ['one who marks', spansCsv('a,1,9,2,5,x'), /only one rater/],
  [
    'words for the text',
    '{"item":1,"annotator":"a","text":"A b c.","length":3,"start":0,"end":1}\n{}',
    /^Line 1, column "length": The text has 6/,
  ],
  ['spans without a text', '{"spans":{"a":[],"b":[]}}', /^Record 1, column "text": How long/],
  [
    'spans of no form',
    '{"length":4,"spans":{"a":[{"start":"x","end":2}],"b":[]}}',
    /^Record 1, column "spans.a.0.start"/,
  ],
  ['a presentation unknown', 'unit,left,a,b\n1,S,left,right\n2,,left,left', /^Line 3, column "left": It is not said/],
]

describe('what cannot be counted', () => {
  it.each(PROBLEMS)('%s: says where, what, and what to do', (_, file, message, options) => {
    const reading = () => read(file, options)
    expect(reading).toThrow(MatrixProblem)
    expect(reading).toThrow(message)
  })
})

describe('what is read', () => {
  it('knows words for "not rated", unless they are declared as labels', () => {
    const labels = (options: MatrixOptionsInput) => {
      const matrix = read('unit,a,b\n1,NA,x\n2,x,', options)
      return 'of' in matrix ? [] : matrix.units.map((unit) => unit.labels)
    }
    expect(labels({})).toEqual([
      [null, 'x'],
      ['x', null],
    ])
    expect(labels({ categories: 'x,NA' })[0]).toEqual(['NA', 'x'])
    expect(labels({ missing: 'x', categories: 'NA' })[0]).toEqual(['NA', null])
  })

  it('takes an order and distances from their table', () => {
    const matrix = read('unit,a,b\n1,low,high', {
      level: 'ordinal',
      distances: 'd,low,mid,high\nlow,0,1,4\nmid,1,0,1\nhigh,4,1,0',
    })
    expect('of' in matrix ? null : matrix.categories).toEqual(['low', 'mid', 'high'])
  })

  it("reads the project's own export, with the item as response", () => {
    const rows = [
      'measure,unit,item,domain,annotator,value',
      'm,1/s1,1,,annotator 1,true',
      'm,1/s1,1,,annotator 2,false',
    ]
    const matrix = read(rows.join('\n'))
    expect('of' in matrix ? null : matrix).toMatchObject({ raters: ['annotator 1', 'annotator 2'], clustered: true })
  })
})

describe('spans', () => {
  const spansOf = (file: string, options: MatrixOptionsInput = {}) => {
    const found = read(file, options)
    if (!('of' in found) || found.of !== 'spans') throw new Error('not about spans')
    return found
  }

  it('are the same as rows of a table, as rows of JSON, and as an object for each text', () => {
    const rows = [
      'annotator,item,text,start,end,label',
      'a,1," 𝄞 ab ",1,2,x',
      'b,1," 𝄞 ab ",,,',
      'b,2,cd,0,2,y',
      'a,2,cd,,,',
    ]
    const objects = [
      { item: 1, text: ' 𝄞 ab ', spans: { a: [{ start: 1, end: 2, label: 'x' }], b: [] } },
      { item: 2, text: 'cd', spans: { b: [{ start: 0, end: 2, label: 'y' }], a: [] } },
    ]
    const long = [
      { annotator: 'a', item: 1, text: ' 𝄞 ab ', start: 1, end: 2, label: 'x' },
      { annotator: 'b', item: 1, text: ' 𝄞 ab ', start: null },
      { annotator: 'b', item: 2, text: 'cd', start: 0, end: 2, label: 'y' },
      { annotator: 'a', item: 2, text: 'cd' },
    ]
    const table = spansOf(rows.join('\n'))
    expect(table.marking).toEqual({ labels: ['x', 'y'], overlapping: false, hasTexts: true })
    expect(table.units[0]?.answers.get('a')).toMatchObject({
      text: { length: 6 },
      spans: [{ start: 1, end: 2, label: 'x' }],
    })
    const answers = ({ units }: ReturnType<typeof spansOf>) => units.map((unit) => Object.fromEntries(unit.answers))
    for (const other of [objects, long])
      for (const file of [JSON.stringify(other), other.map((each) => JSON.stringify(each)).join('\n')])
        expect(answers(spansOf(file))).toEqual(answers(table))
  })

  it('may overlap where some do, unless it is said otherwise', () => {
    const rows = spansCsv('a,1,9,2,5,x', 'a,1,9,4,6,y', 'b,1,9,,,')
    expect(spansOf(rows).marking).toEqual({ labels: ['x', 'y'], overlapping: true, hasTexts: false })
    expect(spansOf(spansCsv('a,1,9,2,5,', 'b,1,9,,,'), { overlapping: 'true' }).marking.overlapping).toBe(true)
  })
})

describe('documents that are numbered anew in every source', () => {
  const responsesOf = (rows: string[]) => {
    const matrix = read(rows.join('\n'))
    return 'of' in matrix ? [] : matrix.units.map((unit) => unit.response)
  }

  it('are told apart by the source, where only that makes names unique', () => {
    expect(responsesOf(['source,doc,segment,a,b', 'p,0,0,x,y', 'p,0,1,x,x', 'q,0,0,y,y'])).toEqual([
      'p / 0',
      'p / 0',
      'q / 0',
    ])
  })

  it('and otherwise by their own names alone', () => {
    expect(responsesOf(['source,doc,segment,a,b', 'p,0,0,x,y', 'q,0,1,x,x'])).toEqual(['0', '0'])
    expect(responsesOf(['source,doc,unit,rater,label', 'p,0,0,a,x', 'p,0,0,b,x', 'p,1,0,a,x'])).toEqual(['0', '1'])
  })
})

describe('any text at all', () => {
  const cell = fc.oneof(
    fc.constantFrom('x', 'y', '', 'NA', '=A1', '"', '1', 'unit', 'rater', 'label', 'left'),
    fc.string(),
  )
  const texts = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc
      .array(fc.array(cell, { maxLength: 5 }), { maxLength: 8 })
      .map((rows) => rows.map((row) => row.join(',')).join('\n')),
    fc.array(fc.dictionary(cell, fc.jsonValue({ maxDepth: 2 })), { maxLength: 5 }).map((rows) => JSON.stringify(rows)),
    fc
      .array(fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }))
      .map((units) => JSON.stringify({ units, raters: ['a', 'b'] })),
  )
  const options = fc.record(
    {
      level: fc.constantFrom('nominal' as const, 'ordinal' as const, 'interval' as const),
      categories: fc.constantFrom('x,y', '["x"]', ''),
      raters: fc.constantFrom('a,b', 'x'),
      order: fc.constantFrom('left', 'x'),
      where: fc.constantFrom('x=y', 'nonsense'),
      distances: fc.string(),
    },
    { requiredKeys: [] },
  )

  it('is read, or refused with a problem, and never fails otherwise', () => {
    fc.assert(
      fc.property(texts, options, (text, given) => {
        try {
          read(text, given)
        } catch (error) {
          if (!(error instanceof MatrixProblem)) throw error
          expect(error.message).toMatch(/\.$/)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('is refused or read as bytes, too', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (file) => {
        try {
          read(file)
        } catch (error) {
          if (!(error instanceof MatrixProblem)) throw error
        }
      }),
    )
  })
})

describe('rows with places', () => {
  it('are ratings where everybody has one for each given span, unless it is said whether spans may overlap', () => {
    const rows = spansCsv('a,1,9,2,5,yes', 'b,1,9,2,5,no', 'a,2,9,0,1,no', 'b,2,9,0,1,no')
    expect(readInput(bytes(rows), matrixOptionsSchema.parse({})).kind).toBe('ratings')
    expect(read(rows, { overlapping: 'false' })).toMatchObject({ of: 'spans' })
    expect(read(spansCsv('a,1,9,2,5,yes', 'b,1,9,2,6,no'))).toMatchObject({ of: 'spans' })
  })

  it('are ratings where everybody has rated the same several spans of a text, each by its place', () => {
    const rows = ['a', 'b'].flatMap((who) => [`${who},1,9,2,5,yes`, `${who},1,9,6,8,${who}`])
    const input = readInput(bytes(spansCsv(...rows)), matrixOptionsSchema.parse({}))
    if (input.kind !== 'ratings') throw new Error('read as marks')
    expect(input.matrix.units.map(({ response, labels }) => [response, labels])).toEqual([
      ['1', ['yes', 'yes']],
      ['1', ['a', 'b']],
    ])
    expect(read(spansCsv(...rows), { overlapping: 'false' })).toMatchObject({ of: 'spans' })
    expect(read(spansCsv(...rows, 'b,1,9,0,1,yes'))).toMatchObject({ of: 'spans' })
  })

  it('are refused where the only name of a text is the number of a row', () => {
    const rows = ['id,annotator,length,start,end', '1,a,9,0,1', '2,b,9,0,1'].join('\n')
    expect(() => read(rows)).toThrow(/^Column "id": The column "id" is another in every row/)
    expect(read(rows.replace('2,b', '1,b'))).toMatchObject({ of: 'spans' })
  })

  it('have no label where it is empty, in objects as in rows', () => {
    const found = read('{"item":1,"length":9,"spans":{"a":[{"start":0,"end":2,"label":""}],"b":[[0,2,""]]}}')
    expect(found).toMatchObject({ marking: { labels: [] } })
  })

  it('are ratings under a name of their own too, and say how they are read as marks', () => {
    const rows = ['item,annotator,length,start,end,verdict', '1,a,9,2,5,yes', '1,b,9,2,5,no'].join('\n')
    const asRatings = readInput(bytes(rows.replace('verdict', 'rating')), matrixOptionsSchema.parse({}))
    if (asRatings.kind !== 'ratings') throw new Error('read as marks')
    expect(asRatings.matrix.units[0]?.labels).toEqual(['yes', 'no'])
    expect(asRatings.matrix.notes.join(' ')).toContain('say so with the option overlapping')
    const asMarks = read(rows, { overlapping: 'false' })
    expect('notes' in asMarks && asMarks.notes).toContain('Columns not read: "verdict".')
  })

  it('are no ratings where a usual companion stands beside them', () => {
    const rows = ['item,annotator,length,start,end,comment', '1,a,9,2,5,yes', '1,b,9,2,5,no'].join('\n')
    expect(read(rows)).toMatchObject({ of: 'spans' })
  })

  it('belong to the document, not to the id of each span, and to the response that is named', () => {
    const rows = ['id,document,annotator,length,start,end,Response', '1,d,a,9,0,1.0,R', '2,d,b,9,0,2,R', '3,e,a,9,,,R']
    expect(read(rows.join('\n'))).toMatchObject({ of: 'spans', clustered: true })
    const lines = Array.from({ length: 8_000 }, (_, at) => `{"item":${at},"length":9,"spans":{"a":[],"b":[]}}`)
    expect(read(lines.join('\n'))).toMatchObject({ of: 'spans', clustered: false })
  })
})

describe('files of what is compared', () => {
  const FILES = {
    cuts: '{"length":4,"segmentations":{"a":[1],"b":[2]}}',
    lists: '{"lists":{"a":["x"],"b":["y"]}}',
    texts: '{"texts":{"a":"x","b":"y"}}',
    spans: '{"length":4,"spans":{"a":[],"b":[]}}',
  }
  const OPTIONS: MatrixOptionsInput = {
    level: 'nominal',
    categories: 'x,y',
    distances: ',x\nx,0',
    raters: 'a,b',
    unit: 'u',
    response: 'r',
    by: 'x',
    where: 'x=y',
    missing: '-',
    reference: 'a',
    order: 'x',
    tolerance: '2',
    threshold: '0.7',
    overlapping: 'true',
    dawidSkene: 'true',
    mace: 'true',
    ceiling: 'true',
  }
  /** Options that say something about them. */
  const APPLY: Record<string, readonly string[]> = {
    cuts: ['tolerance'],
    lists: ['threshold'],
    texts: [],
    spans: ['categories', 'overlapping'],
  }

  it.each(Object.entries(FILES))('refuse every option that says nothing about %s, by name', (kind, file) => {
    for (const [name, value] of Object.entries(OPTIONS)) {
      const reading = () => read(file, { [name]: value })
      if (APPLY[kind]?.includes(name)) expect(reading()).toBeDefined()
      else expect(reading).toThrow(`The option "${name}" is for`)
    }
    expect(() => read(file, { dawidSkene: 'false', threshold: '0.5', tolerance: '0' })).not.toThrow()
  })

  it.each(Object.entries(FILES))('refuse a person whom a record of names would lose in %s', (_, file) => {
    expect(() => read(file.replace('"a"', '"__proto__"'))).toThrow('Nobody can be called "__proto__" here')
  })
})
