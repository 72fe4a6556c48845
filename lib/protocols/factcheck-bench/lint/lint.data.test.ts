import { expect, it } from 'vitest'
import { goldOf } from '@/lib/protocols/factcheck-bench/formats/sample-documents'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { recordsIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { linter } from '.'
import { kinds, type LintKind } from './kinds'

// Published records are counted here by plain loops over their fields, in none of our words.
const BENCHMARK = 'factcheckbench/factcheck-GPT-benchmark.jsonl'

interface Sentence {
  text: string
  decontext: string
  sentence_factuality_label: boolean | string
  revised_decontext: string | string[]
  sentence_checkworthiness: string
  claims: string[]
  claim_checkworthiness: string[]
  if_automatic_evidence_enough_to_verify: string[]
  human_evidence: string[]
  auto_evidence: string[][]
  if_claim_needs_edit: string[]
  claims_factuality_label: (boolean | string)[]
  revised_claims: string[]
  usedEvidence_index_in_revision: string[]
}
interface Document {
  response: string
  revised_response: string
  response_factuality: boolean | string
  sentences: Record<string, Sentence>
}

const isUrl = (text: string) => /https?:\/\/\S/.test(text)
const isNothing = (text: string) => ['', 'NA'].includes(text.trim())
const isIndex = (text: string) =>
  ['-1', 'NA', 'not_enough_evidence', 'commonsense'].includes(text) ||
  /^([1-5](,[1-5])*(,self-retrieved)?|self-retrieved)$/.test(text)

/** How many findings of each kind the documents have, and how their evidence indices are spelled. */
function count(documents: readonly Document[]) {
  const counts = Object.fromEntries(kinds.map(({ key }) => [key, 0])) as Record<LintKind, number>
  const spellings = new Set<string>()
  for (const document of documents) {
    let [hasFalse, hasUndecided, hasOpinion, isChecked] = [false, false, false, false]
    for (const sentence of Object.values(document.sentences)) {
      if (sentence.decontext.trim() === '') counts['empty-decontext']++
      const { revised_decontext: revised } = sentence
      if (typeof revised === 'string' && revised.trim() === '') counts['blank-deletion']++
      if (sentence.sentence_checkworthiness === 'yes' && sentence.claims.length > 0) isChecked = true
      let isAgainst = false
      for (let index = 0; index < sentence.claims.length; index++) {
        const claim = sentence.claims[index] ?? ''
        const evidence = sentence.auto_evidence[index] ?? []
        if (evidence.some((quote, place) => evidence.indexOf(quote) < place)) counts['duplicate-evidence']++
        const used = sentence.usedEvidence_index_in_revision[index] ?? ''
        spellings.add(used)
        if (!isIndex(used)) counts['evidence-index']++
        const edit = sentence.if_claim_needs_edit[index]
        if (sentence.claim_checkworthiness[index] !== 'factual') {
          hasOpinion = true
          continue
        }
        const own = sentence.human_evidence[index] ?? ''
        const enough = sentence.if_automatic_evidence_enough_to_verify[index]
        if (enough === 'no' && !isUrl(own)) counts['missing-url']++
        if (enough === 'no' && isNothing(own)) counts['blank-own-evidence']++
        if (enough === 'yes' && !isNothing(own)) counts['stale-own-evidence']++
        const corrected = sentence.revised_claims[index] ?? ''
        const isBlank = corrected.trim() === ''
        const isSame = corrected.trim() === claim.trim()
        if (isBlank && edit !== 'no') counts['blank-deletion']++
        if (edit === 'yes' && isSame) counts['edit-unchanged']++
        if (edit === 'no' && !isSame) counts['true-changed']++
        if (edit === 'not_enough_evidence' && !isSame && !isBlank) counts['undecided-changed']++
        if (edit === 'yes') {
          const numbers = used.match(/\d+/g)?.map(Number) ?? []
          const isList = /^[\d\s,]*(self-retrieved)?\s*$/.test(used) && used !== '-1'
          const hasOwn = enough === 'no' && !isNothing(own)
          const named =
            numbers.some((number) => number <= evidence.length || hasOwn) || (used.includes('self') && hasOwn)
          if (!isList || !named) counts['no-reference']++
        }
        hasFalse ||= edit === 'yes'
        hasUndecided ||= edit === 'not_enough_evidence'
        isAgainst ||= edit === 'yes' || edit === 'not_enough_evidence'
      }
      if (sentence.sentence_factuality_label === false && !isAgainst) counts['false-sentence']++
    }
    const isUnrevised = document.revised_response.trim() === document.response.trim()
    if (document.response_factuality === true && !isUnrevised) counts['true-response-changed']++
    if (hasFalse && isUnrevised) counts['false-claim-kept']++
    const factualState = !(hasFalse || hasUndecided)
    const conjunction = factualState && !hasOpinion
    if (isChecked && (factualState !== conjunction || document.response_factuality !== conjunction)) {
      counts['contradictory-response']++
    }
  }
  return { counts, spellings }
}

describeData('the inconsistencies of the published documents', { files: [BENCHMARK] }, (folder) => {
  const documents = recordsIn<Document & JsonRecord>(folder, BENCHMARK)
  const { counts, spellings } = count(documents)
  const found = documents.flatMap((document) => linter.check(goldOf(document)))

  it.each(kinds.map(({ key }) => key))('are as many as plain counting finds: %s', (kind) => {
    expect(found.filter((finding) => finding.kind === kind)).toHaveLength(counts[kind])
  })

  it('stand where units are', () => {
    for (const document of documents) {
      const gold = goldOf(document)
      for (const { stage, unit } of linter.check(gold)) {
        expect(gold.stages[stage]?.units.map(({ key }) => key)).toContain(unit)
      }
    }
  })

  it('name each unusual spelling of the evidence index', () => {
    const named = found.filter(({ kind }) => kind === 'evidence-index').map(({ message }) => message)
    for (const spelling of spellings) {
      const isNamed = named.some((message) => message.includes(spelling.slice(0, 79)))
      expect(isNamed || isIndex(spelling), spelling).toBe(true)
    }
  })
})
