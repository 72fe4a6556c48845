import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemLabel, Json } from '@/lib/protocols/protocol'
import { contradictionMessage, contradictionsOf, type LabelGold, labelSources } from './contradictions'

const itemLabel: ItemLabel = {
  stage: 'judge',
  values: [
    { value: true, text: 'Right', tone: 'positive' },
    { value: false, text: 'Wrong', tone: 'negative' },
  ],
  byRule: ({ labels = {} }) => labels as Record<string, Json>,
  stored: (source) => (typeof source === 'boolean' ? source : undefined),
}
const rollUps = [
  { key: 'all', title: 'All', description: 'All parts.' },
  { key: 'most', title: 'Most', description: 'Most parts.' },
]
const goldWith = (labels: Record<string, Json>, origin: LabelGold['origin'] = 'imported'): LabelGold => ({
  rollUp: { labels },
  origin,
})

describe('what speaks of a label', () => {
  it('is each rule and, beside imported gold, the record', () => {
    const labels = { all: true, most: true }
    expect(labelSources(itemLabel, goldWith(labels), () => false)).toEqual({ stored: false, byRule: labels })
    expect(labelSources(itemLabel, goldWith(labels), () => null)).toEqual({ byRule: labels })
    // Gold made here replaces what the record said.
    expect(labelSources(itemLabel, goldWith(labels, 'consolidated'), () => false)).toEqual({ byRule: labels })
  })
})

describe('a label contradicts itself', () => {
  it('where the stored one fits no rule', () => {
    expect(contradictionsOf({ stored: 'NA', byRule: { all: true, most: true } })).toEqual(['label-stored'])
    expect(contradictionsOf({ stored: true, byRule: { all: true, most: true } })).toEqual([])
  })

  it('where the rules differ, though the stored one fits one of them', () => {
    expect(contradictionsOf({ stored: false, byRule: { all: false, most: true } })).toEqual(['label-rules'])
    expect(contradictionsOf({ stored: 'NA', byRule: { all: false, most: true } })).toEqual([
      'label-stored',
      'label-rules',
    ])
  })

  it('never where no rule gives one', () => {
    expect(contradictionsOf({ stored: true, byRule: {} })).toEqual([])
  })

  it('never by its record where the record says what a rule says, and never by one rule alone', () => {
    const label = fc.constantFrom<Json>(true, false, 'NA')
    fc.assert(
      fc.property(label, fc.array(label, { minLength: 1, maxLength: 4 }), (stored, labels) => {
        const byRule = Object.fromEntries(labels.map((each, index) => [`r${index}`, each]))
        const kinds = contradictionsOf({ stored, byRule })
        expect(kinds.includes('label-stored')).toBe(!labels.includes(stored))
        expect(kinds.includes('label-rules')).toBe(new Set(labels).size > 1)
      }),
    )
  })
})

it('says in words what contradicts what', () => {
  const sources = { stored: 'perhaps', byRule: { all: false, most: true } }
  expect(contradictionMessage({ rollUps }, itemLabel, sources)).toBe(
    'In the record: "perhaps"; by the rule “All”: Wrong; by the rule “Most”: Right.',
  )
})
