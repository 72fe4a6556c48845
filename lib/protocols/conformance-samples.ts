import { factbenchRow, quirkyDocuments, screen1Record } from './factcheck-bench/formats/sample-documents'
import { revisionRecords } from './factcheck-bench-revision/sample-records'
import { factorRows, quirkyPairs } from './factor-generation/sample-records'
import { quirkyRecords as factorExamples } from './factor-validation/sample-records'
import { quirkyRecords } from './felm/sample-records'
import { referenceRecords, responseRecords } from './felm-audits/sample-records'
import type { Json } from './protocol'
import { preferenceRecords } from './veriscore-preference/sample-records'
import { quirkyRecords as verifiedClaims } from './veriscore-verification/sample-records'

/** Records of each protocol; a new protocol without any fails. */
export const samples: Record<string, readonly Json[]> = {
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
