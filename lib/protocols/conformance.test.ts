import { describe, expect, it } from 'vitest'
import { describeConformance } from './conformance'
import { factbenchRow, quirkyDocuments, screen1Record } from './factcheck-bench/formats/sample-documents'
import { revisionRecords } from './factcheck-bench-revision/sample-records'
import { factorRows, quirkyPairs } from './factor-generation/sample-records'
import { quirkyRecords as factorExamples } from './factor-validation/sample-records'
import { quirkyRecords } from './felm/sample-records'
import { referenceRecords, responseRecords } from './felm-audits/sample-records'
import { protocolById, protocols, stageByKey } from './index'
import type { Json } from './protocol'
import { preferenceRecords } from './veriscore-preference/sample-records'
import { quirkyRecords as verifiedClaims } from './veriscore-verification/sample-records'

/** Records of each protocol; a new protocol without any fails. */
const samples: Record<string, readonly Json[]> = {
  'factcheck-bench': [
    ...quirkyDocuments,
    screen1Record(),
    factbenchRow(),
    { id: 'q1', prompt: 'Why?', response: 'So. There.' },
  ],
  'factor-validation': factorExamples,
  'factor-generation': [...quirkyPairs, ...factorRows],
  'felm-reference-audit': referenceRecords,
  'felm-response-audit': responseRecords,
  felm: [...quirkyRecords, { id: 'q1', prompt: 'Why?', response: 'So. There.' }],
  'veriscore-verification': verifiedClaims,
  'veriscore-preference': preferenceRecords,
  'factcheck-bench-revision': revisionRecords,
}

for (const protocol of protocols) describeConformance(protocol, samples[protocol.id] ?? [])

describe('the registry', () => {
  it('holds each protocol once', () => {
    const ids = protocols.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('finds protocols and stages by name, or says that there is none', () => {
    for (const protocol of protocols) {
      expect(protocolById(protocol.id)).toBe(protocol)
      for (const stage of protocol.stages) expect(stageByKey(protocol, stage.key)).toBe(stage)
      expect(() => stageByKey(protocol, 'nowhere')).toThrow(`The protocol "${protocol.id}" has no stage "nowhere".`)
    }
    expect(() => protocolById('unheard-of')).toThrow('There is no protocol "unheard-of" in this version.')
  })
})
