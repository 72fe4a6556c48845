import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CLAIM, CONTENT, ITEM, UNITS } from '@/components/protocols/factcheck-bench/verify/sample-claims'
import { withChanges } from '@/lib/annotation/annotations/rules'
import { protocols } from '@/lib/protocols'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileWork } from '@/lib/protocols/language/compile/compile-work'
import { entriesOf } from '@/lib/protocols/made-units'
import type { Answers, Stage, UnitDraft } from '@/lib/protocols/protocol'
import {
  type Desk,
  evidencePlace,
  type Quoted,
  queriesWrittenDown,
  quoteIntoLinks,
  quoteIntoList,
} from './evidence-place'

const desk = (answers: Answers = {}, units: UnitDraft[] = UNITS): Desk => ({
  stage: verifyStage,
  subject: { content: CONTENT, units },
  answers,
})
const unit = (key: string): UnitDraft => {
  const found = UNITS.find((each) => each.key === key)
  if (!found) throw new Error(`There is no unit ${key}.`)
  return found
}
const quoted: Quoted = { quote: 'Seven floors.', url: 'https://example.org/a', query: 'floors' }
function listPlace(of: Desk, key: string) {
  const place = evidencePlace(of, unit(key))
  if (place.kind !== 'list') throw new Error(`Quotations of ${key} go to ${place.kind}.`)
  return place
}

describe('where a quotation goes', () => {
  it('is the list of the claim, for the claim and for its evidence, also before the list is asked for', () => {
    for (const key of ['s1.c1', 's1.c1.e2']) expect(listPlace(desk(), key).unit.text).toBe(CLAIM)
  })

  it('is nowhere for a claim that is not checked, and for the item', () => {
    expect(evidencePlace(desk(), unit('s1.c2')).kind).toBe('none')
    expect(evidencePlace(desk(), ITEM).kind).toBe('none')
  })

  it('is the nearest list of links where there is no list of quotations', () => {
    const claims = verifyStage.questions.find(({ key }) => key === 'references')
    if (!claims) throw new Error('the stage has no references')
    const links = { ...claims, key: 'links', unit: 'item', form: 'links' as const, asked: () => true }
    const stage: Stage = { ...verifyStage, questions: [links] }
    expect(evidencePlace({ ...desk(), stage }, unit('s1.c1'))).toMatchObject({ kind: 'links', unit: { key: 'item' } })
  })
})

describe('a quotation', () => {
  it('becomes own evidence in one step, with the answer that goes with it', () => {
    const act = quoteIntoList(desk(), listPlace(desk(), 's1.c1'), quoted, () => 'new')
    expect(withChanges({}, act?.changes ?? [])).toEqual({
      's1.c1': { enough: 'no', ownEvidence: [{ key: 'new', made: 'added', from: [] }] },
      new: { quote: 'Seven floors.', url: 'https://example.org/a', query: 'floors' },
    })
    expect(act?.also).toBe('Automatic evidence: Not enough')
    expect(act?.changes.every(({ cause }) => cause?.origin === 'chosen')).toBe(true)
  })

  it('is not there twice, but another of the same page is', () => {
    const first = quoteIntoList(desk(), listPlace(desk(), 's1.c1'), quoted, () => 'one')
    const answers = withChanges({}, first?.changes ?? [])
    const after = desk(answers)
    expect(quoteIntoList(after, listPlace(after, 's1.c1'), quoted)).toBeNull()
    const second = quoteIntoList(after, listPlace(after, 's1.c1'), { ...quoted, quote: 'A lamp.' }, () => 'two')
    expect(second?.also).toBeNull()
    const keys = entriesOf(withChanges(answers, second?.changes ?? [])['s1.c1']?.ownEvidence).map(({ key }) => key)
    expect(keys).toEqual(['one', 'two'])
  })

  it('of a document without an address leaves the address to be written', () => {
    const act = quoteIntoList(desk(), listPlace(desk(), 's1.c1'), { ...quoted, url: null }, () => 'new')
    expect(withChanges({}, act?.changes ?? []).new).toEqual({ quote: 'Seven floors.', query: 'floors' })
  })
})

describe('a link', () => {
  const question = { ...verifyStage.questions[0], key: 'links' } as Stage['questions'][number]
  const place = { kind: 'links' as const, unit: ITEM, question }

  it('carries the words as its note, whole letters only, and is added once', () => {
    const long = { quote: '🗼'.repeat(2_000), url: 'https://example.org/a' }
    const answers = withChanges({}, quoteIntoLinks({ answers: {} }, place, long)?.changes ?? [])
    expect(answers).toEqual({ item: { links: [{ url: long.url, note: '🗼'.repeat(500) }] } })
    expect(quoteIntoLinks({ answers }, place, { ...long, quote: '' })).toBeNull()
  })

  it.each([null, 'javascript:alert(1)', '/documents/1'])('leads to a page of the web, not to %s', (url) => {
    expect(quoteIntoLinks({ answers: {} }, place, { quote: 'x', url })).toBeNull()
  })
})

describe('queries that found nothing', () => {
  it('are written down once each, behind what is written, with the answer that goes with them', () => {
    const first = queriesWrittenDown(desk(), unit('s2.c1'), ['built 1871', ' arden '])
    const answers = withChanges({}, first?.changes ?? [])
    expect(answers['s2.c1']).toEqual({ enough: 'no', searched: 'built 1871\narden' })
    expect(queriesWrittenDown(desk(answers), unit('s2.c1'), ['arden', 'built 1871'])).toBeNull()
    const second = queriesWrittenDown(desk(answers), unit('s2.c1'), ['arden', 'when built'])
    expect(second?.changes).toMatchObject([{ value: 'built 1871\narden\nwhen built' }])
  })

  it('are not written down where own evidence was found', () => {
    const answers = { 's2.c1': { enough: 'no', ownEvidence: [{ key: 'own', made: 'added', from: [] }] } }
    expect(queriesWrittenDown(desk(answers), unit('s2.c1'), ['x'])).toBeNull()
  })
})

describe('a protocol file', () => {
  const checked = checkFile(readFileSync('docs/examples/protocols/claim-evidence.yaml', 'utf8'))
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const [stage] = compileWork(checked.definition).stages
  const content = { claim: 'Bats are blind.' }
  const units = stage.units(content, [], {})
  const [item] = units
  if (!item) throw new Error('There is no item.')
  const fileDesk = (answers: Answers = {}): Desk => ({ stage, subject: { content, units }, answers })

  it('says which questions of an entry take the words, the address and the query, and what takes queries', () => {
    const place = evidencePlace(fileDesk(), item)
    if (place.kind !== 'list') throw new Error(`Quotations go to ${place.kind}.`)
    const act = quoteIntoList(fileDesk(), place, quoted, () => 'u-1')
    const answers = withChanges({}, act?.changes ?? [])
    expect(answers).toEqual({
      item: { passages: [{ key: 'u-1', made: 'added', from: [] }] },
      'u-1': { quote: quoted.quote, page: quoted.url, query: quoted.query },
    })
    expect(quoteIntoList(fileDesk(answers), place, quoted)).toBeNull()
    const written = queriesWrittenDown(fileDesk(), item, ['bats'])
    expect(written?.changes).toMatchObject([{ unit: 'item', question: 'searched', value: 'bats' }])
  })

  it('has addresses of the web only', () => {
    const schema = stage.questions.find(({ key }) => key === 'page')?.schema
    expect(
      ['https://example.org/a', 'example.org', 'javascript:alert(1)'].map((url) => schema?.safeParse(url).success),
    ).toEqual([true, false, false])
  })
})

describe('what protocols say of quotations', () => {
  const stages = protocols.flatMap((protocol) =>
    protocol.stages.map((stage) => ({ id: `${protocol.id} ${stage.key}`, stage })),
  )

  it.each(stages)('names texts of its own in $id', ({ stage }) => {
    const texts = (kind: string) => stage.questions.filter(({ unit, form }) => unit === kind && form === 'text')
    for (const { unit, list } of stage.questions) {
      if (!list?.evidence) continue
      const { url, query, along } = list.evidence
      const keys = texts(list.kind).map(({ key }) => key)
      expect(keys).toEqual(expect.arrayContaining([list.text, url, query]))
      const choice = stage.questions.find(({ key, unit: kind }) => kind === unit && key === along?.question)
      if (along) expect(choice?.options?.map(({ value }) => value)).toContain(along.value)
    }
    for (const { takes, form } of stage.questions) if (takes) expect(form).toBe('text')
  })
})
