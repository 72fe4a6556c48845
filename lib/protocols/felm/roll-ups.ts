import type { RollUpRule } from '@/lib/protocols/protocol'

export const EVERY_SEGMENT = 'everySegment'

/** How a response's label follows from its segments'; FELM states one rule. A roll-up holds its labels as `response`. */
export const rollUps: readonly RollUpRule[] = [
  {
    key: EVERY_SEGMENT,
    title: 'Every segment true',
    description: 'A response is factual if and only if every one of its segments is true (FELM, section 3).',
  },
]
