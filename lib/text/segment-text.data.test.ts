import { expect, it } from 'vitest'
import { boundaryF1, type Splitter, segmentedRecords } from '@/tests/boundary-f1'
import { felmFiles } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { segmentText } from './segment-text'

const byLine: Splitter = (text) => text.split('\n')
const byWord: Splitter = (text) => text.split(/\s+/)

describeData('published segments', { files: [felmFiles] }, (folder) => {
  // The segments of prose domains, as far as they make up their responses, against our own.
  const records = segmentedRecords(folder)

  it.each(['wk', 'science'])('%s: less than a tenth of the error of cutting at lines or blanks', (domain) => {
    const baseline = Math.max(boundaryF1(records, domain, byLine), boundaryF1(records, domain, byWord))
    expect(1 - boundaryF1(records, domain, segmentText)).toBeLessThan((1 - baseline) / 10)
  })

  // The bound that pre-fill is held to; reasoning was divided by other rules, so it has none.
  it.each(['wk', 'science'])('%s: at least 0.97', (domain) => {
    expect(boundaryF1(records, domain, segmentText)).toBeGreaterThanOrEqual(0.97)
  })

  it.each(['writing_rec', 'reasoning', 'math'])('%s: better than cutting at blanks', (domain) => {
    expect(boundaryF1(records, domain, segmentText)).toBeGreaterThan(boundaryF1(records, domain, byWord))
  })

  it('cuts every response into slices that concatenate to it', () => {
    expect(records.filter(({ response }) => segmentText(response).join('') !== response)).toEqual([])
  })
})
