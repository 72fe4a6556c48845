/** The part of the suite that every protocol passes about how answers of several people become one, or are counted. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countingAnswers, findings, isAsked, standingAnswer } from './completeness'
import { answersTo, check } from './conformance-answers'
import { type Consolidation, consolidate, differences } from './consolidation'
import { withMadeUnits } from './made-units'
import type { Answers, Json, Stage, Subject } from './protocol'
import { shuffledKeys } from './shown-order'

export function describeConsolidation(stage: Stage, subject: Subject): void {
  const lanesOf = (all: readonly Answers[]) => all.map((answers, index) => ({ id: `lane ${index}`, answers }))
  const settle = (all: readonly Answers[]) => consolidate(stage, subject, lanesOf(all), {})

  it('finds the same differences whoever comes first', () => {
    check(subject, stage, 3, (all) => {
      const lanes = lanesOf(all)
      const orderless = (order: typeof lanes) =>
        differences(stage, subject, order)
          .map(({ values, ...rest }) => ({ ...rest, values: values.toSorted((a, b) => a.lane.localeCompare(b.lane)) }))
          .toSorted((a, b) => a.unit.localeCompare(b.unit) || a.question.localeCompare(b.question))
      expect(orderless(lanes.toReversed())).toEqual(orderless(lanes))
    })
  })

  it('finds no difference between equals', () => {
    check(subject, stage, 1, ([answers = {}]) => {
      expect(differences(stage, subject, lanesOf([answers, structuredClone(answers)]))).toEqual([])
    })
  })

  if (stage.consolidation === 'majority') describeMajority(stage, subject, settle)

  it('settles what is settled the same way again', () => {
    check(subject, stage, 2, (all) => {
      const { answers } = settle(all)
      // What stayed open may start from something.
      expect(settle([answers]).answers).toMatchObject(answers)
    })
  })

  it('keeps to itself what counts of a single annotator, and leaves nothing open when it is complete', () => {
    check(subject, stage, 1, ([answers = {}]) => {
      const settled = settle([answers])
      const whole = withMadeUnits(stage, subject, answers)
      const standing = whole.units.flatMap((unit) =>
        stage.questions
          .filter((question) => isAsked(question, whole, answers, unit))
          .map((question) => [unit.key, question.key, standingAnswer(question, whole, answers, unit)]),
      )
      const settledAnswers = Object.entries(settled.answers).flatMap(([unit, own]) =>
        Object.entries(own).map(([question, value]) => [unit, question, value]),
      )
      expect(settledAnswers.toSorted()).toEqual(standing.filter(([, , value]) => value !== null).toSorted())
      if (findings(stage, subject, answers).length === 0) expect(settled.open).toEqual([])
    })
  })
}

export function describeVotes(stage: Stage, subject: Subject): void {
  it('names a kind of unit that it shuffles and a tally exactly where people vote', () => {
    expect(stage.tally !== undefined).toBe(stage.consolidation === 'votes')
    if (stage.shuffles !== undefined) expect(stage.unitKinds.map(({ kind }) => kind)).toContain(stage.shuffles)
  })

  const { tally } = stage
  if (!tally) return
  it('counts votes the same in whatever order they come, and nothing of none', () => {
    const keys = shuffledKeys(stage, subject.units)
    const shownOrder = keys ? fc.option(fc.shuffledSubarray(keys, { minLength: keys.length })) : fc.constant(null)
    const votes = fc.array(
      fc.record({
        voter: fc.constantFrom('annotator 1', 'annotator 2'),
        shown: shownOrder,
        answers: answersTo(stage, subject),
      }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(votes, (sampleVotes) => {
        const counting = sampleVotes.map((vote) => ({
          ...vote,
          answers: countingAnswers(stage, subject, vote.answers),
        }))
        const tallied = tally(subject, counting)
        expect(rounded(tally(subject, counting.toReversed()))).toEqual(rounded(tallied))
        expect(JSON.parse(JSON.stringify(tallied))).toEqual(tallied)
      }),
    )
  })
}

/** Sums of shares differ in their last digit by the order in which they are added. */
const rounded = (value: Json): Json =>
  JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'number' ? Number(each.toPrecision(12)) : each))

/** Texts that differ in their outer blanks are the same. */
const trimmed = (value: Json): Json =>
  JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'string' ? each.trim() : each))

function describeMajority(stage: Stage, subject: Subject, settle: (all: readonly Answers[]) => Consolidation): void {
  it('lets the same stand whoever comes first', () => {
    check(subject, stage, 3, (all) => {
      expect(trimmed(settle(all.toReversed()).answers)).toEqual(trimmed(settle(all).answers))
    })
  })

  it('lets what two of three say alike stand', () => {
    check(subject, stage, 2, ([most = {}, other = {}]) => {
      const alone = settle([most])
      const { answers } = settle([most, other, structuredClone(most)])
      const decided = stage.questions.filter(({ consolidate: how }) => how === 'decide')
      for (const [unit, values] of Object.entries(alone.answers))
        for (const question of decided) {
          const decidedAnswer = values[question.key]
          if (decidedAnswer === undefined) continue
          expect(answers[unit]?.[question.key]).toEqual(decidedAnswer)
        }
    })
  })

  it('lets nothing stand that fewer than half of three said, but what its tie says', () => {
    check(subject, stage, 3, (all) => {
      for (const { how, question: key, value } of settle(all).settled) {
        if (how !== 'tied') continue
        expect(value).toEqual(stage.questions.find((question) => question.key === key)?.tie)
      }
    })
  })
}
