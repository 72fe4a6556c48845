import { describe, expect, it } from 'vitest'
import { type IntervalPicture, type MatrixPicture, pictureCsv, pictureSvg } from './picture'

const intervals: IntervalPicture = {
  kind: 'intervals',
  title: 'Agreement by question: <Oceans> & "more"',
  rowTitle: 'Question',
  axis: 'Krippendorff’s alpha',
  lines: [0.667, 0.8],
  caption: 'What is drawn, of how many, and how intervals are made.',
  rows: [
    { label: 'Label\u0000 of a segment', value: 0.71, low: 0.6, high: 0.8, n: 1200, few: false },
    { label: '=HYPERLINK("x")', value: -0.1, low: -0.3, high: 0.1, n: 30, few: true },
    { label: 'Nothing yet', value: null, low: null, high: null, n: 3, few: false },
  ],
}
const matrix: MatrixPicture = {
  kind: 'matrix',
  title: 'Which values met: Label',
  rowTitle: 'One annotator',
  columnTitle: 'Another annotator',
  labels: ['True', 'False'],
  cells: [
    [90, 7],
    [null, 12],
  ],
  caption: 'Counted once.',
}

const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
const textsIn = (svg: string) =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => unescaped(text))
/** Does every tag close in its order, and stands no mark of XML in a text? */
function isWellFormed(svg: string): boolean {
  const open: string[] = []
  for (const [, closing, name = '', itself] of svg.matchAll(/<(\/?)(\w+)(?:\s[\w:-]+="[^"<]*")*(\/?)>/g)) {
    if (closing && open.pop() !== name) return false
    if (!(closing || itself)) open.push(name)
  }
  const between = svg.replaceAll(/<\/?\w+(?:\s[\w:-]+="[^"<]*")*\/?>/g, '')
  return open.length === 0 && !/<|&(?!#\d+;)/.test(between) && !between.includes(String.fromCharCode(0))
}

describe('pictureSvg', () => {
  it('has title, axes and every number in words, whatever the texts hold', () => {
    const svg = pictureSvg(intervals)
    expect(isWellFormed(svg)).toBe(true)
    expect(unescaped(/<title>(.*)<\/title>/.exec(svg)?.[1] ?? '')).toBe('Agreement by question: <Oceans> & "more"')
    const texts = textsIn(svg)
    expect(texts).toContain('Krippendorff’s alpha')
    expect(texts).toContain('Label of a segment')
    expect(texts).toContain('0.71 [0.60, 0.80], 1,200')
    expect(texts).toContain('−0.10 [−0.30, 0.10]†, 30')
    expect(texts).toContain('no value, 3')
    // A mark for each value, on a scale that reaches below 0 where values do.
    expect(svg.match(/<circle/g)).toHaveLength(2)
    expect(texts).toContain('−0.40')
  })

  it('draws counts that met, darker for more, and leaves the other half out', () => {
    const svg = pictureSvg(matrix)
    expect(isWellFormed(svg)).toBe(true)
    expect(textsIn(svg)).toEqual(expect.arrayContaining(['90', '7', '12', 'True', 'False', 'One annotator']))
    const fills = [...svg.matchAll(/fill="(rgb[^"]*)"/g)].map(([, fill]) => fill)
    expect(fills).toEqual(['rgb(150,150,150)', 'rgb(247,247,247)', 'rgb(241,241,241)'])
  })
})

it('the data of a picture has a row for each mark, safe to open in a spreadsheet', () => {
  expect(pictureCsv(intervals).split('\r\n').slice(0, 3)).toEqual([
    'Question,Krippendorff’s alpha,low,high,n,fewer than 40 resampled',
    'Label\u0000 of a segment,0.71,0.6,0.8,1200,no',
    `"'=HYPERLINK(""x"")",-0.1,-0.3,0.1,30,yes`,
  ])
  expect(pictureCsv(matrix)).toBe(
    'One annotator,Another annotator,count\r\nTrue,True,90\r\nTrue,False,7\r\nFalse,False,12\r\n',
  )
})
